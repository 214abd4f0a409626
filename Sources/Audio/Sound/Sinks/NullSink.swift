/// A sink that discards its samples, as fast as possible or in the time that a loudspeaker would take.
public actor NullSink: AudioSink {
    /// The rate of the samples, in hertz.
    public nonisolated let rate: Int
    /// The number of samples taken in all.
    private(set) var length = 0

    private let clock: (any Clock<Duration>)?
    /// Fires when the passage ends.
    private var end = OneShot()
    private var isClosed = false

    /// The length of the sound that is buffered in real time.
    static let buffer = Duration.milliseconds(80)

    /// A stopwatch started when the pending samples began to sound; nil while there are none.
    private var watch: Stopwatch?
    /// The samples taken since the stopwatch was started.
    private var running = 0
    /// The samples of this passage that had sounded before the stopwatch was started.
    private var before = 0
    /// Fires when more samples are taken, for tasks that wait until those have passed.
    private var more = OneShot()
    /// Whether a task has waited for samples not taken yet.
    private(set) var isAwaited = false

    /// Creates a sink. In real time, playing takes as long as the sound lasts, by `clock`, with a buffer of 80 ms.
    public init(rate: Int, realTime: Bool = false, clock: any Clock<Duration> = ContinuousClock()) throws(SoundError) {
        try Resampler.check(rate)
        self.rate = rate
        self.clock = realTime ? clock : nil
    }

    /// Takes samples; in real time it suspends while the buffer is full.
    public func play(_ samples: [Int16]) async throws {
        guard !isClosed else { throw SoundError(.closed, "The sink is closed; nothing more can be played.") }
        length += samples.count
        guard let clock else {
            before += samples.count
            announce()
            return
        }
        if let watch, watch.elapsed() > time(running) { rest() }
        let watch = watch ?? Stopwatch(clock)
        self.watch = watch
        running += samples.count
        announce()
        try await wait(until: time(running) - Self.buffer, watch)
    }

    /// Returns when the last sample would have sounded.
    public func drain() async throws {
        let ending = end
        if let watch { try await wait(until: time(running), watch) }
        if ending === end { endPassage() }
    }

    /// Discards the samples that would not have sounded yet.
    public func flush() -> Int {
        rest()
        defer { endPassage() }
        return before
    }

    /// Returns the number of samples that have passed, by the stopwatch.
    public func passed() -> Int {
        guard let watch else { return length }
        return length - running + min(running, sounded(watch))
    }

    /// Suspends until `count` samples have passed, by the stopwatch.
    public func wait(untilPassed count: Int) async throws {
        while passed() < count {
            try Task.checkCancellation()
            guard let watch, length >= count else {
                isAwaited = true
                await more.wait()
                continue
            }
            try await wait(until: time(count - (length - running)), watch)
        }
    }

    /// Ends the passage, and closes the sink.
    public func close() {
        endPassage()
        isClosed = true
    }

    /// Wakes the tasks that wait for samples not taken yet.
    private func announce() {
        more.fire()
        more = OneShot()
    }

    private func time(_ samples: Int) -> Duration { .seconds(Double(samples) / Double(rate)) }

    private func sounded(_ watch: Stopwatch) -> Int { Int((watch.elapsed() / .seconds(1) * Double(rate)).rounded()) }

    /// Stops the stopwatch, and counts the samples that have sounded by it.
    private func rest() {
        if let watch { before += min(running, sounded(watch)) }
        (watch, running) = (nil, 0)
    }

    private func endPassage() {
        end.fire()
        end = OneShot()
        (watch, running, before) = (nil, 0, 0)
    }

    /// Sleeps until the stopwatch shows `time`, or the passage ends.
    private func wait(until time: Duration, _ watch: Stopwatch) async throws {
        guard time > watch.elapsed() else { return }
        let end = end
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await watch.sleep(time) }
            group.addTask { await end.wait() }
            try await group.next()
            group.cancelAll()
        }
        try Task.checkCancellation()
    }
}
