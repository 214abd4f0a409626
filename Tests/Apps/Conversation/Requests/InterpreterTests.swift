import SaybusConversation
import SaybusMessages
import Testing

@Suite("Interpreters")
@ConversationActor
struct InterpreterTests {
    private func heard(_ text: String) -> SpeechRecognitionResult { SpeechRecognitionResult(transcript: text) }

    @Test("a valid answer may have no value")
    func nothing() {
        #expect(Interpretation<String>(value: nil).isValid)
        #expect(!Interpretation<String>(errors: [ValidationError(.noInput)]).isValid)
    }

    @Test("an option is found by label, alias and position, and the result is the option")
    func select() {
        let options = [
            SelectOption(label: "Blue", aliases: ["Ocean"]),
            SelectOption(label: "Green", aliases: ["Forest", "Emerald"]),
            SelectOption(label: "Purple"),
        ]
        let interpreter = SelectInterpreter(options: options)
        for (text, index) in [
            ("blue", 0), ("the forest", 1), ("Emerald.", 1), ("I'll take purple", 2), ("the second one", 1),
            ("number three", 2), ("1", 0), ("the last one", 2), ("the third", 2),
        ] {
            let result = interpreter.interpret(heard(text)).value
            #expect(result?.selectedIndex == index, "\(text)")
            #expect(result?.selectedOption == options[index])
        }
        for text in ["red", "number four", "zero", "blue green"] {
            #expect(!interpreter.interpret(heard(text)).isValid, "\(text)")
        }
    }

    @Test(
        "an option is found by any word that tells it apart, within a sentence and after a correction",
        arguments: [
            ("Susan", 1), ("I think Susan", 1), ("the blue one", 2), ("blue I think", 2),
            ("I'd like the blue one please", 2),
            ("toby, no, susan", 1), ("not toby, the blue one", 2), ("the second one please", 1), ("the last one", 2),
            ("give me number one", 0), ("Susan Pikachu please", 1),
        ])
    func word(_ text: String, _ index: Int) {
        let interpreter = SelectInterpreter(
            options: [
                SelectOption(label: "Toby Pikachu"), SelectOption(label: "Susan Pikachu"),
                SelectOption(label: "Bulbasaur", aliases: ["the blue one of them"]),
            ])
        #expect(interpreter.interpret(heard(text)).value?.selectedIndex == index)
    }

    @Test("a command that has a word of an option besides others is no answer, and one of the option's words alone is")
    func commandWithOption() {
        let interpreter = SelectInterpreter(options: ["the red car", "the blue bike", "Susan"])
        for text in ["turn off the red lamp", "susan gave bob twenty dollars", "my bike is broken"] {
            var command = heard(text)
            #expect(interpreter.interpret(command).isValid, "\(text)")
            command.hypotheses = [.init(app: "a", type: "Do", confidence: 0.9, parameters: [:])]
            #expect(!interpreter.interpret(command).isValid, "\(text)")
            command.hypotheses = [
                .init(app: "a", type: SpeechIntent.Hypothesis.answerType, confidence: 0.9, parameters: [:])
            ]
            #expect(interpreter.interpret(command).isValid, "\(text)")
        }
        let answers = [
            ("the red one please", 0), ("I'd like the second one", 1), ("susan", 2), ("the blue bike", 1), ("bike", 1),
        ]
        for (text, index) in answers {
            var answer = heard(text)
            answer.hypotheses = [.init(app: "a", type: "Do", confidence: 1, parameters: [:])]
            #expect(interpreter.interpret(answer).value?.selectedIndex == index, "\(text)")
        }
    }

    @Test("an alternative counts only when the surer words name no option at all")
    func alternatives() {
        let interpreter = SelectInterpreter(options: ["Toby Pikachu", "Susan Pikachu"])
        for (text, alternative, index) in [
            ("toby", "two", 0), ("I'd like toby", "susan pikachu", 0), ("table", "susan pikachu", 1),
            ("table", "two", 1), ("the ninth one", "the first one", 0),
        ] {
            let result = SpeechRecognitionResult(
                transcript: text, alternatives: [.init(text: alternative, confidence: 0.3)])
            #expect(interpreter.interpret(result).value?.selectedIndex == index, "\(text)")
        }
    }

