import SaybusExternalEngines
import SaybusMessages
import Testing

@testable import SaybusIntentRecognition

/// A client with a fixed answer for each text.
private struct FixedClient: IntentClient {
    let answers: [String: ExternalInterpretation]

    func ask(_ text: String) async throws(EngineFailure) -> [ExternalInterpretation] {
        guard let answer = answers[text] else { throw EngineFailure(.timeout, "no answer to \(text)") }
        return [answer]
    }
}

@Suite("Recognition of a transcript in its conversation")
struct RecognizerSetTests {
    private let den = Session(rawValue: "den")!

    /// A skill whose intent `Order` is in scope only in the den, and an app with the same intent whose name sorts
    /// after the skill's.
    private var catalogs: [Catalog] {
        var skill = makeCatalog(
            ["Open": ["open the shop"], "Order": ["order a pizza", "get me a @thing please"]], app: "pizza")
        skill.scopes = [Catalog.Scope(commands: ["Order"], sessions: [den])]
        return [skill, makeCatalog(["Order": ["order a pizza"], "Note": ["please order a @thing now"]], app: "shop")]
    }

    @Test("a place in a text is moved with the text, and one that no text has is left out")
    func moved() {
        func parameter(_ start: Int, _ end: Int) -> Parameter {
            Parameter(value: .text("x"), words: "x", type: "String", span: .init(start: start, end: end))
        }
        let moved = SpeechIntent.Hypothesis(
            app: "a", type: "B", confidence: 1, parameters: ["near": parameter(1, 2), "far": parameter(1, .max)]
        ).shifted(by: 5)
        #expect(moved.parameters["near"]?.span == .init(start: 6, end: 7))
        #expect(moved.parameters["far"]?.value == .text("x") && moved.parameters["far"]?.span == nil)
    }

    private func apps(
        _ text: String, in session: Session, _ settings: IntentStage.Settings
    ) async throws -> [String] {
        var recognizers = RecognizerSet(settings)
        recognizers.update(catalogs)
        return try await recognizers.recognition(SpeechTranscript(text: text, engine: "test"), in: session).hypotheses
            .map { "\($0.app)/\($0.type)" }
    }

    @Test(
        "a command in scope in one conversation is not recognized in another",
        arguments: [IntentEngine.pattern, .ensemble])
    func scoped(engine: IntentEngine) async throws {
        let settings = IntentStage.Settings(engine: engine)
        #expect(try await apps("order a pizza", in: den, settings) == ["pizza/Order", "shop/Order"])
        #expect(try await apps("order a pizza", in: .default, settings) == ["shop/Order"])
        #expect(try await apps("open the shop", in: .default, settings) == ["pizza/Open"])
        #expect(try await apps("get me a taxi please", in: den, settings) == ["pizza/Order"])
        #expect(try await apps("get me a taxi please", in: .default, settings).isEmpty)
    }

    @Test("of equally sure commands, one that something waits for comes first, then one of this conversation")
    func precedence() async throws {
        var all = catalogs + [makeCatalog(["Late": ["order a pizza"]], app: "alarm")]
        all[1].awaited = [Catalog.Scope(commands: ["Order"], sessions: [den])]
        var recognizers = RecognizerSet(IntentStage.Settings(engine: .pattern))
        recognizers.update(all)
        func ranks(in session: Session) async throws -> [String] {
            try await recognizers.recognition(SpeechTranscript(text: "order a pizza", engine: "test"), in: session)
                .hypotheses.map { "\($0.app) \($0.precedence ?? 0)" }
        }
        #expect(try await ranks(in: den) == ["shop 2", "pizza 1", "alarm 0"])
        #expect(try await ranks(in: .default) == ["shop 0", "alarm 0"])
    }

