import Testing

@testable import SaybusBenchmarks

@Suite("Comparison of turns with the ground truth")
struct SpeechGroundTruthTests {
    private let truth = SpeechGroundTruth(sentences: [1_000..<3_000, 6_000..<8_000])

    @Test("one turn for each sentence, with margins before and after it, is correct")
    func right() {
        #expect(truth.evaluate([500..<3_700, 5_500..<8_700]) == .init())
    }

    @Test(
        "missed, split, joined, early, late and extra turns are counted",
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
