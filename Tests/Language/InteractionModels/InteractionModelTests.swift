import Foundation
import SaybusInteractionModels
import SaybusMessages
import SaybusPatternMatching
import Testing

@Suite struct InteractionModelTests {
    private static let language = """
        {
          "invocationName": "tea house",
          "intents": [
            {"name": "AMAZON.StopIntent", "samples": ["enough tea"]},
            {"name": "AMAZON.FallbackIntent", "samples": []},
            {"name": "Order", "slots": [
               {"name": "drink", "type": "Drink", "samples": ["the {drink}"]}, {"name": "count", "type": "AMAZON.NUMBER"},
               {"name": "when", "type": "AMAZON.DATE"}],
             "samples": ["order {count} {drink}", "bring me {drink} {when}", "{drink} (please)", "{drink}'s price"]}
          ],
          "types": [{"name": "Drink", "values": [
            {"id": "g", "name": {"value": "green tea", "synonyms": ["sencha"]}}, {"name": {"value": "coffee"}}]}],
          "modelConfiguration": {"fallbackIntentSensitivity": {"level": "HIGH"}}
        }
        """

    private func model(_ text: String, _ name: String = "en-US.json") throws -> InteractionModel {
        let files = try Files([name: text])
        return try InteractionModel(contentsOf: files[name])
    }