    @Test("a command after no and a comma is understood where a question is open, and nowhere else")
    func afterNo() async throws {
        var hotel = makeCatalog(
            ["Charge": ["put @n:Number dollars on my room"], "answer": ["(yes|no)"], "Chat": ["@words"]], app: "hotel")
        hotel.scopes = [Catalog.Scope(commands: ["answer"], sessions: [den])]
        var recognizers = RecognizerSet(IntentStage.Settings(engine: .pattern))
        recognizers.update([hotel])
        func first(_ text: String, in session: Session) async throws -> SpeechIntent.Hypothesis? {
            try await recognizers.recognition(SpeechTranscript(text: text, engine: "test"), in: session)
                .hypotheses.first
        }
        let charge = try await first("No, put 40 dollars on my room.", in: den)
        #expect(charge?.type == "Charge" && charge?.parameters["n"]?.value == .number(40))
        #expect(charge?.parameters["n"]?.span == .init(start: 8, end: 10))
        let (other, joined) = (
            try await first("No, put 40 dollars on my room.", in: .default),
            try await first("no put 40 dollars on my room", in: den)
        )
        let words = try await first("No, I have had enough.", in: den)
        #expect(other?.type == "Chat" && joined?.type == "Chat" && words?.type == "Chat")
    }

    @Test("precedence does not change the order of the equally sure commands of one app")
    func ownOrder() async throws {
        var app = Catalog(
            app: "home",
            commands: ["Halt", "Stop"].map { Catalog.Command(type: $0, patterns: ["stop"]) })
        app.awaited = [Catalog.Scope(commands: ["Stop"], sessions: [den])]
        var recognizers = RecognizerSet(IntentStage.Settings(engine: .pattern))
        recognizers.update([app, makeCatalog(["End": ["stop"]], app: "a")])
        let found = try await recognizers.recognition(SpeechTranscript(text: "stop", engine: "test"), in: den)
        #expect(found.hypotheses.filter { $0.app == "home" }.map(\.type) == ["Halt", "Stop"])
    }

    @Test("an intent of an external engine means the command of that name that is in scope")
    func foreign() async throws {
        let intentClient = FixedClient(answers: ["a pizza": ExternalInterpretation(intent: "Order", confidence: 0.9)])
        let settings = IntentStage.Settings(engine: .http, intentClient: intentClient)
        #expect(try await apps("a pizza", in: den, settings) == ["pizza/Order"])
        #expect(try await apps("a pizza", in: .default, settings) == ["shop/Order"])
    }

    @Test("a change of scopes alone causes no training")
    func scopesAlone() {
        var recognizers = RecognizerSet(IntentStage.Settings(engine: .pattern))
        var catalogs = catalogs
        let first = recognizers.update(catalogs)
        catalogs[0].scopes = nil
        let second = recognizers.update(catalogs)
        #expect(first && !second)
        catalogs[0].commands.removeLast()
        let third = recognizers.update(catalogs)
        #expect(third)
    }

    @Test("when the engine does not understand what follows the app's name, its answer for the whole text counts")
    func halfAnswered() async throws {
        let whole = "ask shop to order a pizza"
        var recognizers = RecognizerSet(
            IntentStage.Settings(
                engine: .http,
                intentClient: FixedClient(answers: [
                    whole: ExternalInterpretation(intent: "shop/Order", confidence: 0.7)
                ])))
        recognizers.update(catalogs)
        let found = try await recognizers.recognition(SpeechTranscript(text: whole, engine: "test"), in: den)
        #expect(found.hypotheses.map(\.app) == ["shop"])
    }

    @Test("when the engine fails for what follows the app's name, that is told, and no other app is meant")
    func failedHalf() async throws {
        let whole = "ask shop to order a pizza"
        func recognition(_ intent: String) async throws -> IntentRecognition {
            let answers = [whole: ExternalInterpretation(intent: intent, confidence: 0.7)]
            var recognizers = RecognizerSet(
                IntentStage.Settings(engine: .http, intentClient: FixedClient(answers: answers)))
            recognizers.update(catalogs)
            return try await recognizers.recognition(SpeechTranscript(text: whole, engine: "test"), in: den)
        }
        let own = try await recognition("shop/Order")
        #expect(own.hypotheses.map(\.app) == ["shop"] && own.failure?.reason == "no answer to order a pizza")
        let other = try await recognition("pizza/Order")
        #expect(other.hypotheses.isEmpty && other.failure?.code == .timeout)
    }
}
