import SaybusEspeakNG
import Synchronization

/// A text in synthesis: its waiting parts, and the blocks made so far.
///
/// The reader drives synthesis: a part is requested when fewer than ``lowWater`` samples are ready, so at most
/// these and one part are in memory. Between two parts the engine serves other readers.
final class EspeakJob: EspeakReceiver {
    /// The buffered samples below which the next part is requested: one second of sound.
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

    /// Returns the next block; nil after the last.
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

    /// Stops the engine at its next block, and ends the reader's wait.
    func cancel() {
        let waiting = state.withLock { state in
            state.isCancelled = true
            state.parts = []
            state.blocks = []
            return Self.waiting(&state)
        }
        for reader in waiting { reader.resume() }
    }

    /// Whether the job was cancelled, so that the engine may skip its requests.
    var isCancelled: Bool { state.withLock(\.isCancelled) }

    /// Takes a block from the engine; returns false to stop it.
    func take(_ samples: [Int16], _ places: [WordPosition]) -> Bool {
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

    /// Adds silence as if the engine had made it.
    func takeSilence(of milliseconds: Int, at rate: Int) {
        var rest = milliseconds * rate / 1000
        while rest > 0 {
            let count = min(rest, rate / 10)
            guard take([Int16](repeating: 0, count: count), []) else { return }
            rest -= count
        }
    }

    /// Records the end of a part, with its error if it failed.
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
