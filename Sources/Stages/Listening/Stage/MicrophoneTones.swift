import Logging
import SaybusBus
import SaybusMessages

/// Tells by short tones that somebody may speak, and need not any more; on a track of their own.
struct MicrophoneTones: Sendable {
    /// The track, above what speaks.
    static let track = "microphone"
    private static let priority = 100
    /// A tone that is late means nothing: 1 s, in microseconds.
    private static let life: Int64 = 1_000_000

    let bus: Bus
    let session: Session
    let logger: Logger

    /// Somebody may speak: upwards.
    func opened() { play([660, 880]) }

    /// Nobody need speak any more: downwards.
    func closed() { play([880, 660]) }

    private func play(_ frequencies: [Double]) {
        guard bus.presence.isReady("audio", for: session) else { return }
        let tones = frequencies.map { AudioEvent.tone(.init(frequency: $0, durationMs: 50, volume: 0.2)) }
        do {
            try bus.publish(
                AudioSequence(
                    tones, track: Self.track, priority: Self.priority, policy: .interrupt,
                    bargeIn: AudioSequence.BargeIn.none),
                session: session, deadline: WallClock.microseconds() + Self.life)
        } catch {
            logger.warning("cannot publish a tone", metadata: ["error": "\(error)"])
        }
    }
}
