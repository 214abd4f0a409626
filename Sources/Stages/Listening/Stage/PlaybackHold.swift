import Logging
import SaybusBus
import SaybusMessages

/// A hold of the assistant's sound while a user who has pressed a button, or said the wake word, may speak: a silence
/// on a track above all others.
///
/// The audio stage holds, or ducks, the tracks below, and resumes them after it. A pause that somebody has demanded is
/// left alone, and nothing stays held when this program is gone.
struct PlaybackHold: Sendable {
    static let track = "listening"
    /// The priority, above questions and alarms.
    static let priority = AudioSequence.questionPriority + 1
    /// The length of the silence: the time to begin to speak, and that of a long turn.
    private static let maximumHoldMs = 60_000
    /// The time after which the silence is too late to be played: 1 s, in microseconds.
    private static let life: Int64 = 1_000_000

    let bus: Bus
    let logger: Logger
    let gate: HalfDuplexGate
    let session: Session
    private var isHolding = false

    init(bus: Bus, logger: Logger, gate: HalfDuplexGate, session: Session) {
        (self.bus, self.logger, self.gate, self.session) = (bus, logger, gate, session)
    }

    /// Holds the sequences that are playing.
    mutating func begin() {
        guard gate.isClosed(), bus.presence.isReady(.audio, for: session) else { return }
        let id = MessageID()
        gate.expect(silence: id)
        isHolding = play([.silence(durationMs: Self.maximumHoldMs)], id)
    }

    /// Resumes the held sequences.
    mutating func end() {
        guard isHolding else { return }
        isHolding = false
        // A sequence without events takes the place of the silence, and is over at once.
        _ = play([], MessageID())
    }

    private func play(_ events: [AudioEvent], _ id: MessageID) -> Bool {
        do {
            try bus.publish(
                AudioSequence(
                    events, track: Self.track, priority: Self.priority, policy: .interrupt,
                    bargeIn: AudioSequence.BargeIn.none),
                id: id, session: session, deadline: bus.now + Self.life)
            return true
        } catch {
            logger.warning("cannot hold what is playing", metadata: ["error": "\(error)"])
            return false
        }
    }
}
