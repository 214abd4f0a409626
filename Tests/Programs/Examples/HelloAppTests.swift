import SaybusTesting
import Testing

@Test("a greeting is answered, and other words are not understood")
func greets() async throws {
    let app = try await AppUnderTest("example-hello-app")
    try await app.say("good morning").expect("Hello! What a good day.", command: "SayHello")
    try await app.say("sing a song").expect(outcome: .notUnderstood)
    #expect(try await app.stop() == 0)
}
