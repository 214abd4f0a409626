import SaybusTesting
import Testing

@Suite("What an app prints")
struct PrintedLineTests {
    @Test("is in a pipe while the app runs")
    func line() async throws {
        let app = try await AppUnderTest("saybus-dispatch-test-app")
        try await app.say("print a line").expect("Printed.")
        try await app.program.line { $0 == "a line of the app" }
        #expect(app.program.isRunning)
    }
}
