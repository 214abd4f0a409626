import SaybusMessages
import SaybusSound
import Synchronization

/// A sink that plays on another machine: it publishes `audio.output`, and a remote speaker there reports when it is
/// played.
///
/// Sound without a pause is one stream. The remote speaker reports when a stream's first sample is played and when
/// its last one has left the device; in between, the clock is used. The sink sends 300 ms more than has been
/// played. The streams of a session do not overlap.
public final class BusSink: AudioSink {
    /// The lead of the samples sent over those played.
    static let lead = Duration.milliseconds(300)
    /// The time that a remote speaker has for each report.
    static let answerTimeout = Duration.seconds(3)

    /// Publishes a chunk, with an id when one is given.
    public typealias Publish = @Sendable (AudioOutput, MessageID?) throws -> Void

    private struct Stream {
        let id = MessageID()
        var chunks = 0
        /// The number of samples sent.
        var count = 0
        var started: ContinuousClock.Instant?
        var isEnding = false
        /// The sample at which the remote speaker failed to play on, and the error.
        var loss: (sample: Int, error: SoundError)?
    }

    private struct State {
        var stream: Stream?
        /// The number of samples in the streams that are over.
        var before = 0
        var isClosed = false
    }

    /// The sample rate in hertz.
    public let rate: Int
    private let publish: Publish
    private let state = Mutex(State())
    private let changed = Signal()

    /// Creates a sink; the remote speakers' reports must be passed to ``receive(_:)``.
    public init(rate: Int, publish: @escaping Publish) { (self.rate, self.publish) = (rate, publish) }

    /// Processes a remote speaker's report on a stream; other reports are ignored.
    public func receive(_ playback: AudioPlayback) {
        state.withLock { state in
            guard var stream = state.stream, stream.id == playback.sequence else { return }
            switch playback.state {
            case .started: stream.started = stream.started ?? .now
            case .finished:
                state.before += stream.count
                state.stream = nil
                return
            case .interrupted, .skipped:
                let error = SoundError(
                    .deviceLost, "The remote speaker does not play: \(playback.reason ?? "it does not say why")")
                stream.loss = (max(0, min(stream.count, playback.sample ?? 0)), error)
            case .queued, .suspended, .resumed, .word: return
            }
            state.stream = stream
        }
        changed.notify()
    }

    /// Sends samples; suspends while the remote speaker has enough.
    public func play(_ samples: [Int16]) async throws {
        guard !samples.isEmpty else { return }
        let (id, index) = try state.withLock { (state) throws in
            if state.isClosed { throw SoundError(.closed, "The sink is closed; nothing more can be played.") }
            // Samples after the end of a stream begin another one, even if that end was not reported yet.
            if let ending = state.stream, ending.isEnding {
                state.before += ending.count
                state.stream = nil
            }
            var stream = state.stream ?? Stream()
            defer { state.stream = stream }
            if let loss = stream.loss { throw loss.error }
            stream.chunks += 1
            stream.count += samples.count
            return (stream.id, stream.chunks - 1)
        }
        try send(samples, index: index, isLast: false, id: index == 0 ? id : nil)
        changed.notify()
        try await pace(id)
    }

    /// Waits until the last sample has left the remote speaker's loudspeaker.
    public func drain() async throws {
        let end = state.withLock { $0.before + ($0.stream?.count ?? 0) }
        try await wait(untilPassed: end)
    }

    /// Stops the remote speaker at once.
    public func flush() async -> Int {
        let (count, isOpen) = state.withLock { state in
            defer {
                state.before += state.stream?.count ?? 0
                state.stream = nil
            }
            return (playedSamples(of: state.stream), state.stream != nil)
        }
        if isOpen { try? send([], index: 0, isLast: true, id: nil) }
        changed.notify()
        return count
    }

    /// Returns the number of samples played.
    public func passed() async -> Int { state.withLock { $0.before + playedSamples(of: $0.stream) } }

