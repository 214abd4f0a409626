import SaybusMessages

/// One turn before the recognizer, and what is said of it: however the recognizer fails, the turn gets its transcript.
struct TurnReport {
    let problems: TranscribeProblems
    /// Why the recognizer has given the turn up; nil when it has not.
    private(set) var problem: String?
    /// Whether the state of the recognizer has changed, for better or worse.
    var hasNews = false
    private var revision = 0

    init(problems: TranscribeProblems) { self.problems = problems }

    mutating func begin(_ recognizer: any SpeechRecognizer) async {
        (problem, revision) = (nil, 0)
        do {
            try await recognizer.begin()
        } catch {
            await giveUp(error, recognizer)
        }
    }

    mutating func accept(_ samples: [Int16], _ recognizer: any SpeechRecognizer) async -> SpeechPartial? {
        guard problem == nil else { return nil }
        do {
            guard let partial = try await recognizer.accept(samples) else { return nil }
            defer { revision += 1 }
            return SpeechPartial(
                text: partial.text, revision: revision, isComplete: partial.isComplete, mayGoOn: partial.mayGoOn,
                heardMs: partial.heardMs, wordsEndMs: partial.wordsEndMs)
        } catch {
            await giveUp(error, recognizer)
            return nil
        }
    }

    mutating func finish(_ recognizer: any SpeechRecognizer, missingChunks: Int) async -> SpeechTranscript {
        if let problem { return Self.failure(problem, of: recognizer) }
        do {
            let result = try await recognizer.finish()
            if problems.setRecognizer(nil) { hasNews = true }
            return result.transcript(missingChunks: missingChunks)
        } catch {
            await giveUp(error, recognizer)
            return Self.failure("\(error)", of: recognizer)
        }
    }

    /// The transcript of a turn of which nothing can be made.
    static func failure(_ reason: String, of recognizer: any SpeechRecognizer) -> SpeechTranscript {
        SpeechTranscript(text: "", confidence: 0, engine: recognizer.engine, empty: .failed, problem: reason)
    }

    private mutating func giveUp(_ error: any Error, _ recognizer: any SpeechRecognizer) async {
        problem = "\(error)"
        if problems.setRecognizer(error) { hasNews = true }
        await recognizer.cancel()
    }
}
