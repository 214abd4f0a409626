import SaybusMessages
import Synchronization

/// The sound of the newest turns, kept while somebody watches. Bounded by bytes and by the number of
/// turns; the oldest turns go first.
final class TurnSounds: Sendable {
    /// The user's sound in a turn, as far as it has arrived.
    struct Sound: Sendable, Equatable {
        let format: PCMFormat
        /// 16-bit signed little-endian samples, channels interleaved.
        var samples: [UInt8] = []
        /// The number of chunks that are missing, which are silent.
        var missing = 0
        fileprivate var next = 0
        /// The bytes of the chunk before.
        private var chunkBytes = 0

        init(_ format: PCMFormat) { self.format = format }

        /// Adds a chunk; one that was there already changes nothing.
        mutating func add(_ chunk: AudioInput) {
            // The index comes from another program.
            guard chunk.format == format, chunk.index >= next, chunk.index < .max,
                samples.count < TurnSounds.maximumBytesPerTurn
            else { return }
            let gap = min(chunk.index - next, TurnSounds.maximumGapChunks)
            if gap > 0 {
                missing += gap
                let length = chunkBytes > 0 ? chunkBytes : chunk.samples.count
                samples += repeatElement(
                    UInt8(0), count: min(gap * length, TurnSounds.maximumBytesPerTurn - samples.count))
            }
            samples += chunk.samples.prefix(TurnSounds.maximumBytesPerTurn - samples.count)
            (next, chunkBytes) = (chunk.index + 1, chunk.samples.count)
        }
    }

    /// The most bytes of all turns.
    static let maximumBytes = 24 << 20
    /// The most bytes of a turn: a minute of speech.
    static let maximumBytesPerTurn = 60 * 32_000
    /// The most turns.
    static let maximumTurns = 256
    /// The most missing chunks that are silent in a row.
    static let maximumGapChunks = 100

    private struct State {
        var sounds: [TurnID: Sound] = [:]
        var order: [TurnID] = []
        var bytes = 0
    }

    private let state = Mutex(State())

    /// Keeps a chunk of a turn.
    func record(_ message: RawMessage) {
        guard let turn = message.header.turn, let chunk = try? message.decode(AudioInput.self).body else { return }
        state.withLock { state in
            if let before = state.sounds[turn]?.samples.count {
                state.sounds[turn]?.add(chunk)
                state.bytes += (state.sounds[turn]?.samples.count ?? before) - before
            } else {
                var sound = Sound(chunk.format)
                sound.add(chunk)
                guard !sound.samples.isEmpty else { return }
                state.sounds[turn] = sound
                state.order.append(turn)
                state.bytes += sound.samples.count
            }
            while state.bytes > Self.maximumBytes || state.order.count > Self.maximumTurns, state.order.count > 1 {
                state.bytes -= state.sounds.removeValue(forKey: state.order.removeFirst())?.samples.count ?? 0
            }
        }
    }

    /// Returns the sound of a turn; nil when it is not kept.
    func sound(of turn: TurnID) -> Sound? { state.withLock { $0.sounds[turn] } }

    /// Forgets all turns.
    func clear() { state.withLock { $0 = State() } }
}