    /// Suspends until a number of samples was played.
    public func wait(untilPassed count: Int) async throws {
        while true {
            try Task.checkCancellation()
            let (stream, before) = state.withLock { ($0.stream, $0.before) }
            guard count > before else { return }
            guard let stream, count - before <= stream.count else {
                await changed.wait {
                    self.state.withLock { $0.before >= count || $0.before + ($0.stream?.count ?? 0) >= count }
                }
                continue
            }
            if let loss = stream.loss { throw loss.error }
            guard let started = stream.started else {
                try await awaitReport(on: stream.id) { $0.started != nil }
                continue
            }
            let due = started + time(count - before)
            if due > .now {
                await waitForChange(of: stream.id, before: due) { _ in false }
                continue
            }
            if count - before < stream.count { return }
            try await end(stream)
        }
    }

    /// Stops the remote speaker, and closes the sink.
    public func close() async throws {
        _ = await flush()
        state.withLock { $0.isClosed = true }
    }

    /// Ends a stream whose time has passed, and waits for the remote speaker's report of the end.
    private func end(_ stream: Stream) async throws {
        let index: Int? = state.withLock { state in
            guard state.stream?.id == stream.id, state.stream?.count == stream.count, state.stream?.isEnding == false
            else {
                return nil
            }
            state.stream?.isEnding = true
            return stream.chunks
        }
        if let index { try send([], index: index, isLast: true, id: nil) }
        try await awaitReport(on: stream.id) { $0.count > stream.count }
    }

    private func pace(_ id: MessageID) async throws {
        while let stream = state.withLock({ $0.stream }), stream.id == id {
            try Task.checkCancellation()
            if let loss = stream.loss { throw loss.error }
            guard time(stream.count - playedSamples(of: stream)) > Self.lead else { return }
            if let started = stream.started {
                await waitForChange(of: id, before: started + time(stream.count) - Self.lead) { _ in false }
            } else {
                try await awaitReport(on: id) { $0.started != nil }
            }
        }
    }

    /// Waits for a remote speaker's report on a stream.
    private func awaitReport(on id: MessageID, _ isThere: @escaping @Sendable (Stream) -> Bool) async throws {
        await waitForChange(of: id, before: .now + Self.answerTimeout, isThere)
        try Task.checkCancellation()
        let isMissing = state.withLock { state in
            guard let stream = state.stream, stream.id == id, stream.loss == nil, !isThere(stream) else { return false }
            let reason =
                stream.started == nil
                ? "No remote speaker says that it plays audio.output; start saybus-audio --from-bus in this session."
                : "The remote speaker has begun to play audio.output, and does not say that it came to its end."
            state.stream?.loss = (playedSamples(of: stream), SoundError(.noDevice, reason))
            return true
        }
        if isMissing { changed.notify() }
    }

    /// Waits until a deadline, until the stream is over or lost, or until a condition is met.
    private func waitForChange(
        of id: MessageID, before deadline: ContinuousClock.Instant, _ isMet: @escaping @Sendable (Stream) -> Bool
    ) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { try? await ContinuousClock().sleep(until: deadline) }
            group.addTask {
                await self.changed.wait {
                    self.state.withLock { state in
                        guard let stream = state.stream, stream.id == id else { return true }
                        return stream.loss != nil || isMet(stream)
                    }
                }
            }
            await group.next()
            group.cancelAll()
        }
    }

    private func playedSamples(of stream: Stream?) -> Int {
        guard let stream else { return 0 }
        if let loss = stream.loss { return loss.sample }
        guard let started = stream.started else { return 0 }
        return min(stream.count, Int((ContinuousClock.now - started) / .seconds(1) * Double(rate)))
    }

    private func time(_ samples: Int) -> Duration { .seconds(Double(samples) / Double(rate)) }

    private func send(_ samples: [Int16], index: Int, isLast: Bool, id: MessageID?) throws {
        try publish(
            AudioOutput(
                index: index, isLast: isLast, format: PCMFormat(rate: rate, channels: 1), samples: PCM.bytes(samples),
                use: .speaker),
            id)
    }
}
