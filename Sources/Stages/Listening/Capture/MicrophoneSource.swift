import SaybusSound

/// Sound from a microphone, which may go away and come back.
///
/// When it goes, the source says so in a block that is an end, looks for it each second, and goes on when it is there
/// again; the time between counts.
public actor MicrophoneSource: AudioSource {
    private static let rate = 16_000
    private static let blockLength = 320
    /// How often a lost microphone is looked for.
    private static let interval = Duration.seconds(1)
    /// How long it may take to open, at the start and later.
    private static let (firstPatience, patience) = (Duration.seconds(6), Duration.seconds(10))

    private let wanted: String?
    private let opening = PatientOpening<MicrophoneCapture>("The microphone")
    private var name: String
    private var capture: MicrophoneCapture?
    /// Why there was no microphone at the start, until it is told.
    private var failure: SoundError?
    private var pending: [Int16] = []
    private var position = 0
    private var isStopped = false
    private var lostAt: ContinuousClock.Instant?
    private var search: Task<MicrophoneCapture, any Error>?
    /// What kind of reason for its absence was told last.
    private var told: SoundError.Code?

    /// Opens a microphone by index, name or part of its name (nil: the default); it records from now on.
    ///
    /// One whose sound server hangs is waited for later, as one that went away.
    /// - Parameter isAwaited: Whether one that is not there now is, too.
    /// - Throws: ``SoundError`` when it is not there now, and not awaited.
    public init(device wanted: String? = nil, isAwaited: Bool = false) async throws {
        (self.wanted, name) = (wanted, wanted ?? "microphone")
        do {
            let capture = try await Self.open(wanted, opening, within: Self.firstPatience)
            (self.capture, name) = (capture, capture.device.name)
        } catch let error as SoundError where isAwaited || error.code == .deviceLost {
            failure = error
        }
    }

    /// Gives the next block, of 20 ms.
    public func next() async throws -> AudioBlock? {
        if let failure {
            self.failure = nil
            return lost(failure)
        }
        while !isStopped {
            guard let capture else {
                if let news = await reopen() { return lost(news) }
                continue
            }
            if let block = take() { return block }
            do {
                guard let recorded = try await capture.next() else { return nil }
                if recorded.lost > 0 { return lose(recorded) }
                pending += recorded.samples
            } catch let error as SoundError {
                await capture.stop()
                return lost(error)
            }
        }
        return nil
    }

    /// Lets go of the microphone, and of one that is still being opened.
    public func stop() async {
        isStopped = true
        search?.cancel()
        opening.close()
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

    private func lost(_ error: SoundError) -> AudioBlock {
        (capture, pending, told) = (nil, [], error.code)
        lostAt = lostAt ?? .now
        return AudioBlock(samples: [], source: name, position: position, isEnd: true, problem: "\(error)")
    }

    /// Looks for the microphone once more.
    /// - Returns: Why it is not there, if that is another reason than the one that was told last.
    private func reopen() async -> SoundError? {
        let search = Task { [wanted, opening] in
            try await Task.sleep(for: Self.interval)
            return try await Self.open(wanted, opening, within: Self.patience)
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
            // The time between counts.
            if let lostAt { position += Int((ContinuousClock.now - lostAt) / .seconds(1) * Double(Self.rate)) }
            (lostAt, told) = (nil, nil)
            return nil
        case .failure(let error):
            guard !isStopped, let error = error as? SoundError, error.code != told else { return nil }
            return error
        }
    }

    private static func open(
        _ wanted: String?, _ opening: PatientOpening<MicrophoneCapture>, within patience: Duration
    ) async throws -> MicrophoneCapture {
        try await opening.open(within: patience) { try MicrophoneCapture(device: wanted, rate: rate) }
    }
}
