import Logging
import SaybusBus
import SaybusMessages
import SaybusSupport
import Synchronization

/// The turns that peers begin with a text, and the sound of their conversations.
///
/// The gateway is the loudspeaker of its conversations (``LoudspeakerClaims``): it takes the sequences of the answers.
/// A peer with a loudspeaker plays them; otherwise the peer gets their words, and they count as played at once.
final class PeerTurns: Sendable {
    /// A part of the answer to a text.
    enum Part: Sendable, Equatable {
        /// Words that are spoken to the user, and their language; nil for that of the default voice.
        case words(String, language: String?)
        /// The end.
        case ended(TurnEnded)
    }

    /// The time until a dispatcher must have taken the text.
    static let takeTime = Duration.seconds(15)
    /// The most turns that go on at once.
    static let maximumTurns = 256
    /// The engine of transcripts that the gateway has not recognized itself.
    static let engine = "wyoming"
    /// The most parts of an answer that wait for a slow peer. Further words are left out.
    private static let maximumParts = 256

    /// A turn that goes on.
    struct OpenTurn {
        let parts: AsyncStream<Part>.Continuation
        /// The task that ends it at the latest.
        let limit: Task<Void, Never>
    }

    struct State {
        var open: [TurnID: OpenTurn] = [:]
        var speakers: [Session: PeerSpeaker] = [:]
    }

    let bus: Bus
    let logger: Logger
    let claims: LoudspeakerClaims
    /// The default voice that somebody has chosen; nil for that of the engine.
    let chosenVoice: String?
    /// The time that a turn may take, with the playback of its answer.
    let turnTime: Duration
    /// Receives a sentence about a refusal, for the status.
    let refuse: @Sendable (String) -> Void
    let state = Mutex(State())
    /// The controls that were refused, and the speech that was not played, by reason.
    private let refusals = Mutex(RefusalCounts())

    init(
        bus: Bus, logger: Logger, claims: LoudspeakerClaims, chosenVoice: String?,
        turnTime: Duration = .seconds(90), refuse: @escaping @Sendable (String) -> Void
    ) {
        (self.bus, self.logger, self.claims, self.refuse) = (bus, logger, claims, refuse)
        (self.chosenVoice, self.turnTime) = (chosenVoice, turnTime)
    }

    /// Begins a turn with a text.
    /// - Returns: The parts of the answer. The last one is the end, also of a turn of which nothing is heard any more.
    /// - Throws: `BusError` when the text cannot be published, ``RequestFailure`` when too many turns go on.
    func begin(_ text: String, in session: Session) throws -> AsyncStream<Part> {
        try begin(SpeechTranscript(text: text, engine: Self.engine), in: session)
    }

    /// Begins a turn with a transcript.
    /// - Returns: The parts of the answer. The last one is the end, also of a turn of which nothing is heard any more.
    /// - Throws: `BusError` when the transcript cannot be published, ``RequestFailure`` when too many turns go on.
    func begin(_ transcript: SpeechTranscript, in session: Session) throws -> AsyncStream<Part> {
        let turn = TurnID()
        let (parts, continuation) = AsyncStream.makeStream(
            of: Part.self, bufferingPolicy: .bufferingOldest(Self.maximumParts))
        // The bus ends a turn that nobody takes. This is for a dispatcher that takes one and never ends it, also if the
        // peer has gone meanwhile: its turn still counts as the gateway's.
        let limit = Task {
            guard (try? await Task.sleep(for: self.turnTime)) != nil else { return }
            self.end(turn, TurnEnded(outcome: .expired, reason: "the turn did not end within \(self.turnTime)"))
        }
        let hasRoom: Bool = state.withLock { state in
            guard state.open.count < Self.maximumTurns else { return false }
            state.open[turn] = OpenTurn(parts: continuation, limit: limit)
            return true
        }
        guard hasRoom else {
            limit.cancel()
            throw RequestFailure("too-many", "\(Self.maximumTurns) turns go on already")
        }
        do {
            try bus.publish(
                transcript, session: session, turn: turn, deadline: bus.now + Int64(Self.takeTime / .microseconds(1)))
        } catch {
            state.withLock { $0.open[turn] = nil }
            limit.cancel()
            throw error
        }
        return parts
    }

    /// Ends a turn for its peer.
    func end(_ turn: TurnID, _ ended: TurnEnded) {
        guard let open = state.withLock({ $0.open.removeValue(forKey: turn) }) else { return }
        open.limit.cancel()
        open.parts.yield(.ended(ended))
        open.parts.finish()
    }

    /// Lets a peer play the sound of a conversation.
    func attach(_ speaker: PeerSpeaker, to session: Session) { state.withLock { $0.speakers[session] = speaker } }

    /// Ends ``attach(_:to:)``, unless another peer plays the conversation by now.
    func detach(_ speaker: PeerSpeaker, from session: Session) {
        state.withLock { state in
            if state.speakers[session] === speaker { state.speakers[session] = nil }
        }
    }

    /// Reports the playback of a sequence.
    /// - Parameter heard: The duration of what was heard of it; nil when that says nothing.
    func report(
        _ state: AudioPlayback.State, of sequence: Header, reason: String? = nil, cause: AudioPlayback.Cause? = nil,
        heard: Duration? = nil
    ) {
        answer(
            AudioPlayback(
                sequence: sequence.id, state: state, positionMs: heard.map { Int($0 / .milliseconds(1)) },
                reason: reason, cause: cause), sequence)
    }

    /// Counts something that was refused or not played.
    /// - Returns: The number of those for this reason, if it is to be logged; nil otherwise.
    func loggedCount(of reason: String) -> Int? {
        let count = refusals.withLock { $0.record(reason) }
        return count.isLoggedCount ? count : nil
    }

    /// Publishes an answer to a message.
    func answer(_ body: some BusMessage, _ header: Header) {
        do {
            try bus.publish(body, answering: header)
        } catch {
            logger.error("cannot answer", metadata: ["kind": "\(header.kind)", "error": "\(error)"])
        }
    }
}
