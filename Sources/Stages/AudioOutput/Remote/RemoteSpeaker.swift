import SaybusMessages
import SaybusSound
import Synchronization

/// A player of the streams of a ``BusSink`` on a loudspeaker of this machine, which reports when they are played.
///
/// Reports refer to sound that the loudspeaker has played. A stream that is cut off before its first sample
/// gets no report, and one that is cut off later gets no report of its end. A stream whose rate cannot be converted is
/// reported as skipped.
final class RemoteSpeaker: Sendable {
    /// Receives a report on the stream whose first chunk had the header.
    typealias Report = @Sendable (AudioPlayback, Header) -> Void

    private struct Stream {
        let first: Header
        var next: Int
    }

    /// A chunk with the header of its stream's first chunk.
    private struct Piece {
        let first: Header
        let chunk: AudioOutput
    }

    /// The stream in the loudspeaker, until it is over or cut off.
    private struct PlayingStream {
        let first: Header
        /// The loudspeaker's sample count when the stream's first sample has been played.
        let place: Int
        /// Whether its beginning was reported.
        var hasStarted = false
    }

    private struct State {
        var stream: Stream?
        var pieces: ArraySlice<Piece> = []
        var playing: PlayingStream?
        /// Whether a stream was cut off since the first piece of the current one was taken.
        var wasCut = false
        var isOver = false

        /// Removes the next piece and returns it. For the first piece of a stream, also returns whether an earlier
        /// stream was cut off; a later cut concerns the new stream.
        mutating func next() -> (piece: Piece, isAfterCut: Bool)? {
            guard let piece = pieces.popFirst() else { return nil }
            guard piece.chunk.index == 0 else { return (piece, false) }
            defer { wasCut = false }
            return (piece, wasCut)
        }
    }

    /// The maximum number of waiting chunks. A ``BusSink`` sends only 300 ms ahead; more comes from a faulty sender.
    private static let maximumPieces = 4_096

    private let sink: any AudioSink
    private let report: Report
    private let state = Mutex(State())
    private let filled = Signal()

    init(_ sink: any AudioSink, report: @escaping Report) { (self.sink, self.report) = (sink, report) }

    /// Processes a chunk. Chunks for other uses, and chunks of a stream whose beginning was missed, are ignored.
    func take(_ chunk: AudioOutput, _ header: Header) async {
        guard chunk.use == .speaker else { return }
        let isNew = chunk.index == 0
        let mustStop = state.withLock { state in
            // A complete stream is not cut off by the next one, only by the command to be silent: a chunk that
            // is first and last.
            guard isNew,
                state.stream != nil || chunk.isLast && (state.playing != nil || !state.pieces.isEmpty)
            else { return false }
            state.stream = nil
            state.pieces = []
            state.wasCut = true
            return true
        }
        // The cut wakes the task that plays the old stream. The new stream is added after it, so that this task
        // cannot take its pieces for the old one.
        if mustStop { await cut() }
        state.withLock { state in
            if isNew { state.stream = chunk.isLast ? nil : Stream(first: header, next: 0) }
            // The index comes from another program and may be any Int.
            guard let stream = state.stream, stream.first.source == header.source, stream.first.run == header.run,
                chunk.index >= stream.next, chunk.index < .max, state.pieces.count < Self.maximumPieces
            else { return }
            state.pieces.append(Piece(first: stream.first, chunk: chunk))
            state.stream?.next = chunk.index + 1
            if chunk.isLast { state.stream = nil }
        }
        filled.notify()
    }

