import SaybusBenchmarks
import Testing

@Suite("Replacement of a stage while turns are in progress", .serialized)
struct SwapTests {
    @Test("a hundred swaps of the intent stage lose and repeat no turn")
    func intent() async throws { try await check(.intent, swaps: 100) }

    @Test("twenty swaps of the dispatcher lose and repeat no turn")
    func dispatch() async throws { try await check(.dispatch, swaps: 20) }

    @Test(
        "ten swaps of the transcriber lose and repeat no turn",
        .enabled(if: Utterance.hasModel, "pocketsphinx-en-us is installed"))
    func transcribe() async throws { try await check(.transcribe, swaps: 10) }

    @Test("saybus swap puts a program in the place of the intent stage and gives it back: no turn is lost or repeated")
    func borrowedIntent() async throws { try await check(.intent, swaps: 1, isBorrowed: true) }

    @Test(
        "saybus swap puts a program in the place of the transcriber and gives it back: no turn is lost or repeated",
        .enabled(if: Utterance.hasModel, "pocketsphinx-en-us is installed"))
    func borrowedTranscriber() async throws { try await check(.transcribe, swaps: 1, isBorrowed: true) }

    private func check(_ part: SwapBenchmark.Part, swaps: Int, isBorrowed: Bool = false) async throws {
        let figures = try await SwapBenchmark(part, swaps: swaps, isBorrowed: isBorrowed).run()
        let turns = figures.first { $0.name.hasSuffix(": turns") }?.value ?? 0
        #expect(turns > Double(swaps) / 2)
        for figure in figures { #expect(figure.isMet, "\(figure.line)") }
    }
}
