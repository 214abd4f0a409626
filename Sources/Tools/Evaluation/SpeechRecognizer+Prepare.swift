import SaybusStage
import SaybusTranscription

extension SpeechRecognizer {
    /// Sets the vocabulary, and checks that turns can be heard.
    /// - Returns: The parts of the vocabulary that cannot be recognized.
    /// - Throws: `StageFailure` with code `unavailable` when the engine cannot be used.
    func prepare(_ vocabulary: Vocabulary) async throws -> [VocabularyProblem] {
        do {
            let problems = try await configure(vocabulary)
            _ = try await probe()
            return problems
        } catch let error as CancellationError {
            throw error
        } catch {
            throw StageFailure(.unavailable, "\(engine): \(error)")
        }
    }
}
