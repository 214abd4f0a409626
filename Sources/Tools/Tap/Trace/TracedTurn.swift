import SaybusMessages

/// The messages of a turn in progress. Pure; bounded.
struct TracedTurn: Sendable {
    /// A message of the turn.
    struct Step: Sendable, Equatable {
        let id: MessageID
        let kind: Kind
        let source: Source
        /// The time of publishing: Unix time in microseconds by the publisher's clock.
        let at: Int64
        /// The time of forwarding, by the broker's clock; nil without a stamp.
        let stamped: Int64?
        let causes: [MessageID]
        /// A detail that distinguishes it from other messages of its kind, such as `started`.
        let detail: String?

        /// The time from which the next stage can work on the message: that of forwarding, or of publishing
        /// without a stamp.
        var availableAt: Int64 { stamped ?? at }
    }

    /// The maximum number of steps.
    private static let capacity = 256

    let turn: TurnID
    let session: Session
    private(set) var steps: [Step] = []
    /// The number of messages beyond the capacity.
    private(set) var omitted = 0
    /// The transcript's text.
    private(set) var text: String?
    /// The invoked command.
    private(set) var command: String?
    /// The turn's end; nil while it is in progress.
    private(set) var end: TurnEnded?
    /// The number of audio chunks of the user's speech.
    private(set) var chunks = 0

    init(turn: TurnID, session: Session) { (self.turn, self.session) = (turn, session) }

    /// Takes the next message of the turn: a step, unless it is repeated or a chunk within the speech.
    mutating func add(_ message: RawMessage) {
        let header = message.header
        // Of the audio chunks only the first and the last become steps.
        if header.kind == AudioInput.kind {
            chunks += 1
            if chunks > 2, steps.last?.kind == AudioInput.kind { steps.removeLast() }
        }
        // A repeated message is the same step.
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
