import Dispatch
import Sound

/// Sound from a microphone, which may go away and come back.
///
/// When it goes, the source says so in a block that is an end, looks for it each second, and goes on when it is there
/// again; the time between counts.
public actor MicrophoneSource: AudioSource {
    private static let rate = 16_000
    private static let blockLength = 320
    /// How often a lost microphone is looked for.
    private static let interval = Duration.seconds(1)

    private let wanted: String?
    private var name: String
    private var capture: MicrophoneCapture?
    private var pending: [Int16] = []
    private var position = 0
    private var isStopped = false
    private var lostAt: ContinuousClock.Instant?
    private var pause: Task<Void, Never>?

    /// Opens a microphone by index, name or part of its name (nil: the default); it records from now on.
    /// - Throws: ``SoundError`` when it is not there now.
    public init(device wanted: String? = nil) throws(SoundError) {
        self.wanted = wanted
        let capture = try MicrophoneCapture(device: wanted, rate: Self.rate)
        (self.capture, name) = (capture, capture.device.name)
    }

    /// Gives the next block, of 20 ms.
    public func next() async throws -> AudioBlock? {
        while !isStopped {
            guard let capture else {
                await reopen()
                continue
            }
            if let block = take() { return block }
            do {
                guard let recorded = try await capture.next() else { return nil }
                if recorded.lost > 0 { return lose(recorded) }
                pending += recorded.samples
            } catch let error as SoundError {
                return await close(capture, error)
            }
        }
        return nil
    }

    /// Lets go of the microphone.
    public func stop() async {
        isStopped = true
        pause?.cancel()
        await capture?.stop()
    }

    private func take() -> AudioBlock? {
        guard pending.count >= Self.blockLength else { return nil }
        let samples = Array(pending.prefix(Self.blockLength))
        pending.removeFirst(samples.count)
        defer { position += samples.count }
        return AudioBlock(samples: samples, source: name, position: position)
    }

    /// What waited for a whole block is lost with what the device lost.
    private func lose(_ recorded: MicrophoneCapture.Block) -> AudioBlock {
        let lost = recorded.lost + pending.count
        pending = []
        position += lost
        defer { position += recorded.samples.count }
        return AudioBlock(samples: recorded.samples, source: name, position: position, lost: lost)
    }

    private func close(_ lost: MicrophoneCapture, _ error: SoundError) async -> AudioBlock {
        await lost.stop()
        (capture, pending, lostAt) = (nil, [], .now)
        return AudioBlock(samples: [], source: name, position: position, isEnd: true, problem: "\(error)")
    }

    private func reopen() async {
        let pause = Task { _ = try? await Task.sleep(for: Self.interval) }
        self.pause = pause
        await withTaskCancellationHandler {
            await pause.value
        } onCancel: {
            pause.cancel()
        }
        if Task.isCancelled { isStopped = true }
        guard !isStopped, let found = await Self.find(wanted) else { return }
        guard !isStopped else { return await found.stop() }
        (capture, name) = (found, found.device.name)
        // The time between counts.
        if let lostAt { position += Int((ContinuousClock.now - lostAt) / .seconds(1) * Double(Self.rate)) }
    }

    /// Looks for devices on none of the threads that all tasks share: it takes its time, and a sound server that hangs takes more.
    private static func find(_ wanted: String?) async -> MicrophoneCapture? {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                continuation.resume(returning: try? MicrophoneCapture(device: wanted, rate: rate))
            }
        }
    }
}
