import SaybusIntentRecognition
import SaybusMessages
import SaybusStatisticalMatching
import Testing

@Suite("A model trained from samples, for the commands of the apps")
struct StatisticalRecognizerTests {
    private static let catalog = Catalog(
        app: "music",
        commands: [.init(type: "Play", patterns: ["play @genre:Genre", "play @count:Number songs"])],
        slotTypes: [.init(name: "Genre", values: [.init(value: "Jazz", synonyms: ["swing"]), .init(value: "Rock")])])

    private static let model = Result {
        try StatisticalModel(
            [
                ("play jazz", "genre", 5..<9), ("put on some rock", "genre", 12..<16), ("i want rock", "genre", 7..<11),
                ("some swing please", "genre", 5..<10), ("play two songs", "count", 5..<8),
                ("play ten songs now", "count", 5..<8),
                ("i want seven songs", "count", 7..<12),
            ].map { Sample(text: $0, intent: "Play", slots: [.init(name: $1, range: $2)]) }
                + ["stop it now", "be quiet", "no more music"].map { Sample(text: $0, intent: "Stop") }
                + ["the dog barks", "she is late", "who won the game", "what a strange film"].map {
                    Sample(text: $0, intent: nil)
                })
    }

    private func recognize(
        _ text: String, alternatives: [SpeechTranscript.Alternative]? = nil
    ) async throws -> [SpeechIntent.Hypothesis] {
        await StatisticalRecognizer(model: try Self.model.get(), catalogs: [Self.catalog], requiresKnownWords: false)
            .recognize(SpeechTranscript(text: text, alternatives: alternatives, engine: "test"))
    }

    @Test("values are those of the app, numbers are parsed, and spans are in characters")
    func values() async throws {
        let first = try #require(try await recognize("put on some Swing").first)
        #expect(first.app == "music" && first.type == "Play" && first.matcher == "statistical")
        #expect(first.parameters["genre"]?.value == .text("Jazz"))
        #expect(first.parameters["genre"]?.words == "Swing")
        #expect(first.parameters["genre"]?.span == .init(start: 12, end: 17))
        #expect(try await recognize("i want ten songs").first?.parameters["count"]?.value == .number(10))
    }

    @Test("an intent that no app has is not recognized, and is listed as unknown")
    func unknown() async throws {
        #expect(try await recognize("be quiet").isEmpty)
        let recognizer = StatisticalRecognizer(
            model: try Self.model.get(), catalogs: [Self.catalog], requiresKnownWords: false)
        #expect(recognizer.unknownIntents == ["Stop"])
    }

    @Test("a command without the parameters that its patterns need is not recognized")
    func incomplete() async throws { #expect(try await recognize("play play").isEmpty) }

    @Test("alternatives are tried when the text has no intent, with less confidence and without spans")
    func alternatives() async throws {
        let sure = try #require(try await recognize("put on some rock").first)
        let less = try await recognize("who was lock", alternatives: [.init(text: "put on some rock", confidence: 0.9)])
        #expect(less.map(\.type) == ["Play"])
        #expect(less.allSatisfy { $0.confidence < sure.confidence && $0.confidence >= 0.5 })
        #expect(less.first?.parameters["genre"]?.span == nil)
    }
}
