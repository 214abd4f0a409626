import Messages
import Sound
import Synchronization

/// Plays the streams of a ``BusSink`` on a loudspeaker of this machine, and says when they sound.
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

    private struct State {
        var stream: Stream?
        var pieces: ArraySlice<Piece> = []
        var isOver = false
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
            guard isNew, state.stream != nil else { return false }
            state.stream = nil
            state.pieces = []
            return true
        }
        // Whoever plays the stream that was cut off is woken by it; before the new one is there, of which it must take nothing.
        if mustStop { await sink.flush() }
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
                guard let piece = state.withLock({ $0.pieces.popFirst() }) else { break }
                if piece.chunk.index == 0 {
                    let place = await sink.passed() + 1
                    resampler = StreamResampler(from: piece.chunk.format.rate, to: sink.rate)
                    group.addTask { await self.tell(.started, of: piece.first, at: place) }
                }
                await play(piece, resampler)
            }
            group.cancelAll()
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
            report(AudioPlayback(sequence: piece.first.id, state: .finished), piece.first)
        } catch {
            guard !Task.isCancelled else { return }
            await sink.flush()
            state.withLock { state in
                state.pieces = ArraySlice(state.pieces.filter { $0.first.id != piece.first.id })
                if state.stream?.first.id == piece.first.id { state.stream = nil }
            }
            report(
                AudioPlayback(sequence: piece.first.id, state: .interrupted, reason: "\(error)"), piece.first)
        }
    }

    private func tell(_ playback: AudioPlayback.State, of first: Header, at place: Int) async {
        guard (try? await sink.wait(untilPassed: place)) != nil, !Task.isCancelled else { return }
        report(AudioPlayback(sequence: first.id, state: playback), first)
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
