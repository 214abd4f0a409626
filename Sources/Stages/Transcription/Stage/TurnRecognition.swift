import SaybusMessages

/// The recognition of one turn. However the recognizer fails, the turn gets a transcript.
struct TurnRecognition {
    let problems: TranscribeProblems
    /// The reason why recognition of the turn failed; nil when it has not failed.
    private(set) var problem: String?
    /// Whether the recognizer has started or stopped failing since this was last reset.
    var recognizerStateChanged = false
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
            if problems.setRecognizer(nil) { recognizerStateChanged = true }
            return result.transcript(missingChunks: missingChunks)
        } catch {
            await giveUp(error, recognizer)
            return Self.failure("\(error)", of: recognizer)
        }
    }

    /// Returns the transcript of a turn that could not be recognized.
    static func failure(_ reason: String, of recognizer: any SpeechRecognizer) -> SpeechTranscript {
        SpeechTranscript(text: "", confidence: 0, engine: recognizer.engine, empty: .failed, problem: reason)
    }

    private mutating func giveUp(_ error: any Error, _ recognizer: any SpeechRecognizer) async {
        problem = "\(error)"
        if problems.setRecognizer(error) { recognizerStateChanged = true }
        await recognizer.cancel()
    }
}
