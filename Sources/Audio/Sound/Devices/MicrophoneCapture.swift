/// Records from a microphone, mono, 16 bits.
///
/// Two seconds are held for a slow listener; what comes while they are full is dropped and counted.
public actor MicrophoneCapture {
    /// Some recorded samples.
    public struct Block: Sendable {
        /// The samples, 20 ms of them.
        public let samples: [Int16]
        /// How many samples were dropped just before these.
        public let lost: Int
    }

    /// The microphone.
    public nonisolated let device: AudioDevice
    /// Rate of the samples, in hertz.
    public nonisolated let rate: Int

    private var stream: DeviceStream?
    private let line: DeviceLine
    private var resampler: Resampler
    private let deviceRate: Int
    private var reported = 0

    /// A device that gives nothing for so long is lost, though it does not say so.
    private static let patience = Duration.seconds(3)

    /// Opens a microphone by index, name or part of its name (nil: the default) and starts it.
    public init(device wanted: String? = nil, rate: Int = 16_000) throws(SoundError) {
        try Resampler.check(rate)
        let lease = try PortAudioLibrary.Lease()
        let device = try AudioDevices.find(wanted, for: .input, in: AudioDevices.listed())
        var line = DeviceLine(capacity: 1)
        let stream = try DeviceStream(device, for: .input, rate: rate, lease: lease) { rate in
            line = DeviceLine(capacity: 2 * rate)
            return line
        }
        resampler = try Resampler(from: stream.rate, to: rate)
        deviceRate = stream.rate
        (self.device, self.rate, self.line, self.stream) = (device, rate, line, stream)
        try stream.start(device.name)
    }

    /// How many samples found the buffer full and were dropped so far.
    public nonisolated var dropped: Int { line.dropped * rate / deviceRate }

    /// How often the device itself lost samples; it does not say how many.
    public nonisolated var overflows: Int { line.overflows }

    /// Gives the next 20 ms; nil after ``stop()``. Throws when the device is lost or the task is cancelled.
    public func next() async throws -> Block? {
        let (line, length) = (line, deviceRate / 50)
        let hasStalled = OneShot()
        if line.ring.count < length {
            let watch = Task {
                try await Task.sleep(for: Self.patience)
                hasStalled.fire()
                line.signal.notify()
            }
            await line.signal.wait { line.ring.count >= length || line.isFinished || hasStalled.hasFired }
            watch.cancel()
        }
        try Task.checkCancellation()
        guard stream != nil else { return nil }
        guard line.ring.count >= length else {
            throw SoundError(
                .deviceLost, "\"\(device.name)\" gives no more sound; was it unplugged, or does its sound server hang?")
        }
        let samples = [Int16](unsafeUninitializedCapacity: length) { buffer, count in
            count = line.ring.read(into: buffer)
        }
        let dropped = line.dropped
        defer { reported = dropped }
        return Block(samples: resampler.process(samples), lost: (dropped - reported) * rate / deviceRate)
    }

    /// Stops recording and lets go of the microphone; whoever waits in ``next()`` gets nil.
    public func stop() async {
        stream = nil
        line.finish()
        await PortAudioLibrary.closed(within: DeviceSink.closingPatience)
    }
}
