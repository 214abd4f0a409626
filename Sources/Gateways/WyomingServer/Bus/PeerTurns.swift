import Logging
import SaybusBus
import SaybusMessages
import Synchronization

/// The turns that peers begin with a text, and the sound of their conversations.
///
/// The gateway is the loudspeaker of its conversations (``LoudspeakerClaims``): it takes the sequences of the answers.
/// A peer with a loudspeaker plays them; otherwise the peer gets their words, and they count as played at once.
final class PeerTurns: Sendable {
    /// A part of the answer to a text.
    enum Part: Sendable, Equatable {
        /// Words that are spoken to the user.
        case words(String)
        /// The end.
        case ended(TurnEnded)
    }

    /// The time until a dispatcher must have taken the text.
    static let takeTime = Duration.seconds(15)
    /// The time that a turn may take, with the playback of its answer.
    static let turnTime = Duration.seconds(90)
    /// The most parts of an answer that wait for a slow peer. Further words are left out.
    private static let mostParts = 256

    private struct State {
        var open: [TurnID: AsyncStream<Part>.Continuation] = [:]
        var speakers: [Session: PeerSpeaker] = [:]
    }

    private let bus: Bus
    private let logger: Logger
    private let claims: LoudspeakerClaims
    private let state = Mutex(State())

    init(bus: Bus, logger: Logger, claims: LoudspeakerClaims) {
        (self.bus, self.logger, self.claims) = (bus, logger, claims)
    }

    /// The kinds that ``observe(_:)`` takes.
    static let kinds: [any BusMessage.Type] = [AudioSequence.self, TurnEnded.self, ListenRequest.self]

    // MARK: Peers

    /// Begins a turn with a text.
    /// - Returns: The parts of the answer. The last one is the end, also of a turn of which nothing is heard any more.
    /// - Throws: `BusError` when the text cannot be published.
    func begin(_ text: String, in session: Session) throws -> AsyncStream<Part> {
        let turn = TurnID()
        let (parts, continuation) = AsyncStream.makeStream(
            of: Part.self, bufferingPolicy: .bufferingOldest(Self.mostParts))
        state.withLock { $0.open[turn] = continuation }
        do {
            try bus.publish(
                SpeechTranscript(text: text, engine: "wyoming"), session: session, turn: turn,
                deadline: bus.now + Int64(Self.takeTime / .microseconds(1)))
        } catch {
            state.withLock { $0.open[turn] = nil }
            throw error
        }
        // The bus ends a turn that nobody takes. This is for a dispatcher that takes one and never ends it.
        let limit = Task {
            guard (try? await Task.sleep(for: Self.turnTime)) != nil else { return }
            self.end(turn, TurnEnded(outcome: .expired, reason: "the turn did not end within \(Self.turnTime)"))
        }
        continuation.onTermination = { _ in limit.cancel() }
        return parts
    }

    /// Lets a peer play the sound of a conversation.
    func attach(_ speaker: PeerSpeaker, to session: Session) { state.withLock { $0.speakers[session] = speaker } }

    /// Ends ``attach(_:to:)``, unless another peer plays the conversation by now.
    func detach(_ speaker: PeerSpeaker, from session: Session) {
        state.withLock { state in
            if state.speakers[session] === speaker { state.speakers[session] = nil }
        }
    }

    // MARK: Messages of the bus

    /// Processes a message.
    func observe(_ message: RawMessage) {
        let header = message.header
        switch header.kind {
        case TurnEnded.kind:
            guard let turn = header.turn, state.withLock({ $0.open[turn] != nil }),
                let ended = bus.read(message, as: TurnEnded.self)
            else { return }
            end(turn, ended.body)
        case AudioSequence.kind: observeSequence(message)
        case ListenRequest.kind where isOurs(header):
            // The user answers a question with the peer's next text or sound, which needs no request.
            answer(Receipt(of: ListenRequest.kind), header)
            let speaker = state.withLock { $0.speakers[header.session] }
            guard let request = bus.read(message, as: ListenRequest.self) else { return }
            if request.body.mode == .followUp, request.body.withdraws == nil { speaker?.expectAnswer() }
        default: break
        }
    }

    private func end(_ turn: TurnID, _ ended: TurnEnded) {
        guard let parts = state.withLock({ $0.open.removeValue(forKey: turn) }) else { return }
        parts.yield(.ended(ended))
        parts.finish()
    }

    private func isOurs(_ header: Header) -> Bool {
        state.withLock { state in
            state.speakers[header.session] != nil || header.turn.map { state.open[$0] != nil } == true
        }
    }

    private func observeSequence(_ message: RawMessage) {
        let header = message.header
        guard isOurs(header), let sequence = bus.read(message, as: AudioSequence.self) else { return }
        let (parts, speaker) = state.withLock { state in
            (header.turn.flatMap { state.open[$0] }, state.speakers[header.session])
        }
        let words = sequence.body.spokenText
        if !words.isEmpty { parts?.yield(.words(words)) }
        // An audio stage that serves the conversation plays it itself, unless it leaves it to the gateway.
        guard claims.contains(header.session) || !bus.presence.isReady("audio", for: header.session) else { return }
        if let speaker {
            guard !speaker.play(sequence) else { return }
            report(.skipped, of: header, reason: "too much waits to be played")
        } else {
            report(.started, of: header)
            report(.finished, of: header)
        }
    }

    /// Reports the playback of a sequence.
    func report(_ state: AudioPlayback.State, of sequence: Header, reason: String? = nil) {
        answer(AudioPlayback(sequence: sequence.id, state: state, reason: reason), sequence)
    }

    private func answer(_ body: some BusMessage, _ header: Header) {
        do {
            try bus.publish(body, answering: header)
        } catch {
            logger.error("cannot answer", metadata: ["kind": "\(header.kind)", "error": "\(error)"])
        }
    }
}
