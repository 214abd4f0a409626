import SaybusSupport
import Testing

@Suite("Values that tasks wait on", .timeLimit(.minutes(1)))
struct WatchedTests {
    @Test("a condition that holds already is found without time")
    func holdsAlready() async throws {
        let value = Watched(3)
        // Many rounds: a time limit that ran beside the check would win some of them.
        for _ in 0..<200 {
            #expect(await value.wait(within: .zero) { $0 == 3 })
            #expect(try await value.require("three", within: .zero) { $0 == 3 } == 3)
        }
        #expect(await !value.wait(within: .zero) { $0 == 4 })
    }
}
