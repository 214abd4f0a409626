import Dispatch
import Synchronization

/// A loudspeaker.
///
/// Samples sound within about 200 ms: 80 ms are buffered here, the rest by the device. The device runs from the first
/// to the last sample of a passage, and is stopped between two passages.
public actor DeviceSink: AudioSink {
    /// The loudspeaker.
    public nonisolated let device: AudioDevice
    /// The rate of the samples, in hertz.
    public nonisolated let rate: Int

    /// A function that opens the device and starts it on a line. It blocks.
    typealias Start = @Sendable (DeviceLine) throws -> DeviceStream

    /// The time that a device has to open and start, and the longest time without a callback while it plays.
    static let timeout = Duration.seconds(5)
    /// The time that the end of the program waits for the device to be closed.
    static let closingTimeout = Duration.milliseconds(500)

    /// The function that opens and starts the device; nil once the device is lost or closed.
    private var begin: Start?
    private let latency: Int
    private let timeout: Duration
    private var stream: DeviceStream?
    private var line: DeviceLine
    private var isRunning = false
    /// A task that checks whether the device still asks for samples.
    private var stallTimer: Task<Void, Never>?
    private var failure: SoundError?
    /// Samples of the ended passages, and of the current one.
    private var before = 0
    private var taken = 0
    /// Samples of this passage that had sounded when the device was lost; nil while it works.
    private var soundedAtLoss: Int?

    /// Opens a loudspeaker by index, name or part of its name (nil: the default), at the wanted rate or else at its
    /// own.
    ///
    /// The device is closed between two passages, because a stream that was opened before a restart of the sound server
    /// hangs in PortAudio.
    public init(device wanted: String? = nil, rate: Int) throws(SoundError) {
        try Resampler.check(rate)
        let lease = try PortAudioLibrary.Lease()
        let device = try AudioDevices.find(wanted, for: .output, in: AudioDevices.listed())
        let stream = try DeviceStream(device, for: .output, rate: rate, lease: lease) { Self.line($0) }
        let taken = stream.rate
        self.init(device, rate: taken, latency: stream.latency) { line in
            let stream = try DeviceStream(device, for: .output, rate: taken, lease: lease) { _ in line }
            guard stream.rate == taken else {
                throw SoundError(.deviceRefused, "\"\(device.name)\" takes \(stream.rate) Hz now, and not \(taken) Hz.")
            }
            // A passage flushed while the device was being opened must not be heard.
            if !line.hasEnded { try stream.start(device.name) }
            return stream
        }
    }

    /// Creates a loudspeaker that `begin` opens for each passage.
    init(
        _ device: AudioDevice, rate: Int, latency: Int, timeout: Duration = DeviceSink.timeout, begin: @escaping Start
    ) {
        (self.device, self.rate, self.latency, self.timeout) = (device, rate, latency, timeout)
        self.begin = begin
        line = Self.line(rate)
    }

    private static func line(_ rate: Int) -> DeviceLine {
        DeviceLine(capacity: rate * 8 / 100, head: rate * 6 / 100, rate: rate)
    }

    /// Takes samples; suspends while the buffer is full.
    public func play(_ samples: [Int16]) async throws {
        let line = line
        taken += samples.count
        var position = 0
        while position < samples.count {
            guard let begin else {
                throw failure ?? SoundError(.closed, "\"\(device.name)\" is closed; nothing more can be played.")
            }
            position += samples[position...].withUnsafeBufferPointer { line.ring.write($0) }
            if !isRunning { try await start(line, begin) }
            guard position < samples.count, !line.hasEnded else { return }
            await line.signal.wait { line.hasEnded || line.isFinished || line.ring.count < line.ring.capacity }
            try Task.checkCancellation()
            guard !line.hasEnded else { return }
            guard !line.isFinished else { throw lostDevice() }
        }
    }

    /// Returns when the last sample has left the loudspeaker, by the latency that the device reports.
    public func drain() async throws {
        let line = line
        try await wait(untilPassed: before + taken)
        if !line.hasEnded { endPassage() }
    }

    /// Stops at once, and returns the number of samples of the passage that had sounded.
    public func flush() -> Int {
        let sounded = sounded()
        endPassage()
        return sounded
    }

    /// Returns the number of samples that have passed, by the latency that the device reports.
    public func passed() -> Int { before + sounded() }

    /// Suspends until `count` samples have passed.
    public func wait(untilPassed count: Int) async throws {
        while passed() < count {
            let (line, before, latency) = (line, before, latency)
            if let time = line.time(untilSounded: count - before) {
                // The device asks for samples in batches of tens of milliseconds; between two batches the clock
                // decides.
                await line.signal.wait(within: time) { line.hasEnded || line.isFinished }
            } else {
                await line.signal.wait {
                    line.hasEnded || line.isFinished || before + line.sounded(after: latency) >= count
                        || line.time(untilSounded: count - before) != nil
                }
            }
            try Task.checkCancellation()
            if !line.hasEnded, line.isFinished { throw lostDevice() }
        }
    }

    /// Stops at once, and closes the device.
    public func close() async {
        endPassage()
        begin = nil
        await PortAudioLibrary.closed(within: Self.closingTimeout)
    }

    /// Starts a passage, on a thread that is abandoned when it hangs in a sound server.
    private func start(_ line: DeviceLine, _ begin: @escaping Start) async throws {
        isRunning = true
        let attempt = Attempt()
        DispatchQueue.global().async {
            attempt.make { try begin(line) }
            line.signal.notify()
        }
        await line.signal.wait(within: timeout) { attempt.isOver || line.hasEnded }
        let result = attempt.take()
        // The sink was flushed or closed meanwhile, so the new stream is dropped.
        guard !line.hasEnded else { return }
        switch result {
        case .success(let stream):
            self.stream = stream
            stallTimer = Task { [timeout] in await Self.watchForStall(line, timeout) }
        case .failure(let error): throw lostDevice(error)
        case nil:
            if Task.isCancelled {
                endPassage()
                throw CancellationError()
            }
            throw lostDevice(
                SoundError(.deviceLost, "\"\(device.name)\" does not begin to play; does its sound server hang?"))
        }
    }

    /// Ends the line when the device makes no callback for too long. A sound server that hangs reports no error.
    private static func watchForStall(_ line: DeviceLine, _ timeout: Duration) async {
        var before = line.callbacks
        // This clock stops while the machine sleeps, as the device does.
        while (try? await SuspendingClock().sleep(for: timeout * 9 / 10)) != nil {
            if line.callbacks == before {
                // If only this program was stopped for a while, the device makes a callback at once.
                guard (try? await SuspendingClock().sleep(for: timeout / 10)) != nil else { return }
                if line.callbacks == before { return line.finish() }
            }
            before = line.callbacks
        }
    }

    /// The number of tasks that wait for the device.
    var awaited: Int { line.signal.waiting }

    private func sounded() -> Int { soundedAtLoss ?? min(taken, line.sounded(after: latency)) }

    private func endPassage() {
        // The line is ended before the stream is dropped, because the stream's thread then reports its end.
        line.end()
        line = Self.line(rate)
        stallTimer?.cancel()
        (stream, stallTimer, soundedAtLoss, isRunning) = (nil, nil, nil, false)
        before += taken
        taken = 0
    }

    /// Closes the lost device, and wakes all waiting tasks. The number of samples that had sounded stays known
    /// until the passage ends.
    private func lostDevice(_ error: (any Error)? = nil) -> SoundError {
        if let failure { return failure }
        soundedAtLoss = sounded()
        stallTimer?.cancel()
        (stream, begin, stallTimer) = (nil, nil, nil)
        let error =
            error as? SoundError
            ?? SoundError(
                .deviceLost, "\"\(device.name)\" takes no more sound; was it unplugged, or does its sound server hang?",
                cause: error.map { "\($0)" })
        failure = error
        line.finish()
        return error
    }

    /// The start of a stream on another thread.
    private final class Attempt: Sendable {
        private let result = Mutex<Result<DeviceStream, any Error>?>(nil)

        var isOver: Bool { result.withLock { $0 != nil } }

        func make(_ body: () throws -> DeviceStream) {
            let made = Result { try body() }
            result.withLock { $0 = made }
        }

        func take() -> Result<DeviceStream, any Error>? { result.withLock { $0 } }
    }
}
