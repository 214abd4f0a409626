import SaybusMessages
import Testing

@testable import SaybusMQTT

/// Words that no intent matches, of which an app wants to be told.
extension HermesBridgeTests {
    private static let start: JSONValue = [
        "siteId": "kitchen",
        "init": ["type": "action", "intentFilter": ["ChangeLight"], "sendIntentNotRecognized": true],
    ]

    @Test("an app that is told of its words has 25 seconds; then the session ends, and the next one begins")
    func silentApp() throws {
        var harness = Harness()
        for _ in 1...2 { _ = harness.hermes("dialogueManager/startSession", Self.start) }
        let turn = TurnID()
        _ = try harness.bus(SpeechTranscript(text: "blah blah", engine: "e"), turn: turn)
        let told = try harness.bus(TurnEnded(outcome: .notUnderstood), turn: turn)
        #expect(topics(told) == ["dialogueManager/intentNotRecognized"])
        #expect(try body("dialogueManager/intentNotRecognized", told).text("input") == "blah blah")
        #expect(harness.bridge.tick(harness.now + .seconds(24)).isEmpty)
        let over = harness.bridge.tick(harness.now + .seconds(26))
        #expect(
            topics(over) == [
                "error/dialogueManager", "dialogueManager/error", "dialogueManager/sessionEnded",
                "dialogueManager/sessionStarted",
            ])
        #expect(try body("dialogueManager/sessionEnded", over)["termination"]?.text("reason") == "timeout")
    }

    @Test("an app that is told of an intent that it did not expect may continue the session after the turn")
    func continuedLater() throws {
        var harness = Harness(intents: true)
        let (id, turn) = (try begin(&harness), TurnID())
        let told = try harness.bus(command("hermes", "GetTime"), turn: turn)
        #expect(topics(told) == ["dialogueManager/intentNotRecognized"])
        #expect(try harness.bus(TurnEnded(outcome: .handled), turn: turn).isEmpty)
        let again = harness.hermes("dialogueManager/continueSession", ["sessionId": .string(id)])
        #expect(requests(again) == [Self.followUp])
    }

    @Test("an app that is told of an intent that it did not expect may end the session within the turn")
    func endedAtOnce() throws {
        var harness = Harness(intents: true)
        let (id, turn) = (try begin(&harness), TurnID())
        _ = try harness.bus(command("hermes", "GetTime"), turn: turn)
        #expect(harness.hermes("dialogueManager/endSession", ["sessionId": .string(id)]).isEmpty)
        let over = try harness.bus(TurnEnded(outcome: .handled), turn: turn)
        #expect(try body("dialogueManager/sessionEnded", over)["termination"]?.text("reason") == "nominal")
    }

    /// Begins a session, and returns its name.
    private func begin(_ harness: inout Harness) throws -> String {
        let started = harness.hermes("dialogueManager/startSession", Self.start)
        return try #require(try body("dialogueManager/sessionStarted", started).text("sessionId"))
    }
}
