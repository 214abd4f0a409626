import Synchronization

/// A loudspeaker that may be unplugged and plugged in again.
///
/// While the loudspeaker is missing, ``play(_:)`` throws the reason, and the sink tries again and again to open it.
/// The samples that were buffered when it was lost are lost. A loudspeaker that is lost while nothing plays is noticed
/// at the next ``play(_:)``.
public actor ReconnectingSink: AudioSink {
    /// The rate of the samples, in hertz.
    public nonisolated let rate: Int

    /// The pauses before attempts to open the loudspeaker: the first one, doubled each time up to the last one.
    static let pauses = (first: Duration.seconds(1), last: Duration.seconds(8))
    /// The time allowed for finding and opening a loudspeaker, at the start and later. A stage is not ready before.
    static let (firstTimeout, timeout) = (Duration.seconds(2), Duration.seconds(10))
    /// The rate when there is no loudspeaker at the start: one that any loudspeaker supports.
    static let defaultRate = 48_000

    private let open: @Sendable () async throws -> any AudioSink
    private let clock: any Clock<Duration>
    private var sink: (any AudioSink)?
    /// The number of times that the loudspeaker was replaced, by which a task that has waited detects a replacement.
    private var generation = 0
    /// The reason why nothing can be played.
    private var failure: (any Error)?
    /// The samples taken by former loudspeakers, and by the current one.
    private var before = 0
    private var taken = 0
    private var isInPassage = false
    /// Fires when a loudspeaker has taken the first samples of the newest passage, or none can; nil before the first.
    private var beginning: OneShot?
    private var isClosed = false
    private var search: Task<Void, Never>?
    private var watchers: [@Sendable ((any Error)?) -> Void] = []

    /// Opens a loudspeaker by index, name or part of its name (nil: the default), at the wanted rate or else at its
    /// own.
    ///
    /// A loudspeaker that is opened again must support the same rate.
    public init(device wanted: String? = nil, rate: Int) async {
        // Listing devices takes time, and never ends when the sound server hangs, so it must not run on the threads
        // that all tasks share.
        let opening = TimedOpening<DeviceSink>("The loudspeaker")
        let isFirst = Atomic(true)
        await self.init(rate: rate) { rate in
            let timeout = isFirst.exchange(false, ordering: .relaxed) ? Self.firstTimeout : Self.timeout
            return try await opening.open(within: timeout) { try DeviceSink(device: wanted, rate: rate) }
        }
    }

    /// Creates a sink over the loudspeaker that `open` opens at a rate, and opens it at once if possible.
    init(
        rate wanted: Int, clock: any Clock<Duration> = ContinuousClock(),
        open: @escaping @Sendable (_ rate: Int) async throws -> any AudioSink
    ) async {
        var rate = Self.defaultRate
        do {
            let first = try await open(wanted)
            (sink, rate) = (first, first.rate)
        } catch {
            failure = error
        }
        (self.rate, self.clock) = (rate, clock)
        self.open = { [rate] in
            var sink = try await open(rate)
            if sink.rate != rate {
                // This loudspeaker was opened by an attempt that began before the rate was fixed.
                try? await sink.close()
                sink = try await open(rate)
            }
            guard sink.rate == rate else {
                try? await sink.close()
                throw SoundError(
                    .deviceRefused,
                    "The loudspeaker takes \(sink.rate) Hz, and not the \(rate) Hz that are played; start anew to use it."
                )
            }
            return sink
        }
        if failure != nil { startSearch() }
    }

    deinit { search?.cancel() }

    /// Takes samples; suspends while the buffer is full.
    public func play(_ samples: [Int16]) async throws {
        let (sink, isFirst, generation) = (try current(), !isInPassage, generation)
        isInPassage = true
        taken += samples.count
        let beginning = isFirst ? OneShot() : nil
        if let beginning { self.beginning = beginning }
        defer { beginning?.fire() }
        do {
            try await sink.play(samples)
        } catch {
            try Task.checkCancellation()
            // The sound server may have been restarted while nothing played.
            if isFirst, failure == nil, generation == self.generation, let new = try? await open() {
                await use(new, replaying: samples.count)
                try await reportingLoss { try await new.play(samples) }
            } else {
                // A loudspeaker that was replaced meanwhile has not failed.
                if generation == self.generation { lose(error) }
                throw error
            }
        }
    }

    /// Returns when the last sample has sounded, and ends the passage.
    public func drain() async throws {
        let sink = try current()
        try await reportingLoss { try await sink.drain() }
        isInPassage = false
    }

    /// Discards the samples that have not sounded.
    public func flush() async -> Int {
        isInPassage = false
        return await sink?.flush() ?? 0
    }

    /// Returns the number of samples that have passed.
    public func passed() async -> Int {
        let (sink, before) = (sink, before)
        return before + (await sink?.passed() ?? 0)
    }

    /// Suspends until `count` samples have passed.
    public func wait(untilPassed count: Int) async throws {
        while count > before {
            let (sink, wanted, generation) = (try current(), count - before, generation)
            do {
                try await sink.wait(untilPassed: wanted)
                if generation == self.generation { return }
            } catch {
                // The beginning of a passage opens a loudspeaker anew that has failed.
                await beginning?.wait()
                try Task.checkCancellation()
                guard generation == self.generation else { continue }
                lose(error)
                throw error
            }
        }
    }

    /// Closes the loudspeaker, and stops looking for one.
    public func close() async throws {
        isClosed = true
        search?.cancel()
        try await sink?.close()
    }

    /// Calls `change` when the loudspeaker is lost, and when it is back.
    public func watch(_ change: @escaping @Sendable ((any Error)?) -> Void) async {
        watchers.append(change)
        if let failure { change(failure) }
    }

    private func current() throws -> any AudioSink {
        if isClosed { throw SoundError(.closed, "The sink is closed; nothing more can be played.") }
        guard let sink, failure == nil else { throw failure ?? SoundError(.noDevice, "There is no loudspeaker.") }
        return sink
    }

    private func reportingLoss(_ body: @Sendable () async throws -> Void) async throws {
        let generation = generation
        do {
            try await body()
        } catch {
            try Task.checkCancellation()
            if generation == self.generation { lose(error) }
            throw error
        }
    }

    /// Marks the loudspeaker as lost, and starts to look for it. The lost sink is kept, because it knows the number of
    /// samples that had sounded.
    private func lose(_ error: any Error) {
        guard failure == nil, !isClosed else { return }
        failure = error
        for watcher in watchers { watcher(error) }
        startSearch()
    }

    private func startSearch() {
        search = Task { [weak self, clock] in
            var pause = Self.pauses.first
            while (try? await clock.sleep(for: pause)) != nil, await self?.find() == false {
                pause = min(pause * 2, Self.pauses.last)
            }
        }
    }

    /// Tries to open the loudspeaker.
    /// - Returns: Whether the search is over.
    private func find() async -> Bool {
        guard !isClosed, let new = try? await open() else { return isClosed }
        await use(new, replaying: 0)
        failure = nil
        for watcher in watchers { watcher(nil) }
        return true
    }

    /// Replaces the loudspeaker. The new one will play `count` samples that the old one had taken.
    private func use(_ new: any AudioSink, replaying count: Int) async {
        let old = sink
        before += taken - count
        (sink, taken, isInPassage) = (new, count, count > 0)
        generation += 1
        // Wakes the tasks that wait for the old loudspeaker.
        try? await old?.close()
        if isClosed { try? await new.close() }
    }
}
