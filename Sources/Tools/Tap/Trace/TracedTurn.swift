import SaybusMessages

/// What is known of a turn while it passes. Pure; bounded.
struct TracedTurn: Sendable {
    /// A message of the turn.
    struct Step: Sendable, Equatable {
        let id: MessageID
        let kind: Kind
        let source: Source
        /// When it was published: Unix time in microseconds by its publisher's clock.
        let at: Int64
        /// When the broker passed it on, by the broker's clock; nil without a stamp.
        let stamped: Int64?
        let causes: [MessageID]
        /// What distinguishes it from others of its kind, such as `started`.
        let detail: String?

        /// When it was out: what comes after this is the next stage's.
        var out: Int64 { stamped ?? at }
    }

    /// Sound and partial results come in numbers; what matters of them comes early or late.
    private static let capacity = 256

    let turn: TurnID
    let session: Session
    private(set) var steps: [Step] = []
    /// How many messages found no room.
    private(set) var omitted = 0
    /// What was said.
    private(set) var text: String?
    /// What was understood.
    private(set) var command: String?
    /// How it ended; nil while it has not.
    private(set) var end: TurnEnded?
    private(set) var chunks = 0

    init(turn: TurnID, session: Session) { (self.turn, self.session) = (turn, session) }

    /// Takes a message of the turn.
    mutating func add(_ message: RawMessage) {
        let header = message.header
        // Each chunk would be a step; the first and the last of them tell as much.
        if header.kind == AudioInput.kind {
            chunks += 1
            if chunks > 2, steps.last?.kind == AudioInput.kind { steps.removeLast() }
        }
        // A message that comes again is the same step.
        guard !steps.contains(where: { $0.id == header.id }) else { return }
        let detail = read(message)
        guard steps.count < Self.capacity else {
            omitted += 1
            return
        }
        steps.append(
            Step(
                id: header.id, kind: header.kind, source: header.source, at: header.at, stamped: message.stamp?.at,
                causes: header.causes, detail: detail))
    }

    private mutating func read(_ message: RawMessage) -> String? {
        switch try? MessageCatalog.decode(message) {
        case let transcript as SpeechTranscript:
            if text == nil || message.header.kind == SpeechTranscript.kind { text = transcript.text }
            return transcript.engine
        case let invoked as CommandInvoked:
            command = Call.text(invoked.type, invoked.parameters)
            return invoked.type
        case let playback as AudioPlayback: return playback.state.rawValue
        case let request as VoiceRequestStatus: return request.state.rawValue
        case let ended as TurnEnded:
            if message.header.kind == TurnEnded.kind { end = end ?? ended }
            return ended.outcome.rawValue
        default: return nil
        }
    }
}
