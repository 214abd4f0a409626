import Saybus
import SaybusConformance
import SaybusTesting
import Testing

// The tests that Testing.md and Conformance.md show, as they stand there.

@Test("an intent answers a transcript")
func answers() async throws {
    let test = try TestBus()
    let client = try test.connect(Role("client"), tracking: [SpeechTranscript.self])
    let intents = client.subscribe(SpeechIntent.self)
    try await client.ready()
    let stage = try ProgramUnderTest("smallest-stage", ["--bus", test.address.url])
    try await stage.ready()
    try client.publish(SpeechTranscript(text: "hello", engine: "test"))
    let intent = await intents.first { _ in true }
    #expect(intent?.body.text == "hello")
}

@Test("the recognizer conforms to the protocol")
func conforms() async throws {
    var options = ConformanceOptions()
    options.checks = [.answer, .garbage]
    let kit = ConformanceKit(role: .intent, command: [ProgramUnderTest.path(of: "smallest-stage")], options: options)
    for result in try await kit.run() { #expect(result.outcome != .failed, "\(result.title): \(result.detail ?? "")") }
}

/// The test that `saybus new stage NAME --swift` writes, compiled for a program of this package. It runs in the
/// project; here ``StageConformanceTests`` says the same of all stages.
enum StageProject {
    static func conforms() async throws {
        let program = ProgramUnderTest.path(of: "smallest-stage")
        let results = try await ConformanceKit(role: .intent, command: [program]).run()
        for result in results { #expect(result.outcome != .failed, "\(result.title): \(result.detail ?? "")") }
    }
}