    /// Ends playback.
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
                    if let playing = await begin(piece.first, isAfterCut: isAfterCut) {
                        do {
                            resampler = try StreamResampler(from: piece.chunk.format.rate, to: sink.rate)
                            group.addTask { await self.reportStart(of: playing) }
                        } catch {
                            skip(playing, rate: piece.chunk.format.rate, error)
                        }
                    }
                }
                await play(piece, resampler)
            }
            group.cancelAll()
        }
    }

    /// Begins a stream; returns nil when it is cut off before.
    private func begin(_ first: Header, isAfterCut: Bool) async -> PlayingStream? {
        // A last piece of the old stream may have entered the loudspeaker after the cut.
        if isAfterCut { await sink.flush() }
        let playing = PlayingStream(first: first, place: await sink.passed() + 1)
        return state.withLock { state -> PlayingStream? in
            if state.wasCut { return nil }
            state.playing = playing
            return playing
        }
    }

    /// Leaves out a stream whose sample rate cannot be converted, and reports that.
    private func skip(_ stream: PlayingStream, rate: Int, _ error: any Error) {
        guard takePlaying(stream.first.id) != nil else { return }
        drop(stream.first.id)
        report(
            AudioPlayback(
                sequence: stream.first.id, state: .skipped,
                reason: "sound of \(rate) Hz cannot be played at the loudspeaker's \(sink.rate) Hz: \(error)"),
            stream.first)
    }

    /// Drops the waiting and all later chunks of a stream.
    private func drop(_ id: MessageID) {
        state.withLock { state in
            state.pieces = ArraySlice(state.pieces.filter { $0.first.id != id })
            if state.stream?.first.id == id { state.stream = nil }
        }
    }

    private func play(_ piece: Piece, _ resampler: StreamResampler?) async {
        guard let resampler else { return }
        do {
            var samples = resampler.process(PCM.samples(piece.chunk.samples, channels: piece.chunk.format.channels))
            if piece.chunk.isLast { samples += resampler.finish() }
            try await sink.play(samples)
            guard piece.chunk.isLast else { return }
            try await sink.drain()
            let passed = await sink.passed()
            // Draining ends early when the stream is cut off.
            guard let playing = takePlaying(piece.first.id) else { return }
            if !playing.hasStarted, passed >= playing.place { publish(.started, of: playing.first) }
            publish(.finished, of: playing.first)
        } catch {
            guard !Task.isCancelled, let played = await cut(piece.first.id) else { return }
            drop(piece.first.id)
            let rate = piece.chunk.format.rate
            report(
                AudioPlayback(
                    sequence: piece.first.id, state: .interrupted, sample: played * rate / sink.rate, rate: rate,
                    reason: "\(error)"), piece.first)
        }
    }

    /// Stops the stream in the loudspeaker, and returns how many of its samples were played.
    /// - Parameter id: The stream to stop; nil for any. Another stream is left alone.
    @discardableResult
    private func cut(_ id: MessageID? = nil) async -> Int? {
        let playing = takePlaying(id)
        guard playing != nil || id == nil else { return nil }
        let played = await sink.flush()
        if let playing, !playing.hasStarted, played > 0 { publish(.started, of: playing.first) }
        return played
    }

    /// Takes the stream in the loudspeaker; the caller that gets it reports its end.
    private func takePlaying(_ id: MessageID?) -> PlayingStream? {
        state.withLock { state in
            guard let playing = state.playing, id == nil || id == playing.first.id else { return nil }
            state.playing = nil
            return playing
        }
    }

    /// Reports a stream's start. Flushed samples count as passed too, so the stream must still be in the loudspeaker.
    private func reportStart(of stream: PlayingStream) async {
        guard (try? await sink.wait(untilPassed: stream.place)) != nil, !Task.isCancelled else { return }
        state.withLock { state in
            guard let playing = state.playing, playing.first.id == stream.first.id, !playing.hasStarted else {
                return
            }
            state.playing?.hasStarted = true
            // Reported under the lock, so that the end cannot be reported first.
            publish(.started, of: stream.first)
        }
    }

    private func publish(_ state: AudioPlayback.State, of first: Header) {
        report(AudioPlayback(sequence: first.id, state: state), first)
    }
}

/// A resampler that only one task uses.
private final class StreamResampler {
    private var resampler: Resampler

    /// Creates a resampler.
    /// - Throws: ``SoundError`` when it cannot convert one of the rates.
    init(from rate: Int, to other: Int) throws(SoundError) { resampler = try Resampler(from: rate, to: other) }

    func process(_ samples: [Int16]) -> [Int16] { resampler.process(samples) }
    func finish() -> [Int16] { resampler.finish() }
}
