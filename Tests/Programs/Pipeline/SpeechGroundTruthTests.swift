import Testing

@testable import SaybusBenchmarks

@Suite("Turns held against the truth")
struct SpokenTruthTests {
    private let truth = SpeechGroundTruth(sentences: [1_000..<3_000, 6_000..<8_000])

    @Test("A turn a sentence, from a little before to a little after it, is right")
    func right() {
        #expect(truth.evaluate([500..<3_700, 5_500..<8_700]) == .init())
    }

    @Test(
        "What is missed, cut, joined, too early, too late or too much is counted",
        arguments: [
            ([500..<3_700], 1, 0, 0), ([], 2, 0, 0), ([500..<2_000, 2_100..<3_700, 5_500..<8_700], 0, 1, 1),
            ([500..<8_700], 1, 0, 1), ([500..<3_700, 4_000..<8_700], 0, 0, 1), ([500..<5_200, 5_500..<8_700], 0, 0, 1),
            ([1_500..<3_700, 5_500..<8_700], 1, 1, 0), ([500..<3_700, 4_000..<4_500, 5_500..<8_700], 0, 1, 0),
            ([500..<3_700, 5_500..<8_700, 9_000..<9_500], 0, 1, 0),
        ] as [([Range<Int>], Int, Int, Int)])
    func wrong(turns: [Range<Int>], missed: Int, extra: Int, misplaced: Int) {
        #expect(truth.evaluate(turns) == .init(missed: missed, extra: extra, misplaced: misplaced))
    }
}
