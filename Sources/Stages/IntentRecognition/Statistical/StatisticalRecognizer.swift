import SaybusMessages
import SaybusPatternMatching
import SaybusStatisticalMatching

/// A recognizer that uses a statistical model trained from samples.
///
/// If the text has no likely intent, the transcript's alternatives are tried. The confidence of such a
/// hypothesis is multiplied by 0.6 to 0.9, depending on the alternative's confidence, and it has no spans.
/// Hypotheses of alternatives below 0.5 are dropped.
public struct StatisticalRecognizer: IntentRecognizer {
    /// `statistical`
    public static let name = "statistical"
    /// The maximum number of alternatives that are tried.
    static let maximumAlternatives = 3

    /// `statistical`
    public let engine = Self.name
    /// A recognizer without a model, which understands nothing.
    static let untrained = StatisticalRecognizer()

    /// The commands out of scope, which are not recognized.
    var excluded: Set<CommandName> = []
    /// The facts about the conversation, for patterns with conditions.
    var facts: [String: String] = [:]

    private let model: StatisticalModel?
    private var commands: [String: CommandShape]
    private let vocabularyGuard: VocabularyGuard?
    private let unseenWords: UnseenWords?

    /// Creates a recognizer with a model that was trained from these catalogs, or from samples of their commands.
    ///
    /// - Parameters:
    ///   - model: The model.
    ///   - catalogs: The catalogs of the commands. An intent of the model is a command's type, or `app/type`;
    ///     intents of no catalog are not recognized.
    ///   - requiresKnownWords: Whether utterances with words that the command's patterns do not have are rejected.
    ///     Polite words, and another verb with the same meaning, are not counted. A model trained from patterns alone
    ///     has seen too little to judge other words. One that was trained from samples rejects negations and questions
    ///     whose words are in none of them.
    public init(model: StatisticalModel, catalogs: [Catalog], requiresKnownWords: Bool) {
        self.model = model
        commands = CommandShape.all(catalogs, intents: model.intents)
        vocabularyGuard = requiresKnownWords ? VocabularyGuard(catalogs: catalogs) : nil
        unseenWords = requiresKnownWords ? nil : UnseenWords(model)
    }

    private init() { (model, commands, vocabularyGuard, unseenWords) = (nil, [:], nil, nil) }

    /// The intents of the model that no catalog has.
    public var unknownIntents: [String] { (model?.intents ?? []).filter { commands[$0] == nil } }

    /// Returns the recognizer without all other commands than some. Where another one is the likeliest, nothing is
    /// recognized.
    func limited(to names: Set<CommandName>) -> Self {
        var limited = self
        limited.commands = commands.filter { names.contains(CommandName(app: $0.value.app, type: $0.value.type)) }
        return limited
    }

    /// Returns the hypotheses for a transcript, best first.
    public func recognize(_ transcript: SpeechTranscript) async -> [SpeechIntent.Hypothesis] {
        let own = hypotheses(transcript.text)
        guard own.isEmpty else { return own }
        for alternative in transcript.triedAlternatives.prefix(Self.maximumAlternatives) {
            let trust = transcript.trust(in: alternative)
            let others = hypotheses(alternative.text).map { $0.ofAlternative(trust: trust) }
            if let first = others.first, first.confidence >= 0.5 { return others }
        }
        return []
    }

    private func hypotheses(_ text: String) -> [SpeechIntent.Hypothesis] {
        guard let interpretations = model?.recognize(text), !interpretations.isEmpty else { return [] }
        let offsets = CharacterOffsets(text)
        var hypotheses: [SpeechIntent.Hypothesis] = []
        for interpretation in interpretations {
            // A command out of scope is skipped; the probability that it takes only lowers the confidence of
            // the others.
            if let command = commands[interpretation.intent],
                excluded.contains(CommandName(app: command.app, type: command.type))
            {
                continue
            }
            guard let command = commands[interpretation.intent],
                let parameters = command.parameters(interpretation.slots, offsets, facts: facts),
                isAllowed(text, parameters, command)
            else {
                // If the likeliest intent is impossible, a less likely one was not meant either.
                if hypotheses.isEmpty { return [] }
                continue
            }
            hypotheses.append(
                SpeechIntent.Hypothesis(
                    app: command.app, type: command.type,
                    confidence: (interpretation.confidence * 10_000).rounded() / 10_000,
                    parameters: parameters, matcher: engine))
        }
        return hypotheses
    }

    /// Returns whether a text has the words of a command, and no further values of its lists.
    private func isAllowed(_ text: String, _ parameters: [String: Parameter], _ command: CommandShape) -> Bool {
        let values = parameters.values.compactMap(\.span).map { $0.start..<$0.end }
        guard !OpposedValue.isAmong(values, of: text), !OpposedValue.isCalledOff(parameters.values, of: text) else {
            return false
        }
        guard let vocabularyGuard else { return unseenWords?.change(text, besides: values) != true }
        return vocabularyGuard.allows(text, values, with: Set(parameters.keys), as: command.name)
            && !command.hasFurtherValue(text, besides: parameters, than: vocabularyGuard.words(of: command.name))
    }
}
