import Synchronization

/// A speech in synthesis by an engine in this process: its waiting pieces, and the blocks made so far.
///
/// The reader drives synthesis: a piece is requested when fewer than `lowWater` samples are ready, so at most these
/// and one piece are in memory. Between two pieces the engine serves other readers.
final class SpeechJob<Piece: Sendable>: Sendable {
    /// Requests a piece, on the engine's queue; `isLast` is true for the last one. The engine answers with
    /// ``take(_:words:)`` and, at the end, ``pieceEnded(_:)``.
    typealias Request = @Sendable (_ piece: Piece, _ isLast: Bool, _ job: SpeechJob) -> Void

    private struct State {
        var pieces: ArraySlice<Piece>
        var blocks: ArraySlice<SpeechAudio.Block> = []
        var buffered = 0
        /// The samples taken so far.
        var taken = 0
        /// The samples before the current piece.
        var before = 0
        var isMaking = false
        var isCancelled = false
        var onCancel: (@Sendable () -> Void)?
        var error: SynthesisError?
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private enum Step {
        case block(SpeechAudio.Block), end, cancelled, wait
        case failed(SynthesisError)
    }

    private let state: Mutex<State>
    private let lowWater: Int
    private let request: Request

    /// - Parameters:
    ///   - pieces: The pieces in order.
    ///   - lowWater: The buffered samples below which the next piece is requested: one second of sound.
    ///   - request: Requests a piece.
    init(_ pieces: [Piece], lowWater: Int, request: @escaping Request) {
        state = Mutex(State(pieces: pieces[...]))
        (self.lowWater, self.request) = (lowWater, request)
    }

    /// Returns the next block; nil after the last.
    func next() async throws -> SpeechAudio.Block? {
        try await withTaskCancellationHandler {
            while true {
                let (step, piece) = state.withLock { state in (Self.step(&state), nextPiece(&state)) }
                if let piece { request(piece.piece, piece.isLast, self) }
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
        let (waiting, onCancel) = state.withLock { state in
            state.isCancelled = true
            state.pieces = []
            return (Self.waiting(&state), state.onCancel.take())
        }
        onCancel?()
        for reader in waiting { reader.resume() }
    }

    /// Whether the job was cancelled, so that the engine may skip its requests.
    var isCancelled: Bool { state.withLock(\.isCancelled) }

    /// Sets the closure that stops the engine in the middle of a piece, or calls it at once when the job was cancelled.
    func onCancel(_ stop: (@Sendable () -> Void)?) {
        let isOver = state.withLock { state in
            state.onCancel = state.isCancelled ? nil : stop
            return state.isCancelled
        }
        if isOver { stop?() }
    }

    /// Takes a block from the engine, whose words are placed from the beginning of the piece; returns false to stop it.
    func take(_ samples: [Int16], words: [SpokenWord] = []) -> Bool {
        let waiting: [CheckedContinuation<Void, Never>]? = state.withLock { state in
            guard !state.isCancelled else { return nil }
            guard !samples.isEmpty || !words.isEmpty else { return [] }
            let words = words.map { SpokenWord($0.text, at: state.before + $0.start) }
            state.blocks.append(SpeechAudio.Block(samples, words: words))
            state.buffered += samples.count
            state.taken += samples.count
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
            guard take([Int16](repeating: 0, count: count)) else { return }
            rest -= count
        }
    }

    /// Records the end of a piece, with its error if it failed.
    func pieceEnded(_ error: SynthesisError?) {
        let waiting = state.withLock { state in
            (state.isMaking, state.onCancel) = (false, nil)
            if let error { (state.error, state.pieces) = (error, []) }
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
        return state.pieces.isEmpty && !state.isMaking ? .end : .wait
    }

    private func nextPiece(_ state: inout State) -> (piece: Piece, isLast: Bool)? {
        guard !state.isMaking, state.buffered < lowWater, let piece = state.pieces.popFirst() else { return nil }
        (state.isMaking, state.before) = (true, state.taken)
        return (piece, state.pieces.isEmpty)
    }

    private static func waiting(_ state: inout State) -> [CheckedContinuation<Void, Never>] {
        defer { state.waiting = [] }
        return state.waiting
    }
}
