import Messages

/// Follows a turn from its transcript to its end. Pure.
public struct AskRecord: Sendable {
    /// The kinds that tell of a turn's way.
    static let kinds: [any BusMessage.Type] = [
        SpeechIntent.self, CommandInvoked.self, CommandResponse.self, VoiceRequestStatus.self, AudioSequence.self,
        AudioPlayback.self, TurnEnded.self,
    ]

    /// The turn.
    public let turn: TurnID
    /// What was sent.
    public let text: String
    /// When: Unix time in microseconds.
    public let start: Int64
    /// What happened so far.
    public private(set) var steps: [AskStep] = []
    /// The turn's end; nil before it.
    public private(set) var end: TurnEnded?
    /// Microseconds from the transcript to the command; nil when none was invoked.
    public private(set) var commandUs: Int64?

    private var sequences: Set<MessageID> = []
    /// A turn has a handful of messages: what exceeds this is not kept.
    private static let capacity = 1000

    /// A turn that begins with this transcript.
    public init(turn: TurnID, text: String, start: Int64) { (self.turn, self.text, self.start) = (turn, text, start) }

    /// Takes note of a message.
    /// - Returns: What it tells of this turn; nil when nothing.
    public mutating func note(_ raw: RawMessage) throws(MessageError) -> AskStep? {
        guard end == nil, try concerns(raw), let text = try words(for: raw) else { return nil }
        let step = AskStep(raw.header, since: start, text)
        if steps.count < Self.capacity { steps.append(step) }
        return step
    }

    private func concerns(_ raw: RawMessage) throws(MessageError) -> Bool {
        if raw.header.turn == turn { return true }
        // A player need not know of turns: it names the sequence.
        guard raw.header.kind == AudioPlayback.kind, raw.header.turn == nil else { return false }
        return sequences.contains(try raw.decode(AudioPlayback.self).body.sequence)
    }

    private mutating func words(for raw: RawMessage) throws(MessageError) -> String? {
        switch raw.header.kind {
        case SpeechIntent.kind: return Self.words(try raw.decode(SpeechIntent.self).body)
        case CommandInvoked.kind:
            let command = try raw.decode(CommandInvoked.self).body
            if commandUs == nil { commandUs = max(0, raw.header.at.subtractingReportingOverflow(start).partialValue) }
            return "\(command.app).\(command.type)\(Self.words(command.parameters))"
        case CommandResponse.kind:
            let response = try raw.decode(CommandResponse.self).body
            return response.problem ?? response.feedback.map { "\"\($0)\"" } ?? "answered"
        case VoiceRequestStatus.kind:
            let request = try raw.decode(VoiceRequestStatus.self).body
            return "\(request.state.rawValue): \"\(request.question.prompt)\""
        case AudioSequence.kind:
            if sequences.count < Self.capacity { sequences.insert(raw.header.id) }
            let said = try raw.decode(AudioSequence.self).body.spokenText
            return said.isEmpty ? "sounds" : "\"\(said)\""
        case AudioPlayback.kind:
            let playback = try raw.decode(AudioPlayback.self).body
            return playback.item == nil ? PlaybackWords.text(playback) : nil
        case TurnEnded.kind:
            let ended = try raw.decode(TurnEnded.self).body
            end = ended
            return ended.outcome.rawValue + (ended.reason.map { ": \($0)" } ?? "")
        default: return nil
        }
    }

    private static func words(_ intent: SpeechIntent) -> String {
        guard let best = intent.hypotheses.first else { return "not understood" }
        let others = intent.hypotheses.count > 1 ? ", \(intent.hypotheses.count - 1) more" : ""
        let matcher = best.matcher.map { " by \"\($0)\"" } ?? ""
        let confidence = (best.confidence * 100).rounded() / 100
        return "\(best.app).\(best.type)\(words(best.parameters)), confidence \(confidence)\(matcher)\(others)"
    }

    private static func words(_ parameters: [String: Parameter]) -> String {
        parameters.isEmpty
            ? "" : " " + parameters.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value.value)" }.joined(separator: " ")
    }
}
