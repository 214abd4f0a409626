/// Plays on a loudspeaker that may come and go.
///
/// While it is not there, playing is an error that says why, and it is looked for again and again. What was in it when it went is lost; what is
/// played once it is back is heard. One that goes while nothing plays is noticed when something does.
public actor LastingSink: AudioSink {
    /// Rate of the samples that are taken, in hertz.
    public nonisolated let rate: Int

    /// Pauses between two looks: the first one, doubled each time up to the last one.
    static let pauses = (first: Duration.seconds(1), last: Duration.seconds(8))
    /// How long the looking for a loudspeaker and its opening may take.
    static let patience = Duration.seconds(10)
    /// The rate when no loudspeaker is there at the start: one that any takes.
    static let usualRate = 48_000

    private let open: @Sendable () async throws -> any AudioSink
    private let clock: any Clock<Duration>
    private var sink: (any AudioSink)?
    /// Counts the loudspeakers, so that who has waited knows whether it is still the same.
    private var generation = 0
    /// Why nothing can be played.
    private var failure: (any Error)?
    /// Samples that were taken by loudspeakers that are gone, and by this one.
    private var before = 0
    private var taken = 0
    private var isInPassage = false
    private var isClosed = false
    private var search: Task<Void, Never>?
    private var watchers: [@Sendable ((any Error)?) -> Void] = []

    /// A loudspeaker of the machine by index, name or part of its name (nil: the default), at the wanted rate or else at its own.
    ///
    /// One that comes back must take the rate that it had.
    public init(device wanted: String? = nil, rate: Int) async {
        // Looking for devices takes its time, and a sound server that hangs takes more: on none of the threads that all tasks share.
        let opening = PatientOpening<DeviceSink>("The loudspeaker")
        await self.init(rate: rate) { rate in
            try await opening.open(within: LastingSink.patience) { try DeviceSink(device: wanted, rate: rate) }
        }
    }

    /// Whatever `open` opens at a rate, now if it can be.
    init(
        rate wanted: Int, clock: any Clock<Duration> = ContinuousClock(),
        open: @escaping @Sendable (_ rate: Int) async throws -> any AudioSink
    ) async {
        var rate = Self.usualRate
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
                // One whose opening has begun before there was a rate to go by.
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
        if failure != nil { look() }
    }

    deinit { search?.cancel() }

    /// Takes samples; suspends while the buffer is full.
    public func play(_ samples: [Int16]) async throws {
        let (sink, isFirst, generation) = (try current(), !isInPassage, generation)
        isInPassage = true
        taken += samples.count
        do {
            try await sink.play(samples)
        } catch {
            try Task.checkCancellation()
            // A sound server that was started anew while nothing played.
            if isFirst, failure == nil, generation == self.generation, let new = try? await open() {
                await use(new, owing: samples.count)
                try await noticing { try await new.play(samples) }
            } else {
                // One that was exchanged meanwhile is not the one that failed.
                if generation == self.generation { lose(error) }
                throw error
            }
        }
    }

    /// Returns when the last sample has sounded, and ends the passage.
    public func drain() async throws {
        let sink = try current()
        try await noticing { try await sink.drain() }
        isInPassage = false
    }

    /// Throws away what has not sounded.
    public func flush() async -> Int {
        isInPassage = false
        return await sink?.flush() ?? 0
    }

    /// How many have passed.
    public func passed() async -> Int {
        let (sink, before) = (sink, before)
        return before + (await sink?.passed() ?? 0)
    }

    /// Suspends until so many have passed.
    public func wait(untilPassed count: Int) async throws {
        while count > before {
            let (sink, wanted, generation) = (try current(), count - before, generation)
            try await noticing { try await sink.wait(untilPassed: wanted) }
            if generation == self.generation { return }
        }
    }

    /// Lets go of it and looks for none any more.
    public func close() async throws {
        isClosed = true
        search?.cancel()
        try await sink?.close()
    }

    /// Tells when the loudspeaker is lost and when it is back.
    public func watch(_ change: @escaping @Sendable ((any Error)?) -> Void) async {
        watchers.append(change)
        if let failure { change(failure) }
    }

    private func current() throws -> any AudioSink {
        if isClosed { throw SoundError(.closed, "The sink is closed; nothing more can be played.") }
        guard let sink, failure == nil else { throw failure ?? SoundError(.noDevice, "There is no loudspeaker.") }
        return sink
    }

    private func noticing(_ body: @Sendable () async throws -> Void) async throws {
        let generation = generation
        do {
            try await body()
        } catch {
            try Task.checkCancellation()
            if generation == self.generation { lose(error) }
            throw error
        }
    }

    /// Nothing is played from now on, until one is found. The lost one is kept to tell what had sounded.
    private func lose(_ error: any Error) {
        guard failure == nil, !isClosed else { return }
        failure = error
        for watcher in watchers { watcher(error) }
        look()
    }

    private func look() {
        search = Task { [weak self, clock] in
            var pause = Self.pauses.first
            while (try? await clock.sleep(for: pause)) != nil, await self?.find() == false {
                pause = min(pause * 2, Self.pauses.last)
            }
        }
    }

    /// Looks for the loudspeaker; gives whether the search is over.
    private func find() async -> Bool {
        guard !isClosed, let new = try? await open() else { return isClosed }
        await use(new, owing: 0)
        failure = nil
        for watcher in watchers { watcher(nil) }
        return true
    }

    /// Goes over to another loudspeaker, to which so many samples are played that the old one has taken.
    private func use(_ new: any AudioSink, owing count: Int) async {
        let old = sink
        before += taken - count
        (sink, taken, isInPassage) = (new, count, count > 0)
        generation += 1
        // Wakes those who wait there.
        try? await old?.close()
        if isClosed { try? await new.close() }
    }
}
