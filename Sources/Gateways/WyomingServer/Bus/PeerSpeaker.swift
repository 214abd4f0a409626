import Logging
import SaybusAudioOutput
import SaybusBus
import SaybusExternalEngines
import SaybusMessages
import SaybusSupport
import Synchronization

/// A peer's loudspeaker, which plays the speech of its conversation's sequences, one after the other. Tones and files
/// are left out, since the peer has none of the audio stage's.
final class PeerSpeaker: Sendable {
    /// The rate that satellites play.
    static let rate = 22_050
    /// The reason for the end of a sequence whose peer has disconnected.
    static let gone = "the satellite has gone"
    /// The most sequences that wait.
    private static let maximumWaiting = 32

    struct State: Sendable {
        /// The sequences that wait, in order.
        var waiting: [Message<AudioSequence>] = []
        /// The sequence that is being played; nil when none is.
        var playing: PlayingSequence?
        /// The number of streams that were sent to their end.
        var sent = 0
        /// The number of streams that the peer has played.
        var played = 0
        /// Whether the peer begins to play a sound only when it has all of it.
        var playsWholeSounds = false
        var isClosed = false
    }

    let peer: WyomingPeer
    let synthesizer: any Synthesizer
    let settings: SpeakerSettings
    let turns: PeerTurns
    let logger: Logger
    /// The answer that an app expects.
    let answer = ExpectedAnswer()
    let state = Watched(State())
    /// The last change of the speech, and the number of pending changes.
    let changes = Mutex<(last: Task<Void, Never>?, count: Int)>((nil, 0))
    /// The newest announcement of a turn without an answer.
    private let notice = Mutex<MessageID?>(nil)

    init(
        _ peer: WyomingPeer, _ synthesizer: any Synthesizer, _ settings: SpeakerSettings, _ turns: PeerTurns,
        logger: Logger
    ) {
        (self.peer, self.synthesizer, self.settings, self.turns) = (peer, synthesizer, settings, turns)
        self.logger = logger
    }

    /// Takes the peer's `info`. A satellite of Saybus hands a sound to its audio stage when the sound is complete.
    func learn(_ info: WyomingEvent) {
        let isSaybus = info.data["satellite"]?["attribution"]?["name"] == "Saybus"
        state.change { $0.playsWholeSounds = isSaybus }
    }

    /// Records that the peer has played a stream to its end.
    func played() { state.change { $0.played = min($0.played + 1, $0.sent) } }

    /// Queues a sequence behind those that wait. Its reports follow.
    /// - Returns: The reason why it is not taken; nil when it is.
    func take(_ sequence: Message<AudioSequence>) -> String? {
        if state.value.isClosed { return Self.gone }
        makeRoom(for: sequence.body)
        let before = state.value
        guard before.waiting.count < Self.maximumWaiting else { return "too much waits to be played" }
        // Reported before it waits, so that its beginning is not reported first.
        turns.report(.queued, of: sequence.header)
        let isTaken = state.change { state in
            if !state.isClosed { state.waiting.append(sequence) }
            return !state.isClosed
        }
        return isTaken ? nil : Self.gone
    }

    /// Tells the user of a turn without an answer. Of many that end together only one is announced.
    func announce(_ words: AudioSequence, in session: Session) {
        let bus = turns.bus
        let header = Header(kind: AudioSequence.kind, session: session, source: bus.source, run: bus.run, sequence: 0)
        let isNew = notice.withLock { notice in
            let present = state.value
            let isThere = present.waiting.contains { $0.header.id == notice }
            if notice != nil, isThere || present.playing?.header.id == notice { return false }
            notice = header.id
            return true
        }
        if isNew { _ = take(Message(header: header, body: words)) }
    }

    /// Ends the loudspeaker, because the peer has gone. What waits is reported as not played.
    func close() {
        let dropped = state.change { state in
            defer { state.waiting = [] }
            state.isClosed = true
            state.playing?.end(because: Self.gone)
            return state.waiting
        }
        for sequence in dropped { turns.report(.skipped, of: sequence.header, reason: Self.gone) }
    }

    /// Plays until the loudspeaker is closed, or the task is cancelled.
    func run() async {
        while let sequence = await next() {
            await play(sequence)
            state.change { $0.playing = nil }
        }
    }

    private func next() async -> Message<AudioSequence>? {
        await state.wait { !$0.waiting.isEmpty || $0.isClosed }
        if Task.isCancelled { return nil }
        return state.change { state -> Message<AudioSequence>? in
            guard !state.isClosed, !state.waiting.isEmpty else { return nil }
            let next = state.waiting.removeFirst()
            state.playing = PlayingSequence(next, isPlayedAsWhole: state.playsWholeSounds)
            return next
        }
    }
}
