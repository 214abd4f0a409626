import SaybusEspeakNG
import Synchronization

/// A text on its way through the engine: parts that wait, blocks that were made.
///
/// The reader drives it: a part is asked for when less than ``lowWater`` samples are ready, so at most that and one part are held.
/// Between two parts the engine serves other readers.
final class EspeakJob: EspeakReceiver {
    /// A second of sound.
    static let lowWater = 22_050

    private struct State {
        var parts: ArraySlice<SpeechPart>
        var blocks: ArraySlice<SpeechAudio.Block> = []
        var reader = WordReader()
        var buffered = 0
        var isMaking = false
        var isCancelled = false
        var error: SynthesisError?
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private enum Step {
        case block(SpeechAudio.Block), end, cancelled, wait
        case failed(SynthesisError)
    }

    private let state: Mutex<State>
    private let settings: EspeakSettings
    private let engine: EspeakEngine

    init(_ parts: [SpeechPart], settings: EspeakSettings, engine: EspeakEngine) {
        state = Mutex(State(parts: parts[...]))
        (self.settings, self.engine) = (settings, engine)
    }

    /// The next block; nil after the last.
    func next() async throws -> SpeechAudio.Block? {
        try await withTaskCancellationHandler {
            while true {
                let (step, part) = state.withLock { state in (Self.step(&state), Self.part(&state)) }
                if let part { engine.make(part.part, endsAtOnce: part.endsAtOnce, settings, for: self) }
                switch step {
                case .block(let block): return block
                case .end: return nil
                case .cancelled: throw CancellationError()
                case .failed(let error): throw error
                case .wait: await change()
                }
            }
        } onCancel: {
            cancel()
        }
    }

    /// Makes the engine stop at its next block, and the reader's wait end.
    func cancel() {
        let waiting = state.withLock { state in
            state.isCancelled = true
            state.parts = []
            state.blocks = []
            return Self.waiting(&state)
        }
        for reader in waiting { reader.resume() }
    }

    /// Whether the engine may leave out what it was asked for.
    var isCancelled: Bool { state.withLock(\.isCancelled) }

    /// Takes a block from the engine; false tells it to stop.
    func take(_ samples: [Int16], _ places: [WordPlace]) -> Bool {
        let waiting: [CheckedContinuation<Void, Never>]? = state.withLock { state in
            guard !state.isCancelled else { return nil }
            let words = state.reader.words(at: places, samples: samples.count)
            guard !samples.isEmpty || !words.isEmpty else { return [] }
            state.blocks.append(SpeechAudio.Block(samples, words: words))
            state.buffered += samples.count
            return Self.waiting(&state)
        }
        for reader in waiting ?? [] { reader.resume() }
        return waiting != nil
    }

    /// Takes silence, like what the engine makes.
    func takeSilence(of milliseconds: Int, at rate: Int) {
        var rest = milliseconds * rate / 1000
        while rest > 0 {
            let count = min(rest, rate / 10)
            guard take([Int16](repeating: 0, count: count), []) else { return }
            rest -= count
        }
    }

    /// The engine has done a part.
    func partEnded(_ error: SynthesisError?) {
        let waiting = state.withLock { state in
            state.isMaking = false
            if let error { (state.error, state.parts) = (error, []) }
            return Self.waiting(&state)
        }
        for reader in waiting { reader.resume() }
    }

    private func change() async {
        await withCheckedContinuation { continuation in
            let isDue = state.withLock { state in
                if !state.isMaking || !state.blocks.isEmpty || state.isCancelled { return true }
                state.waiting.append(continuation)
                return false
            }
            if isDue { continuation.resume() }
        }
    }

    private static func step(_ state: inout State) -> Step {
        if state.isCancelled { return .cancelled }
        if let block = state.blocks.popFirst() {
            state.buffered -= block.samples.count
            return .block(block)
        }
        if let error = state.error { return .failed(error) }
        return state.parts.isEmpty && !state.isMaking ? .end : .wait
    }

    private static func part(_ state: inout State) -> (part: SpeechPart, endsAtOnce: Bool)? {
        guard !state.isMaking, state.buffered < lowWater, let part = state.parts.popFirst() else { return nil }
        state.isMaking = true
        state.reader.begin(part)
        return (part, state.parts.isEmpty || part.pause > 0)
    }

    private static func waiting(_ state: inout State) -> [CheckedContinuation<Void, Never>] {
        defer { state.waiting = [] }
        return state.waiting
    }
}
