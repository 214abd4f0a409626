import SaybusMessages
import SaybusSound

/// A microphone that may be unplugged and plugged in again.
///
/// A lost microphone ends with a block that has ``AudioBlock/isEnd`` and a problem. The source then tries once a second
/// to open the microphone again, and continues when that succeeds. The time between counts in the positions.
public actor MicrophoneSource: AudioSource {
    /// The pause before each attempt to reopen a lost microphone.
    private static let retryInterval = Duration.seconds(1)
    /// Time allowed for opening the microphone, at the start and later.
    private static let (firstTimeout, timeout) = (Duration.seconds(6), Duration.seconds(10))

    private let wanted: String?
    private let opening = TimedOpening<MicrophoneCapture>("The microphone")
    private var name: String
    private var capture: MicrophoneCapture?
    /// The reason why the microphone could not be opened at the start, until ``next()`` has reported it.
    private var failure: SoundError?
    private var pending: [Int16] = []
    /// The time at which the last pending sample was captured.
    private var captured = ContinuousClock.now
    /// The overflows of the device that no block has reported.
    private var overflows = 0
    private var position = 0
    private var isStopped = false
    private var lostAt: ContinuousClock.Instant?
    private var search: Task<MicrophoneCapture, any Error>?
    /// The code of the problem reported last; nil while the microphone records.
    private var reportedCode: SoundError.Code?

    /// Opens a microphone and starts recording.
    ///
    /// A microphone whose sound server hangs is retried later, like one that was unplugged.
    /// - Parameters:
    ///   - wanted: The microphone's index, its name or a part of its name; nil for the default one.
    ///   - isAwaited: Whether a microphone that is missing now is retried, too.
    /// - Throws: `SoundError` when the microphone is missing and not awaited.
    public init(device wanted: String? = nil, isAwaited: Bool = false) async throws {
        (self.wanted, name) = (wanted, wanted ?? "microphone")
        do {
            let capture = try await Self.open(wanted, opening, within: Self.firstTimeout)
            (self.capture, name) = (capture, capture.device.name)
        } catch let error as SoundError where isAwaited || error.code == .deviceLost {
            failure = error
        }
    }

    /// Returns the next block, of 20 ms.
    public func next() async throws -> AudioBlock? {
        if let failure {
            self.failure = nil
            return end(failure)
        }
        while !isStopped {
            guard let capture else {
                if let problem = await reopen() { return end(problem) }
                continue
            }
            if let block = take() { return block }
            do {
                guard let recorded = try await capture.next() else { return nil }
                overflows += recorded.overflows
                if recorded.lost > 0 { return lossy(recorded) }
                pending += recorded.samples
                captured = recorded.captured
            } catch let error as SoundError {
                await capture.stop()
                return end(error)
            }
        }
        return nil
    }

    /// Closes the microphone, and one that is still being opened.
    public func stop() async {
        isStopped = true
        search?.cancel()
        opening.close()
        await capture?.stop()
    }

    private func take() -> AudioBlock? {
        guard pending.count >= PCMFormat.speech.frameLength else { return nil }
        let samples = Array(pending.prefix(PCMFormat.speech.frameLength))
        pending.removeFirst(samples.count)
        defer { (position, overflows) = (position + samples.count, 0) }
        return AudioBlock(
            samples: samples, source: name, position: position, overflows: overflows,
            captured: captured - .seconds(Double(pending.count) / Double(PCMFormat.speech.rate)))
    }

    /// Returns the block that follows a loss. Pending samples, too few for a block, count as lost as well.
    private func lossy(_ recorded: MicrophoneCapture.Block) -> AudioBlock {
        let lost = recorded.lost + pending.count
        pending = []
        position += lost
        defer { (position, overflows) = (position + recorded.samples.count, 0) }
        return AudioBlock(
            samples: recorded.samples, source: name, position: position, lost: lost, overflows: overflows,
            captured: recorded.captured)
    }

    /// Returns the block that reports the loss of the microphone.
    private func end(_ error: SoundError) -> AudioBlock {
        (capture, pending, overflows, reportedCode) = (nil, [], 0, error.code)
        lostAt = lostAt ?? .now
        return AudioBlock(samples: [], source: name, position: position, isEnd: true, problem: "\(error)")
    }

    /// Tries once more to open the microphone.
    /// - Returns: The reason for the failure when its code differs from the one reported last.
    private func reopen() async -> SoundError? {
        let search = Task { [wanted, opening] in
            try await Task.sleep(for: Self.retryInterval)
            return try await Self.open(wanted, opening, within: Self.timeout)
        }
        self.search = search
        let result = await withTaskCancellationHandler {
            await search.result
        } onCancel: {
            search.cancel()
        }
        if Task.isCancelled { isStopped = true }
        switch result {
        case .success(let found):
            guard !isStopped else {
                await found.stop()
                return nil
            }
            (capture, name) = (found, found.device.name)
            if let lostAt {
                position += Int((ContinuousClock.now - lostAt) / .seconds(1) * Double(PCMFormat.speech.rate))
            }
            (lostAt, reportedCode) = (nil, nil)
            return nil
        case .failure(let error):
            guard !isStopped, let error = error as? SoundError, error.code != reportedCode else { return nil }
            return error
        }
    }

    private static func open(
        _ wanted: String?, _ opening: TimedOpening<MicrophoneCapture>, within timeout: Duration
    ) async throws -> MicrophoneCapture {
        try await opening.open(within: timeout) {
            try MicrophoneCapture(device: wanted, rate: PCMFormat.speech.rate)
        }
    }
}
