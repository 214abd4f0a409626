import SaybusBus
import SaybusMessages
import SaybusSupport
import Synchronization

/// A gate that is closed while the assistant speaks: from the start to the end of the playback of each sequence.
///
/// A sound without words, such as rain, may go on for long, so it leaves the gate open to the wake word. While the
/// silence of ``PlaybackHold`` plays, sounds that it makes softer do not count.
final class HalfDuplexGate: Sendable {
    /// The longest time for which one sequence closes the gate, in case its end never arrives. One that may take longer
    /// has more.
    static let maximumSequenceTime = Duration.seconds(600)
    /// The most sequences that are tracked.
    private static let capacity = 64

    private struct PlayingSequence {
        let player: ProgramRun
        let since: ContinuousClock.Instant
        let sequence: LongSequence
        /// Whether it sounds under a silence that holds it, or makes it softer.
        var isUnderSilence = false
    }

    /// A sequence that may go on for long.
    private struct LongSequence {
        /// Whether it is a sound without words.
        var isSound = false
        /// The longest time that it may take.
        var maximumTime = HalfDuplexGate.maximumSequenceTime
    }

    private struct State {
        var playing: [MessageID: PlayingSequence] = [:]
        /// The sequences that may go on for long.
        var long = GenerationalCache<MessageID, LongSequence>(capacity: HalfDuplexGate.capacity)
        /// The silence that holds the playing sequences; nil for none.
        var silence: MessageID?
    }

    private let state = Mutex(State())

    /// Returns whether the assistant speaks or sounds.
    /// - Parameter searchesWakeWord: Whether only the wake word, or the words after it, are heard meanwhile.
    func isClosed(searchesWakeWord: Bool = false, now: ContinuousClock.Instant = .now) -> Bool {
        state.withLock { state in
            if state.playing.isEmpty { return false }
            state.playing = state.playing.filter { $0.value.since.advanced(by: $0.value.sequence.maximumTime) > now }
            return state.playing.values.contains { !$0.isUnderSilence && !(searchesWakeWord && $0.sequence.isSound) }
        }
    }

    /// Takes the id of a silence before it is published.
    func expect(silence id: MessageID) { state.withLock { $0.silence = id } }

    /// Takes a sequence that is going to be played.
    func update(_ message: Message<AudioSequence>) {
        let events = message.body.events
        let isSound = message.body.spokenText.isEmpty && events.contains(where: \.hasSoundFile)
        let time = max(Self.maximumSequenceTime, events.maximumDuration)
        guard isSound || time > Self.maximumSequenceTime else { return }
        state.withLock { $0.long[message.header.id] = LongSequence(isSound: isSound, maximumTime: time) }
    }

    func update(_ message: Message<AudioPlayback>, now: ContinuousClock.Instant = .now) {
        let playback = message.body
        guard playback.item == nil else { return }
        state.withLock { state in
            if playback.sequence == state.silence {
                Self.update(&state, silence: playback)
                return
            }
            switch playback.state {
            case .started, .resumed:
                if state.playing.count < Self.capacity {
                    state.playing[playback.sequence] = PlayingSequence(
                        player: ProgramRun(message.header), since: now,
                        sequence: state.long[playback.sequence] ?? LongSequence())
                }
            case .suspended, .finished, .interrupted, .skipped: state.playing[playback.sequence] = nil
            case .queued, .word: break
            }
        }
    }

    private static func update(_ state: inout State, silence playback: AudioPlayback) {
        guard playback.state == .started || playback.isOver else { return }
        for id in state.playing.keys { state.playing[id]?.isUnderSilence = playback.state == .started }
        if playback.isOver { state.silence = nil }
    }

    /// Drops the sequences of a player that is gone, because it will not report their ends.
    func update(_ message: Message<StageStatus>) {
        guard message.body.role == .audio else { return }
        // A player restarted under the same name knows nothing of its predecessor's sequences.
        state.withLock { state in
            state.playing = state.playing.filter { !$0.value.player.isOver(by: message) }
        }
    }
}

extension AudioEvent {
    /// Whether the event contains a sound file, which may be long, or loop.
    fileprivate var hasSoundFile: Bool {
        switch self {
        case .file: true
        case .composite(let events): events.contains(where: \.hasSoundFile)
        case .speech, .tone, .silence: false
        }
    }
}
