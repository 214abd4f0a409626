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

    @Test("what another speech recognizer refused is no alternative, and an empty text has none")
    func refused() async throws {
        let text = "who was lock"
        for (confidence, isTried) in [(0.2, false), (0.3, true)] {
            let other = SpeechTranscript.Alternative(text: "put on some rock", confidence: confidence, engine: "other")
            #expect(try await recognize(text, alternatives: [other]).isEmpty == !isTried, "\(confidence)")
        }
        #expect(try await recognize("", alternatives: [.init(text: "put on some rock", confidence: 0.9)]).isEmpty)
    }

    private static let lamp = Catalog(
        app: "lamp",
        commands: [
            .init(type: "Dim", patterns: ["set the lamp to @level:Level"]),
            .init(type: "Wake", patterns: ["wake me at {time}"], slots: [.init(name: "time", type: "AMAZON.TIME")]),
            .init(type: "Call", patterns: ["call it {name}"], slots: [.init(name: "name", type: "Short")]),
        ],
        slotTypes: [
            .init(name: "Level", values: [], base: "integer", range: .init(from: 0, to: 10)),
            .init(name: "Short", values: [], base: "entity", count: 2),
        ])

    @Test(
        "a value that its type does not allow is not recognized, and a part of one is not taken for the whole",
        arguments: [
            ("please set my lamp to five", 5.0), ("please set my lamp to minus five", nil),
            ("please set my lamp to -5", nil), ("please set my lamp to eleven", nil),
            ("please set my lamp to five hundred", nil), ("please set my lamp to banana", nil),
        ])
    func types(_ text: String, _ level: Double?) async throws {
        let found = try await lampRecognizer().recognize(SpeechTranscript(text: text, engine: "test")).first
        if let level {
            #expect(found?.parameters["level"]?.value == .number(level))
        } else {
            #expect(found?.type != "Dim" || found?.parameters["level"]?.resolution?.status == .unmatched)
        }
    }

    @Test("the half of a day belongs to a time, and what is no time is not recognized")
    func times() async throws {
        let recognizer = try lampRecognizer()
        let evening = await recognizer.recognize(SpeechTranscript(text: "kindly wake me at seven pm", engine: "test"))
        #expect(evening.first?.parameters["time"]?.value == .text("19:00"))
        let never = await recognizer.recognize(SpeechTranscript(text: "kindly wake me at banana", engine: "test"))
        #expect(never.first?.type != "Wake")
    }

    @Test(
        "a number is not recognized when no pattern has it in its range and step",
        arguments: [
            ("kindly fade to fifty five", 55.0), ("kindly fade to one hundred", 100.0), ("kindly fade to 20", 20.0),
            ("kindly fade to two hundred", nil), ("kindly fade to 200005", nil), ("kindly fade to minus five", nil),
            ("kindly fade to -5", nil), ("kindly fade to seven", nil), ("kindly fade to 2.5", nil),
        ])
    func ranges(_ text: String, _ share: Double?) async throws {
        let catalog = Catalog(
            app: "lamp", commands: [.init(type: "Fade", patterns: ["fade to {0..100,5:share}"])])
        let samples = ["fade to", "kindly fade to"].flatMap { frame in
            ["five", "fifty five", "one hundred", "seven", "20", "-5"].map { value in
                let start = frame.count + 1
                return Sample(
                    text: "\(frame) \(value)", intent: "Fade",
                    slots: [.init(name: "share", range: start..<start + value.count)])
            }
        }
        let model = try StatisticalModel(
            samples + ["the dog barks", "she is late", "who won the game"].map { Sample(text: $0, intent: nil) })
        let found = await StatisticalRecognizer(model: model, catalogs: [catalog], requiresKnownWords: false)
            .recognize(SpeechTranscript(text: text, engine: "test"))
        #expect(found.first?.parameters["share"]?.value == share.map { .number($0) })
    }

    @Test(
        "negations and questions whose words no sample had are not taken for commands",
        arguments: [
            ("unlock the hall door", true), ("don't unlock the hall door", false),
            ("never unlock the hall door", false),
            ("did you unlock the hall door", false), ("why unlock the hall door", false),
        ])
    func unseenWords(_ text: String, isCommand: Bool) async throws {
        let catalog = Catalog(app: "house", commands: [.init(type: "Unlock", patterns: ["unlock the hall door"])])
        let samples = ["unlock the hall door", "please unlock the hall door", "open up the hall door"].map {
            Sample(text: $0, intent: "Unlock")
        }
        let others = ["the dog barks", "she left late"].map { Sample(text: $0, intent: nil) }
        let model = try StatisticalModel(samples + others)
        #expect(model.knows("unlock") && !model.knows("don't") && !model.knows("did") && !model.knows(""))
        let found = await StatisticalRecognizer(model: model, catalogs: [catalog], requiresKnownWords: false)
            .recognize(SpeechTranscript(text: text, engine: "test"))
        #expect(!found.isEmpty == isCommand)
        // A model that has seen such words judges them itself.
        let asked = try StatisticalModel(samples + others + [Sample(text: "why did you unlock the door", intent: nil)])
        #expect(asked.knows("did") && asked.knows("why"))
    }

    private func lampRecognizer() throws -> StatisticalRecognizer {
        func samples(_ intent: String, _ slot: String, _ frames: [String], _ values: [String]) -> [Sample] {
            frames.flatMap { frame in
                values.map { value in
                    let start = frame.count + 1
                    return Sample(
                        text: "\(frame) \(value)", intent: intent,
                        slots: [.init(name: slot, range: start..<start + value.count)])
                }
            }
        }
        let model = try StatisticalModel(
            samples(
                "Dim", "level", ["set the lamp to", "please set my lamp to"], ["five", "two", "ten", "banana", "-5"])
                + samples("Wake", "time", ["wake me at", "kindly wake me at"], ["seven", "eight", "nine", "banana"])
                + ["the dog barks", "she is late", "who won the game"].map { Sample(text: $0, intent: nil) })
        return StatisticalRecognizer(model: model, catalogs: [Self.lamp], requiresKnownWords: false)
    }
}
