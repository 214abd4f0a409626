import Dispatch
import Synchronization

/// Plays on a loudspeaker.
///
/// What is played is heard within some 200 ms: 80 ms are buffered here, the rest by the device. The device runs from the first sample of a
/// passage to the last one, and rests in between.
public actor DeviceSink: AudioSink {
    /// The loudspeaker.
    public nonisolated let device: AudioDevice
    /// Rate of the samples that are taken, in hertz.
    public nonisolated let rate: Int

    /// Opens the device and sets it going on a line; blocks.
    typealias Start = @Sendable (DeviceLine) throws -> DeviceStream

    /// How long a device may take to be opened and to begin, and how long it may ask for nothing while it plays.
    static let patience = Duration.seconds(5)
    /// How long the end of the program waits for it to be closed.
    static let closingPatience = Duration.milliseconds(500)

    /// Nil once the device is lost or closed.
    private var begin: Start?
    private let latency: Int
    private let patience: Duration
    private var stream: DeviceStream?
    private var line: DeviceLine
    private var isRunning = false
    /// Looks whether the device still asks for samples.
    private var lookout: Task<Void, Never>?
    private var failure: SoundError?
    /// Samples of the passages that have ended, and of this one.
    private var before = 0
    private var taken = 0
    /// How many of this passage had sounded when the device was lost; nil while it is there.
    private var soundedAtLoss: Int?

    /// Opens a loudspeaker by index, name or part of its name (nil: the default), at the wanted rate or else at its own.
    ///
    /// It is let go of between two passages: a stream that is older than a sound server which was started anew hangs in PortAudio.
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
            // What was flushed while it was being opened is not to be heard.
            if !line.isLeft { try stream.start(device.name) }
            return stream
        }
    }

    /// A loudspeaker that `begin` opens for each passage.
    init(
        _ device: AudioDevice, rate: Int, latency: Int, patience: Duration = DeviceSink.patience, begin: @escaping Start
    ) {
        (self.device, self.rate, self.latency, self.patience) = (device, rate, latency, patience)
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
            guard position < samples.count, !line.isLeft else { return }
            await line.signal.wait { line.isLeft || line.isFinished || line.ring.count < line.ring.capacity }
            try Task.checkCancellation()
            guard !line.isLeft else { return }
            guard !line.isFinished else { throw lostDevice() }
        }
    }

    /// Returns when the last sample has left the loudspeaker, by the latency that the device reports.
    public func drain() async throws {
        let line = line
        try await wait(untilPassed: before + taken)
        if !line.isLeft { endPassage() }
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
            let (line, before, latency) = (line, before, latency)
            if let time = line.time(untilSounded: count - before) {
                // The device asks for samples in lumps of tens of milliseconds; between two of them the clock tells.
                await line.signal.wait(within: time) { line.isLeft || line.isFinished }
            } else {
                await line.signal.wait {
                    line.isLeft || line.isFinished || before + line.sounded(after: latency) >= count
                        || line.time(untilSounded: count - before) != nil
                }
            }
            try Task.checkCancellation()
            if !line.isLeft, line.isFinished { throw lostDevice() }
        }
    }

    /// Stops at once and lets go of the device.
    public func close() async {
        endPassage()
        begin = nil
        await PortAudioLibrary.closed(within: Self.closingPatience)
    }

    /// Begins a passage: on a thread that is given up when it hangs, which one that hangs in a sound server may do for ever.
    private func start(_ line: DeviceLine, _ begin: @escaping Start) async throws {
        isRunning = true
        let attempt = Attempt()
        DispatchQueue.global().async {
            attempt.make { try begin(line) }
            line.signal.notify()
        }
        await line.signal.wait(within: patience) { attempt.isOver || line.isLeft }
        let result = attempt.take()
        // Flushed or closed meanwhile: what was begun goes.
        guard !line.isLeft else { return }
        switch result {
        case .success(let stream):
            self.stream = stream
            lookout = Task { [patience] in await Self.look(after: line, patience) }
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

    /// A sound server that hangs does not say so: the line ends when the device has asked for nothing, not even for silence, for too long.
    private static func look(after line: DeviceLine, _ patience: Duration) async {
        var before = line.exchanges
        // By a clock that stands still while the machine sleeps, as the device does.
        while (try? await SuspendingClock().sleep(for: patience * 9 / 10)) != nil {
            if line.exchanges == before {
                // When the program itself was halted, the device asks again at once.
                guard (try? await SuspendingClock().sleep(for: patience / 10)) != nil else { return }
                if line.exchanges == before { return line.finish() }
            }
            before = line.exchanges
        }
    }

    /// How many wait for what the device does.
    var awaited: Int { line.signal.waiting }

    private func sounded() -> Int { soundedAtLoss ?? min(taken, line.sounded(after: latency)) }

    private func endPassage() {
        // Before the stream goes, whose thread says then that it has ended.
        line.leave()
        line = Self.line(rate)
        lookout?.cancel()
        (stream, lookout, soundedAtLoss, isRunning) = (nil, nil, nil, false)
        before += taken
        taken = 0
    }

    /// It is let go of, and all who wait are told. What had sounded is known until the passage is ended.
    private func lostDevice(_ error: (any Error)? = nil) -> SoundError {
        if let failure { return failure }
        soundedAtLoss = sounded()
        lookout?.cancel()
        (stream, begin, lookout) = (nil, nil, nil)
        let error =
            error as? SoundError
            ?? SoundError(
                .deviceLost, "\"\(device.name)\" takes no more sound; was it unplugged, or does its sound server hang?",
                cause: error.map { "\($0)" })
        failure = error
        line.finish()
        return error
    }

    /// The beginning of a stream on another thread.
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
