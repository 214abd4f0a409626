import SaybusTranscription

/// Speech recognizers for several peers at once. A recognizer serves one utterance at a time, so each utterance takes
/// one of them out, and puts it back.
actor RecognizerPool {
    /// A recognizer, and the vocabulary that it was configured with.
    struct Entry: Sendable {
        let recognizer: any SpeechRecognizer
        var vocabulary: Vocabulary
    }

    /// The end of a wait for a recognizer.
    private enum Outcome {
        case free(Entry)
        case busy
        case stopped
    }

    private struct Waiter {
        let number: Int
        let continuation: CheckedContinuation<Outcome, Never>
    }

    /// The time for which an utterance waits for a recognizer.
    static let timeout = Duration.seconds(15)

    private let capacity: Int
    private let make: @Sendable () throws -> any SpeechRecognizer
    private var vocabulary = Vocabulary.dictation
    private var idle: [Entry] = []
    private var count = 0
    private var waiters: [Waiter] = []
    private var nextWaiter = 0
    private var isClosed = false

    /// Creates a pool.
    /// - Parameters:
    ///   - capacity: The most recognizers. Further utterances wait for a while until one is put back.
    ///   - make: Creates a recognizer.
    init(capacity: Int, make: @escaping @Sendable () throws -> any SpeechRecognizer) {
        (self.capacity, self.make) = (capacity, make)
    }

    /// Creates the first recognizer, so that a missing model is known at the start.
    /// - Returns: The engine's name.
    func prepare() async throws -> String {
        let entry = try await create()
        idle.append(entry)
        return entry.recognizer.engine
    }

    /// Sets the vocabulary. Idle recognizers are configured now, the others before their next utterance.
    func update(_ vocabulary: Vocabulary) async {
        guard vocabulary != self.vocabulary else { return }
        self.vocabulary = vocabulary
        for _ in idle.indices {
            guard let entry = idle.first else { return }
            idle.removeFirst()
            await put(back: await configured(entry))
        }
    }

    /// Takes a recognizer out; waits until one is free. Nil when the pool was closed, or the task is cancelled.
    /// - Throws: ``RequestFailure`` with code `busy` when none was free in time; what making a recognizer throws.
    func take(within time: Duration = RecognizerPool.timeout) async throws -> Entry? {
        if isClosed { return nil }
        if let entry = idle.popLast() { return await configured(entry) }
        if count < capacity { return try await create() }
        switch await wait(within: time) {
        case .free(let entry): return await configured(entry)
        case .busy: throw RequestFailure("busy", "\(capacity) utterances are recognized already; try again later")
        case .stopped: return nil
        }
    }

    private func wait(within time: Duration) async -> Outcome {
        nextWaiter += 1
        let number = nextWaiter
        let timer = Task { await end(number, .busy, after: time) }
        defer { timer.cancel() }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { waiters.append(Waiter(number: number, continuation: $0)) }
        } onCancel: {
            Task { await end(number, .stopped, after: .zero) }
        }
    }

    /// Ends a wait after a time, unless the task is cancelled or the wait is over.
    private nonisolated func end(_ number: Int, _ outcome: Outcome, after time: Duration) async {
        guard (try? await Task.sleep(for: time)) != nil else { return }
        await end(number, outcome)
    }

    private func end(_ number: Int, _ outcome: Outcome) {
        guard let index = waiters.firstIndex(where: { $0.number == number }) else { return }
        waiters.remove(at: index).continuation.resume(returning: outcome)
    }

    /// Puts a recognizer back.
    func put(back entry: Entry) async {
        if isClosed { return await entry.recognizer.stop() }
        if waiters.isEmpty {
            idle.append(entry)
        } else {
            waiters.removeFirst().continuation.resume(returning: .free(entry))
        }
    }

    /// Stops the recognizers. Those in use are stopped when they are returned.
    func close() async {
        isClosed = true
        for waiter in waiters { waiter.continuation.resume(returning: .stopped) }
        waiters = []
        let stopped = idle
        idle = []
        for entry in stopped { await entry.recognizer.stop() }
    }

    private func create() async throws -> Entry {
        count += 1
        do {
            let recognizer = try make()
            _ = try await recognizer.configure(.dictation)
            return await configured(Entry(recognizer: recognizer, vocabulary: .dictation))
        } catch {
            count -= 1
            throw error
        }
    }

    /// Returns the entry with the newest vocabulary. One that cannot be used leaves the previous one in use.
    private func configured(_ entry: Entry) async -> Entry {
        var entry = entry
        let wanted = vocabulary
        guard entry.vocabulary != wanted else { return entry }
        _ = try? await entry.recognizer.configure(wanted)
        entry.vocabulary = wanted
        return entry
    }
}
