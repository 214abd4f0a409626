import Logging
import SaybusBus
import SaybusMessages

/// A player of short tones, on a track of their own, that signal the user to speak and the end of listening.
struct MicrophoneTones: Sendable {
    /// The track, above the assistant's speech.
    static let track = "microphone"
    /// The priority, above the silence that holds everything else while the user may speak.
    private static let priority = PlaybackHold.priority + 1
    /// The time after which a tone is too late to be played: 1 s, in microseconds.
    private static let life: Int64 = 1_000_000

    let bus: Bus
    let logger: Logger

    /// Plays the signal to speak: two rising tones.
    func opened(in session: Session) { play([660, 880], in: session) }

    /// Plays the signal that listening is over: two falling tones.
    func closed(in session: Session) { play([880, 660], in: session) }

    private func play(_ frequencies: [Double], in session: Session) {
        guard bus.presence.isReady(.audio, for: session) else { return }
        let tones = frequencies.map { AudioEvent.tone(.init(frequency: $0, durationMs: 50, volume: 0.2)) }
        do {
            try bus.publish(
                AudioSequence(
                    tones, track: Self.track, priority: Self.priority, policy: .interrupt,
                    bargeIn: AudioSequence.BargeIn.none),
                session: session, deadline: bus.now + Self.life)
        } catch {
            logger.warning("cannot publish a tone", metadata: ["error": "\(error)"])
        }
    }
}
