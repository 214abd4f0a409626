/// Plays on a loudspeaker.
///
/// What is played is heard within some 200 ms: 80 ms are buffered here, the rest by the device. The device runs from the first sample of a
/// passage to the last one, and rests in between.
public actor DeviceSink: AudioSink {
    /// The loudspeaker.
    public nonisolated let device: AudioDevice
    /// Rate of the samples that are taken, in hertz.
    public nonisolated let rate: Int

    private var stream: DeviceStream?
    private let line: DeviceLine
    private var isRunning = false
    private var failure: SoundError?
    /// Samples of the passages that have ended, and of this one.
    private var before = 0
    private var taken = 0
    /// How many of this passage had sounded when the device was lost; nil while it is there.
    private var soundedAtLoss: Int?

    /// Opens a loudspeaker by index, name or part of its name (nil: the default), at the wanted rate or else at its own.
    public init(device wanted: String? = nil, rate: Int) throws(SoundError) {
        try Resampler.check(rate)
        let lease = try PortAudioLibrary.Lease()
        let device = try AudioDevices.find(wanted, for: .output, in: AudioDevices.list())
        var line = DeviceLine(capacity: 1)
        let stream = try DeviceStream(device, for: .output, rate: rate, lease: lease) { rate in
            line = DeviceLine(capacity: rate * 8 / 100, head: rate * 6 / 100, rate: rate)
            return line
        }
        (self.device, self.rate, self.line, self.stream) = (device, stream.rate, line, stream)
    }

    /// Takes samples; suspends while the buffer is full.
    public func play(_ samples: [Int16]) async throws {
        let (line, passage) = (line, line.passage)
        taken += samples.count
        var position = 0
        while position < samples.count {
            guard let stream else {
                throw failure ?? SoundError(.closed, "\"\(device.name)\" is closed; nothing more can be played.")
            }
            position += samples[position...].withUnsafeBufferPointer { line.ring.write($0) }
            if !isRunning { try start(stream) }
            guard position < samples.count else { return }
            await line.signal.wait {
                line.passage != passage || line.isFinished || line.ring.count < line.ring.capacity
            }
            try Task.checkCancellation()
            guard line.passage == passage else { return }
            guard !line.isFinished else { throw lostDevice() }
        }
    }

    /// Returns when the last sample has left the loudspeaker, by the latency that the device reports.
    public func drain() async throws {
        let passage = line.passage
        try await wait(untilPassed: before + taken)
        if line.passage == passage { endPassage() }
    }

    /// Stops at once.
    public func flush() -> Int {
        let sounded = sounded()
        endPassage()
        return sounded
    }

    /// How many have passed, by the latency that the device reports.
    public func passed() -> Int { before + sounded() }

    /// Suspends until so many have passed.
    public func wait(untilPassed count: Int) async throws {
        while passed() < count {
            let (line, passage, before, latency) = (line, line.passage, before, stream?.latency ?? 0)
            if let time = line.time(untilSounded: count - before) {
                await Self.sleep(time, unless: { line.passage != passage || line.isFinished }, line.signal)
            } else {
                await line.signal.wait {
                    line.passage != passage || line.isFinished || before + line.sounded(after: latency) >= count
                        || line.time(untilSounded: count - before) != nil
                }
            }
            try Task.checkCancellation()
            if line.passage == passage, line.isFinished { throw lostDevice() }
        }
    }

    /// Stops at once and lets go of the device.
    public func close() {
        endPassage()
        stream = nil
    }

    /// The device asks for samples in lumps of tens of milliseconds; between two of them the clock tells.
    private static func sleep(
        _ time: Duration, unless isOver: @escaping @Sendable () -> Bool, _ signal: Signal
    ) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { try? await ContinuousClock().sleep(for: time) }
            group.addTask { await signal.wait(until: isOver) }
            await group.next()
            group.cancelAll()
        }
    }

    private func start(_ stream: DeviceStream) throws(SoundError) {
        do {
            try stream.start(device.name)
            isRunning = true
        } catch {
            _ = lostDevice()
            failure = error
            throw error
        }
    }

    private func sounded() -> Int { soundedAtLoss ?? min(taken, line.sounded(after: stream?.latency ?? 0)) }

    private func endPassage() {
        stream?.stop()
        soundedAtLoss = nil
        isRunning = false
        before += taken
        taken = 0
        line.restart()
    }

    /// A stream that failed is let go of: PortAudio can hang when it is started again. What had sounded is known until the passage is ended.
    private func lostDevice() -> SoundError {
        if let failure { return failure }
        soundedAtLoss = sounded()
        stream = nil
        let error = SoundError(.deviceLost, "\"\(device.name)\" takes no more sound; was it unplugged?")
        failure = error
        return error
    }
}