    @Test(
        "a model is read with and without its wrapper",
        arguments: [
            "{\"interactionModel\": {\"languageModel\": LM}}", "{\"languageModel\": LM}", "LM",
            "\u{FEFF}{\"version\": \"1\", \"description\": {}, \"interactionModel\": {\"languageModel\": LM, \"prompts\": []}}",
        ])
    func wrappers(shape: String) throws {
        let model = try model(shape.replacingOccurrences(of: "LM", with: Self.language))
        #expect(model.problems.isEmpty)
        #expect(model.invocationName == "tea house")
        #expect(model.appName == "tea-house")
        #expect(model.fallbackSensitivity == "HIGH")
        #expect(model.intents.map(\.name) == ["AMAZON.StopIntent", "AMAZON.FallbackIntent", "Order"])
        let matcher = PatternMatcher([model.catalog()])
        #expect(matcher.problems.isEmpty)
        let order = try #require(matcher.match("order two sencha").first)
        #expect(order.app == "tea-house")
        #expect(order.parameters["count"]?.value == .number(2))
        #expect(order.parameters["drink"]?.value == .text("green tea"))
        #expect(order.parameters["drink"]?.resolution == Parameter.Resolution(.matched, id: "g"))
        #expect(
            matcher.match("bring me iced lemonade tomorrow").first?.parameters["drink"]?.resolution?.status
                == .unmatched)
        #expect(matcher.match("green tea please").first?.type == "Order")
        #expect(matcher.match("coffee's price").first?.parameters["drink"]?.value == .text("coffee"))
        #expect(matcher.match("stop").first?.type == "AMAZON.StopIntent")
        #expect(matcher.match("enough tea").first?.type == "AMAZON.StopIntent")
        #expect(matcher.match("how high is the moon").isEmpty)
    }

    @Test("dialog and prompts are read")
    func dialog() throws {
        let text = """
            {"interactionModel": {"languageModel": \(Self.language), "dialog": {"delegationStrategy": "ALWAYS", "intents": [
              {"name": "Order", "confirmationRequired": true, "prompts": {"confirmation": "c1"}, "slots": [
                {"name": "count", "type": "AMAZON.NUMBER", "elicitationRequired": true, "prompts": {"elicitation": "e1"},
                 "validations": [{"type": "isLessThan", "prompt": "v1", "value": "9"},
                                 {"type": "isInSet", "prompt": "v2", "values": ["1", "2"]}]},
                {"name": "when", "type": "AMAZON.DATE", "validations": [
                  {"type": "isInDuration", "start": "P1D", "end": ""}, {"type": "isInDuration", "end": null}]}]}]},
             "prompts": [{"id": "e1", "variations": [{"type": "PlainText", "value": "How many?"}, {"type": "SSML", "value": "<speak/>"}]}]}}
            """
        let model = try model(text)
        #expect(model.problems.isEmpty)
        #expect(model.dialog?.delegationStrategy == "ALWAYS")
        let intent = try #require(model.dialog?.intents.first)
        #expect(intent.confirmationRequired)
        #expect(intent.prompts == ["confirmation": "c1"])
        #expect(intent.slots.first?.validations.map(\.operands) == [["value": ["9"]], ["values": ["1", "2"]]])
        // Amazon's console writes an empty text where a span is open.
        #expect(intent.slots.last?.validations.map(\.operands) == [["start": ["P1D"]], [:]])
        #expect(model.prompts["e1"]?.map(\.value) == ["How many?", "<speak/>"])
    }

    @Test(
        "letters with points in samples and values are those of one word and of several",
        arguments: [
            ("play the bbc news", nil), ("play the BBC's news", nil), ("play the b b c news", nil),
            ("play the B.B.C. news", nil),
            ("play wbur", "W. B. U. R."), ("play W.B.U.R.", "W. B. U. R."), ("play w b u r", "W. B. U. R."),
            ("play oj", "juice"), ("play o j", "juice"), ("play O.J.", "juice"), ("play r and b", "r. and b."),
        ] as [(String, String?)])
    func initialisms(text: String, value: String?) throws {
        let model = try model(
            """
            {"intents": [{"name": "Play", "slots": [{"name": "what", "type": "What"}],
              "samples": ["play the b. b. c. news", "play the b. b. c.'s news", "play {what}"]}],
             "types": [{"name": "What", "values": [{"name": {"value": "W. B. U. R."}}, {"name": {"value": "r. and b."}},
              {"name": {"value": "juice", "synonyms": ["O.J."]}}]}]}
            """)
        #expect(model.problems.isEmpty)
        let best = PatternMatcher([model.catalog()]).match(text).first
        let what = best?.parameters["what"]
        #expect(best?.type == "Play" && what?.value == value.map(Parameter.Value.text))
        #expect(what == nil || what?.resolution?.status == .matched)
    }

    @Test(
        "a Japanese sample needs no spaces beside its slots",
        arguments: [
            ("ピザソースの作り方", "ピザ"), ("ピザ ソースの作り方", "ピザ"), ("サザンアイランドに必要な材料は何", "サウザンドアイランド"),
            ("ソースはピザがいい", "ピザ"), ("ソースは ピザ がいい", "ピザ"), ("ピザ", "ピザ"),
        ])
    func unspaced(text: String, value: String) throws {
        let model = try model(
            """
            {"intents": [{"name": "Recipe", "slots": [{"name": "Item", "type": "ITEM"}],
              "samples": ["{Item}", "{Item} ソースの作り方", "{Item} に必要な材料は何", "ソースは {Item} がいい"]}],
             "types": [{"name": "ITEM", "values": [{"name": {"value": "ピザ"}},
              {"name": {"value": "サウザンドアイランド", "synonyms": ["サザンアイランド"]}}]}]}
            """, "ja-JP.json")
        #expect(model.problems.isEmpty)
        let item = PatternMatcher([model.catalog()]).match(text).first?.parameters["Item"]
        #expect(item?.value == .text(value) && item?.resolution?.status == .matched)
    }

    @Test("the schema of 2017, with plain values, is read")
    func plainValues() throws {
        let model = try model(
            #"{"intents": [{"name": "Go", "samples": ["go {way}"], "slots": [{"name": "way", "type": "Way"}]}], "types": [{"name": "Way", "values": ["left", "right", 5]}]}"#,
            "de-DE.json")
        #expect(model.types.first?.values.map(\.value) == ["left", "right", "5"])
        #expect(model.language == "de-DE")
        #expect(model.appName == "alexa")
    }

    @Test("skills whose names have no Latin letters are different apps")
    func foreignNames() throws {
        func name(_ invocation: String) throws -> String {
            try model(
                #"{"languageModel": {"invocationName": "\#(invocation)", "intents": [{"name": "A", "samples": []}]}}"#,
                "ja-JP.json"
            ).appName
        }
        let names = try ["ピザ屋", "寿司屋", "पिज़्ज़ा घर", "ピザ屋 "].map(name)
        #expect(Set(names).count == 3 && names[0] == names[3], "\(names)")
        #expect(names.allSatisfy { $0.hasPrefix("alexa-") && $0.utf8.count <= 64 })
        #expect(try name("!") == "alexa")
    }

    @Test(
        "the language is in the file's name, also behind other words",
        arguments: [
            ("de-DE.json", "de-DE"), ("fr_ca.json", "fr-CA"), ("it.json", "it"), ("pizza-de-DE.json", "de-DE"),
            ("pizza.es-MX.json", "es-MX"), ("pizza-to-go.json", "en-US"), ("model.json", "en-US"),
            ("de-DE.old.json", "de-DE"), ("my-skill.json", "en-US"), ("it_is_me.json", "en-US"),
            ("es-419.json", "es-419"),
        ])
    func languages(name: String, language: String) throws {
        #expect(try model(Self.language, name).language == language)
    }

    @Test("the schema of 2015 is read with the samples and types in the files beside it")
    func firstSchema() throws {
        let files = try Files([
            "IntentSchema.json":
                #"{"intents": [{"intent": "Order", "slots": [{"name": "Day", "type": "AMAZON.DATE"}, {"name": "Drink", "type": "LIST_OF_DRINKS"}]}, {"intent": "AMAZON.HelpIntent"}]}"#,
            "SampleUtterances.txt":
                "Order order {Drink}\r\nOrder bring {tea|Drink} {tomorrow|Day}\n\n# a comment\nNobody hears this\n",
            "customSlotTypes/LIST_OF_DRINKS": "tea\ncoffee\n",
        ])
        let model = try InteractionModel(contentsOf: files["IntentSchema.json"])
        #expect(model.problems.map(\.code) == [.unused])
        #expect(model.problems.first?.line == 5)
        #expect(model.problems.first?.file == files["SampleUtterances.txt"])
        let matcher = PatternMatcher([model.catalog()])
        let best = matcher.match("bring coffee tomorrow").first
        #expect(best?.parameters["Drink"]?.value == .text("coffee"))
        #expect(best?.parameters["Day"]?.type == "AMAZON.DATE")
        #expect(matcher.match("help me").map(\.type) == ["AMAZON.HelpIntent"])
    }

    @Test("the built-in types of the first schemas have no prefix; a model's own type of such a name is its own")
    func formerTypes() throws {
        let files = try Files([
            "IntentSchema.json": """
            {"intents": [{"intent": "Count", "slots": [{"name": "From", "type": "NUMBER"}, {"name": "Day", "type": "DATE"}]},
             {"intent": "Say", "slots": [{"name": "Words", "type": "LITERAL"}, {"name": "When", "type": "TIME"}]}]}
            """,
            "SampleUtterances.txt":
                "Count count from {five|From} on {monday|Day}\nSay say {hello|Words} in the {When}\n",
            "customSlotTypes/TIME": "morning\nevening\n",
        ])
        let model = try InteractionModel(contentsOf: files["IntentSchema.json"])
        #expect(model.problems.isEmpty)
        let types = model.intents.flatMap(\.slots).map(\.type)
        #expect(types == ["AMAZON.NUMBER", "AMAZON.DATE", "AMAZON.LITERAL", "TIME"])
        let best = PatternMatcher([model.catalog()]).match("count from twelve on tuesday").first
        #expect(best?.parameters["From"]?.value == .number(12))
    }

    @Test(
        "a part that cannot be used is reported with its line, and the other parts are used",
        arguments: [
            (#"{"name": "Other"}"#, "nothing can be said"), (#"{"samples": ["x"]}"#, "has no name"),
            (#"{"name": "Other", "samples": ["go {nowhere}"]}"#, "has no slot nowhere"),
            (#"{"name": "Other", "samples": ["go {nowhere", "x"]}"#, "never closed"),
            (#"{"name": "Other", "samples": ["x", 5]}"#, "must be a text"),
            (#"{"name": "Other", "samples": "x"}"#, "must be a list"),
            (#"{"name": "Other", "samples": ["x"], "slots": [{"name": "a"}]}"#, "lacks a name or a type"),
            (
                #"{"name": "Other", "samples": ["x {a}"], "slots": [{"name": "a", "type": "Gone"}]}"#,
                "is not in the model"
            ),
            (#"{"name": "Go", "samples": ["y"]}"#, "comes twice"),
            (
                #"{"name": "Other", "samples": ["x {a}"], "slots": [{"name": "a", "type": "AMAZON.City"}, {"name": "a", "type": "AMAZON.DATE"}]}"#,
                "the slot a of Other comes twice"
            ),
        ])
    func problems(intent: String, sentence: String) throws {
        let model = try model(
            "{\"languageModel\": {\"intents\": [{\"name\": \"Go\", \"samples\": [\"go home\"]},\n\(intent)],\n\"extra\": 1}}"
        )
        #expect(model.problems.contains { $0.line == 2 && $0.sentence.contains(sentence) }, "\(model.problems)")
        #expect(model.problems.contains { $0.line == 3 && $0.sentence.contains("extra") })
        #expect(PatternMatcher([model.catalog()]).match("go home").map(\.type) == ["Go"])
    }

    @Test(
        "a file that is not a model is refused with its line",
        arguments: [
            ("{\"languageModel\": {\n\"intents\": [", 2, InteractionModelError.Code.syntax),
            ("{\n\"a\": \"b", 2, .syntax),
            ("[1,]", 1, .syntax), ("{\"a\" 1}", 1, .syntax), ("{} {}", 1, .syntax), ("", 1, .syntax),
            ("{\"a\": \"\\x\"}", 1, .syntax), ("{\"a\": \"\n\"}", 1, .syntax), ("{\"a\": tru}", 1, .syntax),
            (String(repeating: "[", count: 100_000), 1, .syntax), ("{}", 1, .noModel), ("[]", 1, .noModel),
            ("\n{\"languageModel\": {\"types\": []}}", 2, .noModel), ("{\"a\": \"\\u12\"}", 1, .syntax),
        ])
    func refused(text: String, line: Int, code: InteractionModelError.Code) throws {
        let files = try Files(["m.json": text])
        let error = #expect(throws: InteractionModelError.self) { try InteractionModel(contentsOf: files["m.json"]) }
        #expect(error?.code == code)
        #expect(error?.line == line)
        #expect(error?.description.hasPrefix(files["m.json"] + ":\(line): ") == true)
    }

    @Test("a truncated model is refused at any length")
    func truncated() throws {
        let bytes = Array(Self.language.utf8)
        let files = try Files([:])
        for count in stride(from: 1, to: bytes.count, by: 7) {
            let path = try files.write(Data(bytes.prefix(count)), to: "cut.json")
            let error = #expect(throws: InteractionModelError.self) { try InteractionModel(contentsOf: path) }
            #expect(error?.code == .syntax)
        }
    }

    @Test("a missing file, a folder and another encoding are refused")
    func unreadable() throws {
        let files = try Files(["folder/x": ""])
        #expect(throws: InteractionModelError.self) { try InteractionModel(contentsOf: files["none.json"]) }
        #expect(throws: InteractionModelError.self) { try InteractionModel(contentsOf: files["folder"]) }
        // Opening a pipe that nobody writes to must not wait.
        try #require(mkfifo(files["pipe.json"], 0o600) == 0)
        #expect(throws: InteractionModelError.self) { try InteractionModel(contentsOf: files["pipe.json"]) }
        for bytes: [UInt8] in [[0xFF, 0xFE, 0x7B, 0], [0x22, 0xFF, 0x22]] {
            let path = try files.write(Data(bytes), to: "bytes.json")
            let error = #expect(throws: InteractionModelError.self) { try InteractionModel(contentsOf: path) }
            #expect(error?.code == .syntax)
        }
    }

    @Test("JSON escapes are read")
    func escapes() throws {
        let model = try model(#"{"invocationName": "t\u00e9a \ud83c\udf75 \"x\"\/\n", "intents": []}"#)
        #expect(model.invocationName == "t\u{E9}a \u{1F375} \"x\"/\n")
    }

    @Test("labelled utterances are evaluated by intent and slots")
    func evaluation() throws {
        let files = try Files([
            "en-US.json": Self.language,
            "u.jsonl": """
            {"text": "order two coffee", "intent": "Order", "slots": [{"name": "count", "value": "2"}, {"name": "drink", "value": "coffee"}]}
            {"text": "stop", "intent": "AMAZON.StopIntent", "slots": []}
            {"text": "what a day", "intent": "oos"}

            {"text": "stop", "intent": "Order"}
            """, "u.txt": "Order order two coffee\nAMAZON.FallbackIntent what a day\n",
            "bad.jsonl": "{\"text\": \"a\"}",
        ])
        let matcher = PatternMatcher([try InteractionModel(contentsOf: files["en-US.json"]).catalog()])
        let evaluation = UtteranceEvaluation(try LabelledUtterances(contentsOf: files["u.jsonl"]), matcher)
        #expect(evaluation.intentAccuracy == 0.75)
        #expect(evaluation.inScopeAccuracy == 2.0 / 3)
        #expect(evaluation.outOfScopeRecall == 1)
        #expect(evaluation.slotF1 == 1)
        #expect(evaluation.failures.map(\.line) == [5])
        #expect(UtteranceEvaluation(try LabelledUtterances(contentsOf: files["u.txt"]), matcher).frameAccuracy == 1)
        let error = #expect(throws: InteractionModelError.self) {
            try LabelledUtterances(contentsOf: files["bad.jsonl"])
        }
        #expect(error?.line == 1)
    }

    @Test(
        "real models are imported completely",
        .enabled(if: Files.shared("alexa") != nil, "needs ../shared/data/alexa"))
    func wild() throws {
        let folder = try #require(Files.shared("alexa"))
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".json") }
        for name in names {
            let model = try InteractionModel(contentsOf: folder + "/" + name)
            #expect(model.problems.filter { $0.code != .unused }.isEmpty, "\(name): \(model.problems)")
            let matcher = PatternMatcher([model.catalog()])
            #expect(matcher.problems.isEmpty, "\(name): \(matcher.problems)")
            #expect(
                !matcher.match("help").isEmpty == model.intents.contains { $0.name == "AMAZON.HelpIntent" }, "\(name)")
        }
    }
}
