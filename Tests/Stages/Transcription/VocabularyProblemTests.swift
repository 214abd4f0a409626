import Testing

@testable import SaybusTranscription

@Suite("Parts of the vocabulary that cannot be recognized")
struct VocabularyProblemTests {
    /// A recognizer that knows no pronunciation of a word that begins with "x".
    private struct Incomplete: SpeechRecognizer {
        let engine = "incomplete"

        func configure(_ vocabulary: Vocabulary) -> [VocabularyProblem] {
            vocabulary.phrases.filter { $0.hasPrefix("x") }.map {
                VocabularyProblem(.pronunciation, subject: $0, "no pronunciation is known")
            }
        }
        func begin() {}
        func accept(_ samples: [Int16]) -> PartialResult? { nil }
        func finish() -> RecognitionResult { RecognitionResult(text: "", confidence: 0, engine: engine) }
        func cancel() {}
    }

    @Test("each is new once, although each question makes another vocabulary, and the status counts those of now")
    func newOnce() async {
        let compiler = VocabularyCompiler(recognizer: Incomplete())
        var told: [[String]] = []
        var limitations: [String?] = []
        for phrases in [["xylo"], ["xylo", "yes"], ["xylo", "xeno"], ["yes"], ["xylo"]] {
            let outcome = await compiler.prepare(Vocabulary(phrases: phrases))
            told.append(outcome.newProblems.map(\.subject))
            limitations.append(outcome.limitation)
        }
        let (news, statuses) = (told, limitations)
        #expect(news == [["xylo"], [], ["xeno"], [], []])
        let one = "a part of the vocabulary is left out: xylo: no pronunciation is known"
        let two = "2 parts of the vocabulary are left out: xylo: no pronunciation is known"
        #expect(statuses == [one, one, two, nil, one])
    }
}
