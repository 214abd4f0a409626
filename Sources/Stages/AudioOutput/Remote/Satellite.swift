import SaybusMessages
import SaybusSound
import Synchronization

/// Plays the streams of a ``BusSink`` on a loudspeaker of this machine, and says when they sound.
///
/// What it says has passed the loudspeaker: of a stream that is cut off before its first sample sounded nothing is told, and of one that is cut
/// off later no end.
final class Satellite: Sendable {
    /// Takes a report on the stream whose first chunk had the header.
    typealias Report = @Sendable (AudioPlayback, Header) -> Void

    private struct Stream {
        let first: Header
        var next: Int
    }

    private struct Piece {
        let first: Header
        let chunk: AudioOutput
    }

    /// The stream that is in the loudspeaker, until it is over or cut off.
    private struct Sounding {
        let first: Header
        /// How many samples the loudspeaker has passed when its first one has sounded.
        let place: Int
        /// Whether its beginning was told.
        var hasStarted = false
    }

    private struct State {
        var stream: Stream?
        var pieces: ArraySlice<Piece> = []
        var sounding: Sounding?
        /// Whether a stream was cut off since the first piece of the last one was taken.
        var wasCut = false
        var isOver = false

        /// The next piece, and whether a stream was cut off before it: from then on, what is cut off is its own.
        mutating func next() -> (piece: Piece, isAfterCut: Bool)? {
            guard let piece = pieces.popFirst() else { return nil }
            guard piece.chunk.index == 0 else { return (piece, false) }
            defer { wasCut = false }
            return (piece, wasCut)
        }
    }

    /// How many chunks wait at most: a ``BusSink`` sends 300 ms ahead, and what is more is a stranger's.
    private static let most = 4_096

    private let sink: any AudioSink
    private let report: Report
    private let state = Mutex(State())
    private let filled = Signal()

    init(_ sink: any AudioSink, report: @escaping Report) { (self.sink, self.report) = (sink, report) }

    /// Takes a chunk. One that sounds elsewhere already, and one of a stream whose beginning was not heard, are left alone.
    func take(_ chunk: AudioOutput, _ header: Header) async {
        guard chunk.use == .speaker else { return }
        let isNew = chunk.index == 0
        let mustStop = state.withLock { state in
            // A stream that is all here is not cut off by the next one, but by the order to be silent, which is a beginning and an end.
            guard isNew,
                state.stream != nil || chunk.isLast && (state.sounding != nil || !state.pieces.isEmpty)
            else { return false }
            state.stream = nil
            state.pieces = []
            state.wasCut = true
            return true
        }
        // Whoever plays the stream that was cut off is woken by it; before the new one is there, of which it must take nothing.
        if mustStop { await cut() }
        state.withLock { state in
            if isNew { state.stream = chunk.isLast ? nil : Stream(first: header, next: 0) }
            // The number is a stranger's: any Int.
            guard let stream = state.stream, stream.first.source == header.source, stream.first.run == header.run,
                chunk.index >= stream.next, chunk.index < .max, state.pieces.count < Self.most
            else { return }
            state.pieces.append(Piece(first: stream.first, chunk: chunk))
            state.stream?.next = chunk.index + 1
            if chunk.isLast { state.stream = nil }
        }
        filled.notify()
    }

    /// Nothing more is played.
    func finish() {
        state.withLock { $0.isOver = true }
        filled.notify()
    }

    /// Plays until finished or cancelled.
    func run() async {
        await withDiscardingTaskGroup { group in
            var resampler: StreamResampler?
            while true {
                await filled.wait { self.state.withLock { !$0.pieces.isEmpty || $0.isOver } }
                if Task.isCancelled { break }
                guard let (piece, isAfterCut) = state.withLock({ $0.next() }) else { break }
                if piece.chunk.index == 0 {
                    resampler = nil
                    if let sounding = await begin(piece.first, isAfterCut: isAfterCut) {
                        resampler = StreamResampler(from: piece.chunk.format.rate, to: sink.rate)
                        group.addTask { await self.tellStart(of: sounding) }
                    }
                }
                await play(piece, resampler)
            }
            group.cancelAll()
        }
    }

