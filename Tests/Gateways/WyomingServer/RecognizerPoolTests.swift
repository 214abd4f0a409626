import SaybusTranscription
import Testing

@testable import SaybusWyomingServer

@Suite("Recognizers for several peers")
struct RecognizerPoolTests {
    private struct Silent: SpeechRecognizer {
        let engine = "silent"
        func configure(_ vocabulary: Vocabulary) async throws -> [VocabularyProblem] { [] }
        func begin() async throws {}
        func accept(_ samples: [Int16]) async throws -> PartialResult? { nil }
        func finish() async throws -> RecognitionResult { .init(text: "", confidence: 1, engine: engine) }
        func cancel() async {}
    }

    @Test("an utterance waits for a recognizer for a limited time, and gets the next one that is put back")
    func waits() async throws {
        let pool = RecognizerPool(capacity: 1) { Silent() }
        let first = try #require(try await pool.take())
        let failure = await #expect(throws: RequestFailure.self) {
            _ = try await pool.take(within: .milliseconds(10))
        }
        #expect(failure?.code == "busy")
        async let second = pool.take(within: .seconds(600))
        await pool.put(back: first)
        let taken = try await second
        #expect(taken != nil)
        // A wait ends with its peer, and with the pool.
        let cancelled = Task { try await pool.take(within: .seconds(600)) }
        cancelled.cancel()
        let none = try await cancelled.value
        #expect(none == nil)
        async let third = pool.take(within: .seconds(600))
        await pool.close()
        let last = try await third
        #expect(last == nil)
    }

    @Test("an utterance has the time of its sound and a margin, so that a peer that sends next to nothing soon ends")
    func utterance() async throws {
        let pool = RecognizerPool(capacity: 1) { Silent() }
        var utterance = try await Transcription(pool)
        let first = utterance.end
        #expect(first <= .now + Transcription.margin)
        _ = try await utterance.accept([0])
        // The time that the recognizer takes is not the peer's.
        #expect(utterance.spent > .zero && utterance.end == first + utterance.spent)
        let second = [Int16](repeating: 0, count: IncomingSound.rate)
        for _ in 0..<59 { _ = try await utterance.accept(second) }
        #expect(utterance.end == first + .seconds(59) + utterance.spent)
        // Sound after the first minute is dropped, and puts off nothing.
        for _ in 0..<59 { _ = try await utterance.accept(second) }
        #expect(utterance.end == first + .seconds(60) + utterance.spent)
        _ = try await utterance.finish()
    }
}
