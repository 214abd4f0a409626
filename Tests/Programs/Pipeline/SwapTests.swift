import SaybusBenchmarks
import Testing

@Suite("A stage is swapped while turns flow", .serialized)
struct SwapTests {
    @Test("of the turns of a hundred swaps of the intent stage, none is lost and none doubled")
    func intent() async throws { try await check(.intent, swaps: 100) }

    @Test("of the turns of twenty swaps of the dispatcher, none is lost and none doubled")
    func dispatch() async throws { try await check(.dispatch, swaps: 20) }

    @Test(
        "of the turns of ten swaps of the transcriber, none is lost and none doubled",
        .enabled(if: Utterance.canHear, "pocketsphinx-en-us is installed"))
    func transcribe() async throws { try await check(.transcribe, swaps: 10) }

    private func check(_ part: SwapBenchmark.Part, swaps: Int) async throws {
        let figures = try await SwapBenchmark(part, swaps: swaps).run()
        let turns = figures.first { $0.name.hasSuffix(": turns") }?.value ?? 0
        #expect(turns > Double(swaps) / 2)
        for figure in figures { #expect(figure.isMet, "\(figure.line)") }
    }
}
