import SaybusMessages

/// A record of a turn from its transcript to its end. A pure value: the caller hands in the messages.
struct AskRecord: Sendable {
    /// The message kinds that belong to the course of a turn.
    static let kinds: [any BusMessage.Type] = [
        SpeechIntent.self, CommandInvoked.self, CommandResponse.self, VoiceRequestStatus.self, AudioSequence.self,
        AudioPlayback.self, TurnEnded.self,
    ]

    let turn: TurnID
    /// The text that was sent.
    let text: String
    /// The time of the transcript, in Unix microseconds.
    let start: Int64
    /// The steps so far, in order.
    private(set) var steps: [AskStep] = []
    /// The message that ended the turn; nil while the turn goes on.
    private(set) var end: TurnEnded?
    /// Microseconds from the transcript to the command; nil when no command was invoked.
    private(set) var commandUs: Int64?

    private var sequences: Set<MessageID> = []
    /// The maximum number of steps kept. A turn normally has a handful of messages.
    private static let capacity = 1000

    /// Creates a turn that begins with a transcript.
    init(turn: TurnID, text: String, start: Int64) { (self.turn, self.text, self.start) = (turn, text, start) }

    /// Records a message.
    /// - Returns: The step of this turn that the message reports; nil when it reports none.
    mutating func observe(_ header: Header, _ body: any BusMessage) -> AskStep? {
        guard end == nil, concerns(header, body), let text = words(for: body, header) else { return nil }
        let step = AskStep(header, since: start, text)
        if steps.count < Self.capacity { steps.append(step) }
        return step
    }

    private func concerns(_ header: Header, _ body: any BusMessage) -> Bool {
        if header.turn == turn { return true }
        // An audio stage need not put the turn into its reports: they name the sequence.
        guard header.turn == nil, let playback = body as? AudioPlayback else { return false }
        return sequences.contains(playback.sequence)
    }

    private mutating func words(for body: any BusMessage, _ header: Header) -> String? {
        switch body {
        case let intent as SpeechIntent: return Self.words(intent)
        case let command as CommandInvoked:
            if commandUs == nil { commandUs = AskStep.microseconds(from: start, to: header.at) }
            return "\(command.app).\(command.type)\(Self.words(command.parameters))"
        case let response as CommandResponse:
            return response.problem ?? response.feedback.map { "\"\($0)\"" } ?? "answered"
        case let request as VoiceRequestStatus: return "\(request.state.rawValue): \"\(request.question.prompt)\""
        case let sequence as AudioSequence:
            if sequences.count < Self.capacity { sequences.insert(header.id) }
            return sequence.spokenText.isEmpty ? "sounds" : "\"\(sequence.spokenText)\""
        case let playback as AudioPlayback: return playback.item == nil ? PlaybackWords.text(playback) : nil
        case let ended as TurnEnded:
            end = ended
            return ended.outcome.rawValue + (ended.reason.map { ": \($0)" } ?? "")
        default: return nil
        }
    }

    /// The most characters of a pattern that are printed. Some are longer than all other lines of the turn.
    private static let maximumPatternLength = 60

    private static func words(_ intent: SpeechIntent) -> String {
        guard let best = intent.hypotheses.first else { return "not understood" }
        let others = intent.hypotheses.count > 1 ? ", \(intent.hypotheses.count - 1) more" : ""
        let matcher = best.matcher.map { pattern in
            let rest = pattern.count > maximumPatternLength ? "…" : ""
            return " by \"\(pattern.prefix(maximumPatternLength))\(rest)\""
        }
        let confidence = (best.confidence * 100).rounded() / 100
        return "\(best.app).\(best.type)\(words(best.parameters)), confidence \(confidence)\(matcher ?? "")\(others)"
    }

    private static func words(_ parameters: [String: Parameter]) -> String {
        parameters.isEmpty
            ? ""
            : " " + parameters.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value.value)" }.joined(separator: " ")
    }
}
