import SaybusMessages
import Testing

@testable import SaybusIntentRecognition

/// Corrections of the last command's values while a question is open.
@Suite struct CorrectionTests {
    private let den = Session(rawValue: "den")!
    private let bath = Session(rawValue: "bath")!

    /// Recognizers of an app that asks in the den, and of another one that asks in the bath.
    private var recognizers: RecognizerSet {
        let rooms = Catalog.SlotType(name: "Room", values: [.init(value: "kitchen"), .init(value: "bedroom")])
        var app = makeCatalog(
            [
                "Set": ["set it to @n:Number"], "Open": ["open the @room:Room door"], "Note": ["note @text"],
                "Move": ["move from @a:Number to @b:Number"], "answer": ["(yes|no)"],
            ], app: "home")
        app.slotTypes = [rooms]
        app.scopes = [Catalog.Scope(commands: ["answer"], sessions: [den])]
        var recognizers = RecognizerSet(IntentStage.Settings(engine: .pattern))
        var radio = makeCatalog(["answer": ["(yes|no)"]], app: "radio")
        radio.scopes = [Catalog.Scope(commands: ["answer"], sessions: [bath])]
        recognizers.update([app, radio])
        return recognizers
    }

    /// Returns the command that a correction makes of another one.
    private func corrected(
        _ command: String, _ correction: String, in session: Session
    ) async throws -> LastCommand? {
        let recognizers = recognizers
        let found = try await recognizers.recognition(SpeechTranscript(text: command, engine: "test"), in: session)
        var commands = LastCommands()
        commands.record(command, found.hypotheses, in: session)
        guard let last = commands[session] else { return nil }
        let transcript = SpeechTranscript(text: correction, engine: "test")
        return await recognizers.correction(of: last, by: transcript, in: session)
    }

    @Test(
        "words that correct a value make the command with the other value",
        arguments: [
            ("set it to five", "no, seven", "set it to seven"),
            ("Set it to 5.", "no I meant seven", "Set it to seven."),
            ("open the kitchen door", "I mean the bedroom", "open the bedroom door"),
            ("set it to five", "no set it to seven", "set it to seven"), ("set it to five", "no set it to five", nil),
            ("move from 1 to 2", "no move from 2 to 3", "move from 2 to 3"),
            ("set it to five", "no open the kitchen door", nil), ("note milk", "no note bread", nil),
            ("move from 1 to 2", "no, 3", nil), ("set it to five", "no, five", nil), ("set it to five", "seven", nil),
            ("set it to five", "no, not seven", nil), ("set it to five", "no, the bedroom", nil),
            ("note milk", "no, bread", nil),
        ] as [(String, String, String?)])
    func corrections(command: String, correction: String, text: String?) async throws {
        let corrected = try await corrected(command, correction, in: den)
        #expect(corrected?.text == text)
        let places = corrected?.withoutPlaces.parameters.values.compactMap(\.span) ?? []
        #expect(places.isEmpty)
    }

    @Test("a corrected command can be corrected again, and nothing is corrected where its app asks nothing")
    func again() async throws {
        let first = try #require(try await corrected("set it to five", "no, seven", in: den))
        let transcript = SpeechTranscript(text: "no, eight", engine: "test")
        let second = await recognizers.correction(of: first, by: transcript, in: den)
        #expect(second?.hypothesis.parameters["n"]?.value == .number(8))
        #expect(try await corrected("set it to five", "no, seven", in: .default) == nil)
        #expect(try await corrected("set it to five", "no, seven", in: bath) == nil, "another app asks there")
    }

    @Test("an answer ends the memory of the last command, and words that are not understood do not")
    func memory() {
        var commands = LastCommands()
        let set = SpeechIntent.Hypothesis(app: "home", type: "Set", confidence: 0.9)
        commands.record("set it", [set], in: den)
        commands.record("what", [], in: den)
        let kept = commands[den]
        commands.record("yes", [.init(app: "home", type: "answer", confidence: 1)], in: den)
        #expect(kept?.hypothesis == set && commands[den] == nil)
        let scoped = SpeechIntent.Hypothesis(app: "skill", type: "Order", confidence: 0.9, precedence: 1)
        commands.record("order five", [scoped], in: den)
        #expect(commands[den] == nil, "skills correct the values of their intents themselves")
    }
}