    /// A stream begins; nil when it is cut off before it does.
    private func begin(_ first: Header, isAfterCut: Bool) async -> Sounding? {
        // A last piece of the one that was cut off may have come into the loudspeaker after that.
        if isAfterCut { await sink.flush() }
        let sounding = Sounding(first: first, place: await sink.passed() + 1)
        return state.withLock { state -> Sounding? in
            if state.wasCut { return nil }
            state.sounding = sounding
            return sounding
        }
    }

    private func play(_ piece: Piece, _ resampler: StreamResampler?) async {
        guard let resampler else { return }
        do {
            var samples = try resampler.process(PCM.samples(piece.chunk.samples, channels: piece.chunk.format.channels))
            if piece.chunk.isLast { samples += resampler.finish() }
            try await sink.play(samples)
            guard piece.chunk.isLast else { return }
            try await sink.drain()
            let passed = await sink.passed()
            // Draining ends early for who is cut off.
            guard let sounding = takeSounding(piece.first.id) else { return }
            if !sounding.hasStarted, passed >= sounding.place { tell(.started, of: sounding.first) }
            tell(.finished, of: sounding.first)
        } catch {
            guard !Task.isCancelled, let heard = await cut(piece.first.id) else { return }
            state.withLock { state in
                state.pieces = ArraySlice(state.pieces.filter { $0.first.id != piece.first.id })
                if state.stream?.first.id == piece.first.id { state.stream = nil }
            }
            let rate = piece.chunk.format.rate
            report(
                AudioPlayback(
                    sequence: piece.first.id, state: .interrupted, sample: heard * rate / sink.rate, rate: rate,
                    reason: "\(error)"), piece.first)
        }
    }

    /// Stops what is in the loudspeaker; gives how many samples of it had sounded there.
    /// - Parameter id: The stream that it is to be; nil for any. When it is another, nothing is done.
    @discardableResult
    private func cut(_ id: MessageID? = nil) async -> Int? {
        let sounding = takeSounding(id)
        guard sounding != nil || id == nil else { return nil }
        let heard = await sink.flush()
        if let sounding, !sounding.hasStarted, heard > 0 { tell(.started, of: sounding.first) }
        return heard
    }

    /// Takes the stream that is in the loudspeaker: whoever has it tells what becomes of it.
    private func takeSounding(_ id: MessageID?) -> Sounding? {
        state.withLock { state in
            guard let sounding = state.sounding, id == nil || id == sounding.first.id else { return nil }
            state.sounding = nil
            return sounding
        }
    }

    /// What was thrown away has passed too: only of a stream that is still in the loudspeaker the first sample has sounded then.
    private func tellStart(of stream: Sounding) async {
        guard (try? await sink.wait(untilPassed: stream.place)) != nil, !Task.isCancelled else { return }
        state.withLock { state in
            guard let sounding = state.sounding, sounding.first.id == stream.first.id, !sounding.hasStarted else {
                return
            }
            state.sounding?.hasStarted = true
            // Under the lock, so that its end is not told before.
            tell(.started, of: stream.first)
        }
    }

    private func tell(_ state: AudioPlayback.State, of first: Header) {
        report(AudioPlayback(sequence: first.id, state: state), first)
    }
}

/// A resampler that stays with one task.
private final class StreamResampler {
    private var resampler: Resampler

    /// Nil for rates that cannot be.
    init?(from rate: Int, to other: Int) {
        guard let resampler = try? Resampler(from: rate, to: other) else { return nil }
        self.resampler = resampler
    }

    func process(_ samples: [Int16]) throws -> [Int16] { resampler.process(samples) }
    func finish() -> [Int16] { resampler.finish() }
}
