import SaybusMessages
import Synchronization

/// The sound of the newest turns, kept while somebody watches. Bounded by bytes; the oldest turns go first.
final class TurnSounds: Sendable {
    /// The sound of a turn.
    struct Sound: Sendable, Equatable {
        let format: PCMFormat
        /// 16-bit signed little-endian samples, channels interleaved.
        var samples: [UInt8] = []
        /// The number of chunks that are missing, which are silent.
        var missing = 0
        fileprivate var next = 0

        init(_ format: PCMFormat) { self.format = format }

        /// Adds a chunk; one that was there already changes nothing.
        mutating func add(_ chunk: AudioInput) {
            // The index comes from another program.
            guard chunk.format == format, chunk.index >= next, chunk.index < .max,
                samples.count < TurnSounds.mostBytesOfTurn
            else { return }
            let gap = min(chunk.index - next, TurnSounds.longestGap)
            if gap > 0 {
                missing += gap
                samples += [UInt8](repeating: 0, count: gap * chunk.samples.count)
            }
            samples += chunk.samples
            next = chunk.index + 1
        }
    }

    /// The most bytes of all turns.
    static let mostBytes = 24 << 20
    /// The most bytes of a turn: a minute of speech.
    static let mostBytesOfTurn = 60 * 32_000
    /// The most missing chunks that are silent in a row.
    static let longestGap = 100

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
            if state.sounds[turn] == nil {
                state.sounds[turn] = Sound(chunk.format)
                state.order.append(turn)
            }
            state.bytes -= state.sounds[turn]?.samples.count ?? 0
            state.sounds[turn]?.add(chunk)
            state.bytes += state.sounds[turn]?.samples.count ?? 0
            while state.bytes > Self.mostBytes, state.order.count > 1 {
                state.bytes -= state.sounds.removeValue(forKey: state.order.removeFirst())?.samples.count ?? 0
            }
        }
    }

    /// Returns the sound of a turn; nil when it is not kept.
    func sound(of turn: TurnID) -> Sound? { state.withLock { $0.sounds[turn] } }

    /// Forgets all turns.
    func clear() { state.withLock { $0 = State() } }
}