    @Test(
        "numbers in the names of options are compared by their values, and one alone is the number before the position",
        arguments: [
            (["3", "2", "1"], "one", 2), (["3", "2", "1"], "3", 0), (["three", "two", "one"], "1", 2),
            (["12", "2", "1"], "one", 2), (["12", "2", "1"], "twelve", 0), (["12", "2", "1"], "two please", 1),
            (["floor 3", "floor 2", "floor 1"], "floor one", 2), (["floor 3", "floor 2", "floor 1"], "one", 2),
            (["floor 3", "floor 2", "floor 1"], "the first one", 0), (["BBC 2", "BBC 1"], "bbc one", 1),
            (["ten minutes", "five minutes", "one minute"], "one", 2),
            (["ten minutes", "five minutes", "one minute"], "10 minutes", 0), (["red", "green"], "two", 1),
            (["the blue one", "the red one"], "one", 0),
        ])
    func numberedOptions(_ labels: [String], _ text: String, _ index: Int) {
        let interpreter = SelectInterpreter(options: labels.map { SelectOption(label: $0) })
        #expect(interpreter.interpret(heard(text)).value?.selectedIndex == index)
    }

    @Test("a number alone that stands in the names of several options leads to a question about these")
    func sharedNumber() {
        let interpreter = SelectInterpreter(options: ["BBC 1", "ITV 1", "Sky 2"])
        #expect(
            interpreter.interpret(heard("one")).validationErrors.first?.reason == "that may be BBC 1 or ITV 1.")
    }

    @Test("words that several options have lead to a question about these, and one for a thing is no position")
    func unclear() {
        let interpreter = SelectInterpreter(
            options: ["Toby Pikachu", "Susan Pikachu", "John Smith"])
        #expect(
            interpreter.interpret(heard("Pikachu")).validationErrors.first?.reason
                == "that may be Toby Pikachu or Susan Pikachu.")
        #expect(!interpreter.interpret(heard("not Susan")).isValid)
        #expect(!interpreter.interpret(heard("a large one please")).isValid)
    }

    @Test("numbers are cardinals, decimals and ordinals within a range")
    func numbers() {
        let any = NumericalInterpreter()
        for (text, number) in [
            ("twenty one", 21.0), ("three point one", 3.1), ("first", 1), ("the third", 3), ("minus five", -5),
            ("about 40", 40), ("nine oh two one oh", 90210),
        ] { #expect(any.interpret(heard(text)).value == number, "\(text)") }
        #expect(!any.interpret(heard("several")).isValid)
        for (text, number) in [
            ("ten minutes", 10.0), ("five dollars", 5), ("a dozen", 12), ("half a dozen please", 6), ("no, five", 5),
            ("five, no, six", 6), ("I'd like about twenty of them please", 20), ("it should be ten I think", 10),
            ("five, not six", 5), ("the third one", 3), ("a couple", 2), ("i want one", 1), ("just one please", 1),
            ("two and a half hours", 2.5), ("make that 7 please", 7), ("well let's say a hundred", 100),
        ] { #expect(any.interpret(heard(text)).value == number, "\(text)") }
        for text in ["yeah that's right", "five or six", "a large one", "that one", "give me a second", "not five"] {
            #expect(!any.interpret(heard(text)).isValid, "\(text)")
        }
        var command = heard("wake me at seven")
        #expect(any.interpret(command).value == 7)
        command.hypotheses = [.init(app: "a", type: "Wake", confidence: 0.9, parameters: [:])]
        #expect(!any.interpret(command).isValid, "a command is no number")
        command.transcript = "seven degrees"
        #expect(any.interpret(command).value == 7, "it begins with the number")
        command.transcript = "seven"
        #expect(any.interpret(command).value == 7, "a number alone is one whatever else it may mean")
        let few = NumericalInterpreter(range: 1...3)
        #expect(few.interpret(heard("two")).value == 2)
        #expect(few.interpret(heard("four")).validationErrors.first?.reason == "4 is not between 1 and 3.")
    }

    @Test("a pattern extracts its parameters from an answer")
    func pattern() {
        let interpreter = PatternInterpreter(templates: [
            "@piece to @row @column:Number", "Move @piece to column @column:Number row @row",
            "@payer gave @payee @amount:Number dollars.",
        ])
        let move = interpreter.interpret(heard("knight to b three")).value
        #expect(move?.entities == ["piece": "knight", "row": "b", "column": 3])
        #expect(move?.transcription == "knight to b three")
        #expect(
            interpreter.interpret(heard("Susan gave Toby Smith twenty dollars")).value?.entities["amount"]?.number == 20
        )
        #expect(!interpreter.interpret(heard("what")).isValid)
    }

    @Test(
        "a value of a pattern is found within a sentence",
        arguments: [
            "large", "I'd like a large one please", "a large one", "hmm, make it large", "well I guess the big one",
        ])
    func patternInSentence(_ text: String) {
        let size = Catalog.SlotType(
            name: "Size", values: [.init(value: "small"), .init(value: "large", synonyms: ["big"])])
        let interpreter = PatternInterpreter(templates: ["@size:Size"], slotTypes: [size])
        #expect(interpreter.interpret(heard(text)).value?.entities["size"]?.text == "large")
    }

    @Test(
        "an option whose name lies in another's is chosen, corrected and told from it",
        arguments: [
            (["tea", "coffee", "iced coffee"], "tea, no, coffee", 1),
            (["tea", "coffee", "iced coffee"], "a tea, actually coffee", 1),
            (["tea", "coffee", "iced coffee"], "tea, no, iced coffee please", 2),
            (["tea", "coffee", "iced coffee"], "tea or coffee", nil),
            (["red", "blue", "green", "dark blue"], "dark blue, no, blue", 1),
            (["red", "blue", "green", "dark blue"], "blue, no, dark blue", 3),
            (["red", "blue", "green", "dark blue"], "red or blue", nil),
            (["red", "blue", "green", "dark blue"], "not dark blue, the blue one", 1),
            (["red", "blue", "green", "dark blue"], "something dark", 3),
        ] as [([String], String, Int?)])
    func namesWithinNames(_ labels: [String], _ text: String, _ index: Int?) {
        let interpreter = SelectInterpreter(options: labels.map { SelectOption(label: $0) })
        #expect(interpreter.interpret(heard(text)).value?.selectedIndex == index)
    }

    @Test(
        "a number that the user does not want is no answer",
        arguments: [
            ("don't make it forty", .invalidInput), ("don't make that forty", .invalidInput),
            ("anything but forty", .invalidInput), ("five no", .invalidInput), ("forty, don't", .invalidInput),
            ("forty never mind", .calledOff), ("forty please cancel", .calledOff), ("cancel forty", .calledOff),
            ("forty no cancel", .calledOff), ("please forget it, forty", .calledOff), ("forty, no wait", .invalidInput),
            ("forty won't be enough", .invalidInput), ("forty is not enough", .invalidInput),
            ("five won't be enough, ten", .invalidInput), ("five isn't enough make it ten", .invalidInput),
            ("ten doesn't work, twenty", .invalidInput), ("ten wouldn't make it, twenty", .invalidInput),
            ("don't make it forty or fifty", .invalidInput), ("don't wake me at six or seven", .invalidInput),
            ("don't wake me at six or at seven", .invalidInput),
        ] as [(String, ValidationError.Code)])
    func unwantedNumbers(_ text: String, _ type: ValidationError.Code) {
        let result = SpeechRecognitionResult(
            transcript: text, confidence: 0.5, alternatives: [.init(text: "forty", confidence: 0.5)])
        let answer = NumericalInterpreter().interpret(result)
        #expect(answer.value == nil && answer.validationErrors.map(\.type) == [type])
    }

    @Test(
        "an option that the user does not want is no answer",
        arguments: [
            ("don't paint it red", .invalidInput), ("anything but red", .invalidInput), ("red, no", .invalidInput),
            ("red never mind", .calledOff), ("cancel red", .calledOff), ("the second one, never mind", .calledOff),
            ("red isn't my colour, blue", .invalidInput), ("red is not nice, blue please", .invalidInput),
            ("red won't do, blue", .invalidInput), ("red is not, make it blue", .invalidInput),
            ("I don't want red or blue", .invalidInput), ("not red or blue", .invalidInput),
            ("anything but red or blue", .invalidInput), ("I don't like red and blue", .invalidInput),
            ("I don't want the red one or the blue one", .invalidInput), ("red, not at all", .invalidInput),
            ("red? I don't think so", .invalidInput),
            ("red I don't like", .invalidInput), ("I don't care for red", .invalidInput),
            ("I'm not sure about the red one", .invalidInput),
        ] as [(String, ValidationError.Code)])
    func unwantedOptions(_ text: String, _ type: ValidationError.Code) {
        let answer = SelectInterpreter(options: ["Red", "Green", "Blue"]).interpret(heard(text))
        #expect(answer.value == nil && answer.validationErrors.map(\.type) == [type])
    }

    @Test(
        "a number that no option has is no choice, however small or large",
        arguments: ["-9223372036854775808", "-1", "0", "4", "9223372036854774784"])
    func noPosition(_ number: String) {
        let colors = SelectInterpreter(options: ["Red", "Green", "Blue"])
        #expect(colors.interpret(heard("option \(number)")).value == nil)
        #expect(colors.interpret(heard(number)).value == nil)
    }

    @Test("a correction still counts, also after what the user does not want")
    func corrected() {
        for (text, number) in [
            ("no forty", 40.0), ("forty, no, fifty", 50), ("don't make it forty, make it fifty", 50),
            ("cancel that, I mean fifty", 50), ("I don't know, maybe ten", 10),
            ("five isn't enough, make that ten", 10),
        ] { #expect(NumericalInterpreter().interpret(heard(text)).value == number, "\(text)") }
        var expected = heard("no twelve")
        expected.hypotheses = [
            .init(app: "a", type: SpeechIntent.Hypothesis.answerType, confidence: 0.9, parameters: [:])
        ]
        #expect(NumericalInterpreter().interpret(expected).value == 12)
        let colors = SelectInterpreter(options: ["Red", "Green", "Blue"])
        for text in ["don't paint it red, paint it blue", "blue rather than red", "red, no, blue"] {
            #expect(colors.interpret(heard(text)).value?.selectedIndex == 2, "\(text)")
        }
        #expect(SelectInterpreter(options: ["Cancel the order", "Go on"]).interpret(heard("cancel it")).isValid)
    }

    @Test("an objection to something else than the value leaves the value alone")
    func otherObjections() {
        for (text, number) in [
            ("I don't know, ten", 10.0), ("I don't care, ten", 10), ("not more than ten", 10),
            ("never more than five", 5), ("I don't need more than ten", 10), ("couldn't be more than five", 5),
            ("not at all, zero", 0), ("not before ten", 10), ("ten, don't ask why", 10), ("ten, not more", 10),
            ("I'm not sure, ten", 10), ("why not ten", 10), ("don't worry, ten", 10), ("it doesn't matter, ten", 10),
            ("ten, I don't know", 10),
        ] { #expect(NumericalInterpreter().interpret(heard(text)).value == number, "\(text)") }
        let colors = SelectInterpreter(options: ["Red", "Green", "Blue"])
        for text in [
            "I don't mind, red", "why not take the red one", "red, don't forget", "red, don't give me blue",
            "red, not the blue one", "not green or blue, red",
        ] { #expect(colors.interpret(heard(text)).value?.selectedIndex == 0, "\(text)") }
        let sizes = SelectInterpreter(options: ["Small", "Medium", "Large"])
        for (text, index) in [("not hungry, small please", 0), ("large, can't wait", 2), ("large, not too hot", 2)] {
            #expect(sizes.interpret(heard(text)).value?.selectedIndex == index, "\(text)")
        }
        #expect(!sizes.interpret(heard("medium won't do, large")).isValid)
        let names = SelectInterpreter(options: ["Dark red", "Light blue"])
        #expect(!names.interpret(heard("anything but dark red")).isValid, "both words are the rejected option's")
    }

    @Test("a pattern's value may end with stop, and one that is denied or called off is none")
    func patternObjections() {
        let type = Catalog.SlotType(
            name: "Choice",
            values: ["small", "medium", "large", "bus stop", "full stop", "next stop"].map { .init(value: $0) })
        let interpreter = PatternInterpreter(templates: ["@choice:Choice"], slotTypes: [type])
        for (text, choice) in [
            ("the bus stop", "bus stop"), ("full stop", "full stop"), ("we get off at the next stop", "next stop"),
            ("large, not too hot", "large"), ("not hungry, small please", "small"),
        ] { #expect(interpreter.interpret(heard(text)).value?.entities["choice"]?.text == choice, "\(text)") }
        for (text, error) in [
            ("a small one, never mind", .calledOff), ("a small one, stop", .invalidInput),
            ("medium won't do, large", .invalidInput), ("medium is not enough, large", .invalidInput),
        ] as [(String, ValidationError.Code)] {
            #expect(interpreter.interpret(heard(text)).validationErrors.map(\.type) == [error], "\(text)")
        }
    }

    @Test("two numbers in a row are no year, unless only years are valid, or only the year is")
    func years() {
        #expect(!NumericalInterpreter().interpret(heard("ten thirty")).isValid)
        #expect(!NumericalInterpreter(range: 1...2000).interpret(heard("ten fifteen")).isValid)
        #expect(NumericalInterpreter(range: 1900...2100).interpret(heard("nineteen eighty four")).value == 1984)
        let large = NumericalInterpreter(range: 100...3000)
        #expect(large.interpret(heard("nineteen ninety")).value == 1990)
        #expect(!large.interpret(heard("nineteen or ninety")).isValid)
        #expect(!NumericalInterpreter(range: 50...3000).interpret(heard("nineteen ninety")).isValid)
    }

    @Test("a request to repeat is no answer, even if an alternative is one")
    func pardon() {
        let result = SpeechRecognitionResult(
            transcript: "what", confidence: 0.5, alternatives: [.init(text: "one", confidence: 0.4)])
        #expect(NumericalInterpreter().interpret(result).value == nil)
    }

    @Test("alternatives that the sound hardly was answer no question, and none does beside a likely command")
    func farFetched() {
        func heard(
            _ text: String, _ confidence: Double, _ other: String, _ otherConfidence: Double,
            _ hypotheses: [SpeechIntent.Hypothesis] = []
        ) -> SpeechRecognitionResult {
            SpeechRecognitionResult(
                transcript: text, confidence: confidence,
                alternatives: [.init(text: other, confidence: otherConfidence)], hypotheses: hypotheses)
        }
        let interpreter = ConfirmationInterpreter()
        #expect(interpreter.interpret(heard("we need olive oil", 0.45, "yeah it will do", 0.02)).value == nil)
        #expect(interpreter.interpret(heard("yours", 0.45, "yes", 0.4)).value == true)
        let command = SpeechIntent.Hypothesis(app: "a", type: "Time", confidence: 0.9)
        #expect(interpreter.interpret(heard("what time is it", 0.5, "yes", 0.4, [command])).value == nil)
        #expect(NumericalInterpreter().interpret(heard("eggs", 0.9, "eight", 0.01)).value == nil)
        #expect(NumericalInterpreter().interpret(heard("ate", 0.5, "eight", 0.3)).value == 8)
    }
}
