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

    @Test("a value that held only for a moment ends the wait")
    func moment() async {
        let value = Watched(0)
        async let found = value.wait(within: .seconds(30)) { $0 == 1 }
        await value.wait { _ in true }
        while await !value.wait(within: .milliseconds(1), until: { $0 == 2 }) {
            value.change { $0 = 1 }
            value.change { $0 = 2 }
        }
        value.change { $0 = 1 }
        #expect(await found)
    }
}
