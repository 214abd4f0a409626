import SaybusTranscription

/// Speech recognizers for several peers at once. A recognizer serves one utterance at a time, so each utterance takes
/// one of them out, and puts it back.
actor RecognizerPool {
    /// A recognizer, and the vocabulary that it was configured with.
    struct Entry: Sendable {
        let recognizer: any SpeechRecognizer
        var vocabulary: Vocabulary
    }

    private let capacity: Int
    private let make: @Sendable () throws -> any SpeechRecognizer
    private var vocabulary = Vocabulary.dictation
    private var idle: [Entry] = []
    private var count = 0
    private var waiters: [CheckedContinuation<Entry?, Never>] = []
    private var isClosed = false

    /// Creates a pool.
    /// - Parameters:
    ///   - capacity: The most recognizers. Further utterances wait until one is put back.
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

    /// Takes a recognizer out; waits until one is free. Nil when the pool was closed.
    /// - Throws: What making a recognizer throws.
    func take() async throws -> Entry? {
        if isClosed { return nil }
        if let entry = idle.popLast() { return await configured(entry) }
        if count < capacity { return try await create() }
        guard let entry = await withCheckedContinuation({ waiters.append($0) }) else { return nil }
        return await configured(entry)
    }

    /// Puts a recognizer back.
    func put(back entry: Entry) async {
        if isClosed { return await entry.recognizer.stop() }
        if waiters.isEmpty { idle.append(entry) } else { waiters.removeFirst().resume(returning: entry) }
    }

    /// Stops the recognizers. Those that are out are stopped when they are put back.
    func close() async {
        isClosed = true
        for waiter in waiters { waiter.resume(returning: nil) }
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
