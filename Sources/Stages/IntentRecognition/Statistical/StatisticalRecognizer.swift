import SaybusMessages
import SaybusPatternMatching
import SaybusStatisticalMatching

/// Recognizes by what has been learnt from samples.
///
/// When nothing is likely in the transcript's text, its alternatives are tried; such readings have their confidence times
/// 0.6 to 0.9, as sure as the alternative is, and no spans. A reading below 0.5 is none.
public struct StatisticalRecognizer: IntentRecognizer {
    /// `statistical`
    public static let name = "statistical"
    /// How many alternatives are tried.
    public static let maximumAlternatives = 3

    /// `statistical`
    public let engine = Self.name
    /// One that has not learnt anything yet, and understands nothing.
    static let untrained = StatisticalRecognizer()

    /// Commands that cannot be said now.
    public var excluded: Set<CommandName> = []

    private let model: StatisticalModel?
    private let commands: [String: CommandShape]
    private let guardian: VocabularyGuard?

    /// A recognizer by a model that was made from these catalogs, or trained from samples of their commands.
    ///
    /// - Parameters:
    ///   - catalogs: Whose commands are recognized. An intent of the model is a command's type, or `app/type`; intents that no
    ///     catalog has are not recognized.
    ///   - knowsWords: Whether an utterance must be made of words that the catalogs know: a model made of patterns alone has
    ///     seen too little of what people say to be trusted with others.
    public init(model: StatisticalModel, catalogs: [Catalog], knowsWords: Bool) {
        self.model = model
        commands = CommandShape.all(catalogs, intents: model.intents)
        guardian = knowsWords ? VocabularyGuard(catalogs: catalogs) : nil
    }

    private init() { (model, commands, guardian) = (nil, [:], nil) }

    /// The intents of the model that none of the catalogs has.
    public var unknownIntents: [String] { (model?.intents ?? []).filter { commands[$0] == nil } }

    /// The readings of a transcript, best first.
    public func recognize(_ transcript: SpeechTranscript) async -> [SpeechIntent.Hypothesis] {
        let own = hypotheses(transcript.text)
        // What the recognizer of speech did not believe itself is no command.
        guard own.isEmpty, !transcript.text.isEmpty else { return own }
        for alternative in transcript.alternatives?.prefix(Self.maximumAlternatives) ?? [] {
            let sureness = alternative.confidence > 0 ? min(1, alternative.confidence) : 0
            let others = hypotheses(alternative.text).map { hypothesis in
                var less = hypothesis
                less.confidence *= 0.6 + 0.3 * sureness
                for name in less.parameters.keys { less.parameters[name]?.span = nil }
                return less
            }
            if let first = others.first, first.confidence >= 0.5 { return others }
        }
        return []
    }

    private func hypotheses(_ text: String) -> [SpeechIntent.Hypothesis] {
        guard let readings = model?.recognize(text), !readings.isEmpty else { return [] }
        let places = CharacterPlaces(text)
        var hypotheses: [SpeechIntent.Hypothesis] = []
        for reading in readings {
            // That the words are likelier another command's takes nothing from one that can be said here but its confidence.
            if let command = commands[reading.intent],
                excluded.contains(CommandName(app: command.app, type: command.type))
            {
                continue
            }
            guard let command = commands[reading.intent],
                guardian?.allows(text, reading.slots, as: command.name) ?? true,
                let parameters = command.parameters(reading.slots, places)
            else {
                // When the likeliest reading cannot be, the next is not what was meant either.
                if hypotheses.isEmpty { return [] }
                continue
            }
            hypotheses.append(
                SpeechIntent.Hypothesis(
                    app: command.app, type: command.type, confidence: (reading.confidence * 10_000).rounded() / 10_000,
                    parameters: parameters, matcher: engine))
        }
        return hypotheses
    }
}
