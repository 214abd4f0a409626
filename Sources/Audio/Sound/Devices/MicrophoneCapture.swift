import Synchronization

/// An open microphone that records mono audio of 16 bits.
///
/// The device's thread fills a ring of two seconds. When the ring is full, samples are dropped and counted. One task
/// reads at a time.
public final class MicrophoneCapture: Sendable {
    /// Consecutive recorded samples.
    public struct Block: Sendable {
        /// The samples: 20 ms.
        public let samples: [Int16]
        /// Samples dropped immediately before ``samples``.
        public let lost: Int
        /// The number of times since the previous block that the device itself lost samples. It does not report how
        /// many samples were lost.
        public let overflows: Int
        /// The time at which the last sample was captured.
        public let captured: ContinuousClock.Instant
    }

    /// The microphone.
    public let device: AudioDevice
    /// The sample rate of the blocks, in hertz.
    public let rate: Int

    /// The device's stream; nil after ``stop()``.
    private let stream: Mutex<DeviceStream?>
    private let line: DeviceLine
    private let deviceRate: Int
    private let resampler: Mutex<Resampler>
    /// A task that checks every half second whether the device still gives samples.
    private let timer: Task<Void, any Error>

    /// The interval of these checks, and the number of checks in a row without a sample, three seconds, after which the
    /// device counts as lost although it reports no error.
    private static let (lookInterval, stalledLooks) = (Duration.milliseconds(500), 6)

    /// Opens a microphone and starts it.
    /// - Parameters:
    ///   - wanted: An index, a name or a part of a name; nil takes the default microphone.
    ///   - rate: The sample rate of the blocks, in hertz.
    public init(device wanted: String? = nil, rate: Int = 16_000) throws(SoundError) {
        try Resampler.check(rate)
        let lease = try PortAudioLibrary.Lease()
        let device = try AudioDevices.find(wanted, for: .input, in: AudioDevices.listed())
        var line = DeviceLine(capacity: 1)
        let stream = try DeviceStream(device, for: .input, rate: rate, lease: lease) { rate in
            line = DeviceLine(capacity: 2 * rate)
            return line
        }
        resampler = Mutex(try Resampler(from: stream.rate, to: rate))
        deviceRate = stream.rate
        (self.device, self.rate, self.line) = (device, rate, line)
        self.stream = Mutex(stream)
        timer = Task { [line] in
            var detector = StallDetector(limit: Self.stalledLooks)
            while !line.isFinished {
                try await Task.sleep(for: Self.lookInterval)
                line.setStalled(detector.observe(received: line.passed + line.dropped))
            }
        }
        try stream.start(device.name)
    }

    deinit { timer.cancel() }

    /// Returns the next 20 ms, or nil after ``stop()``.
    /// - Throws: ``SoundError`` with code `deviceLost` when the device gives no more samples; `CancellationError` when
    ///   the task is cancelled.
    public func next() async throws -> Block? {
        let (line, length) = (line, deviceRate / 50)
        await line.signal.wait { line.ring.count >= length || line.isFinished || line.isStalled }
        try Task.checkCancellation()
        guard stream.withLock({ $0 != nil }) else { return nil }
        guard line.ring.count >= length else {
            throw SoundError(
                .deviceLost, "\"\(device.name)\" gives no more sound; was it unplugged, or does its sound server hang?")
        }
        let (samples, lost, later) = line.read(length)
        return Block(
            samples: resampler.withLock { $0.process(samples) }, lost: lost * rate / deviceRate,
            overflows: line.takeOverflows(),
            captured: ContinuousClock.now - .seconds(Double(later) / Double(deviceRate)))
    }

    /// Stops recording and closes the microphone. A waiting ``next()`` returns nil.
    public func stop() async {
        timer.cancel()
        stream.withLock { $0 = nil }
        line.finish()
        await PortAudioLibrary.closed(within: DeviceSink.closingTimeout)
    }
}
