/// Plays on a loudspeaker.
///
/// A quarter of a second is buffered. The device runs from the first sample of a passage to the last one, and rests in
/// between.
public actor DeviceSink: AudioSink {
    /// The loudspeaker.
    public nonisolated let device: AudioDevice
    /// Rate of the samples that are taken, in hertz.
    public nonisolated let rate: Int

    private var stream: DeviceStream?
    private let line: DeviceLine
    private let deviceRate: Int
    private var resampler: Resampler
    private var isRunning = false
    private var failure: SoundError?

    /// Opens a loudspeaker by index, name or part of its name (nil: the default).
    public init(device wanted: String? = nil, rate: Int) throws(SoundError) {
        try Resampler.check(rate)
        let lease = try PortAudioLibrary.Lease()
        let device = try AudioDevices.find(wanted, for: .output, in: AudioDevices.list())
        var line = DeviceLine(capacity: 1)
        let stream = try DeviceStream(device, for: .output, rate: rate, lease: lease) { rate in
            line = DeviceLine(capacity: rate / 4)
            return line
        }
        resampler = try Resampler(from: rate, to: stream.rate)
        deviceRate = stream.rate
        (self.device, self.rate, self.line, self.stream) = (device, rate, line, stream)
    }

    /// Takes samples; suspends while the buffer is full.
    public func play(_ samples: [Int16]) async throws {
        let passage = line.passage
        for start in stride(from: 0, to: samples.count, by: 4096) {
            let block = Array(samples[start..<min(start + 4096, samples.count)])
            guard line.passage == passage else { return }
            try await put(resampler.process(block), passage)
        }
    }

    /// Returns when the last sample has left the loudspeaker, by the latency that the device reports.
    public func drain() async throws {
        let passage = line.passage
        try await put(resampler.finish(), passage)
        guard line.passage == passage, isRunning, let latency = stream?.latency else { return }
        let line = line
        await line.signal.wait {
            line.passage != passage || line.isFinished || line.ring.count == 0 && line.trailingSilence >= latency
        }
        try Task.checkCancellation()
        guard line.passage == passage else { return }
        guard !line.isFinished else { throw lostDevice() }
        endPassage()
    }

    /// Stops at once.
    public func flush() -> Int {
        let delay = max(0, (stream?.latency ?? 0) - line.trailingSilence)
        stream?.stop()
        let sounded = max(0, line.passed - delay) * rate / deviceRate
        endPassage()
        return sounded
    }

    /// Stops at once and lets go of the device.
    public func close() {
        endPassage()
        stream = nil
    }

    private func put(_ samples: [Int16], _ passage: Int) async throws {
        let line = line
        var position = 0
        while position < samples.count {
            guard let stream else {
                throw failure ?? SoundError(.closed, "\"\(device.name)\" is closed; nothing more can be played.")
            }
            position += samples[position...].withUnsafeBufferPointer { line.ring.write($0) }
            if !isRunning {
                try stream.start(device.name)
                isRunning = true
            }
            guard position < samples.count else { return }
            await line.signal.wait {
                line.passage != passage || line.isFinished || line.ring.count < line.ring.capacity
            }
            try Task.checkCancellation()
            guard line.passage == passage else { return }
            guard !line.isFinished else { throw lostDevice() }
        }
    }

    private func endPassage() {
        stream?.stop()
        isRunning = false
        resampler.reset()
        line.restart()
    }

    /// A stream that failed is let go of: PortAudio can hang when it is started again.
    private func lostDevice() -> SoundError {
        endPassage()
        stream = nil
        let error = SoundError(
            .deviceLost, "\"\(device.name)\" takes no more sound; if it was unplugged, plug it in and open it anew.")
        failure = error
        return error
    }
}
