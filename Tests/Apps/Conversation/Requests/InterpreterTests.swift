import SaybusConversation
import SaybusDispatch
import SaybusMessages
import Testing

@Suite("Interpreters")
@ConversationActor
struct InterpreterTests {
    private func heard(_ text: String) -> SpeechRecognitionResult { SpeechRecognitionResult(transcript: text) }

    @Test("yes and no have many phrases, and other words are invalid")
    func confirmation() {
        let interpreter = ConfirmationInterpreter()
        let agreeing = [
            "yes", "Yes!", "sure", "OK", "um yeah", "That's right.", "yes please", "yes that's fine", "perfect",
            "I guess so",
            "yeah that's right", "yes yes", "I think so", "sounds good to me", "okay sure", "that would be great",
            "Yeah, go ahead.", "fine by me", "why not", "of course I do", "yes I would", "well, all right then",
            "absolutely", "that works for me", "it is", "right, that's the one",
        ]
        for yes in agreeing {
            #expect(interpreter.interpret(heard(yes)).value == true, "\(yes)")
        }
        let disagreeing = [
            "no", "Nope.", "nah", "no thank you", "don’t", "well no", "I don't think so", "no, that's wrong", "not now",
            "no no", "that's not right", "no I don't want to", "not really", "I'd rather not", "definitely not",
            "of course not", "no, it isn't", "please don't do that", "no that's fine", "no way", "I'm not",
            "not today, thanks",
            "that isn't what I said", "no don't",
        ]
        for no in disagreeing {
            #expect(interpreter.interpret(heard(no)).value == false, "\(no)")
        }
        let invalid = interpreter.interpret(heard("peanut butter"))
        #expect(!invalid.isValid)
        #expect(invalid.validationErrors.map(\.type) == [.invalidInput])
        #expect(interpreter.interpret(heard("")).validationErrors.map(\.type) == [.noInput])
        let alternative = SpeechRecognitionResult(
            transcript: "guess", alternatives: [.init(text: "yes", confidence: 0.4)])
        #expect(interpreter.interpret(alternative).value == true)
        let surer = SpeechRecognitionResult(
            transcript: "yes with all of them", alternatives: [.init(text: "no", confidence: 0.4)])
        #expect(interpreter.interpret(surer).value == true)
    }

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

    @Test("a sentence that begins with yes or no counts, unless it doubts")
    func sentences() {
        let interpreter = ConfirmationInterpreter()
        for (text, value) in [
            ("yes with all of them", true), ("no I have enough of it", false), ("yes but not now", nil),
            ("yes or no", nil), ("no wait", nil), ("maybe", nil), ("okay what", nil),
        ] as [(String, Bool?)] { #expect(interpreter.interpret(heard(text)).value == value, "\(text)") }
    }

    @Test(
        "an objection after yes is no yes, whatever the alternatives are",
        arguments: [
            "yes don't", "yes cancel", "yes forget it", "yes please don't", "yes stop", "sure cancel", "yes leave it",
            "um yes never mind", "yes I can't",
        ])
    func objections(_ text: String) {
        let result = SpeechRecognitionResult(
            transcript: text, confidence: 0.5, alternatives: [.init(text: "yes", confidence: 0.5)])
        #expect(ConfirmationInterpreter().interpret(result).value != true)
    }

    @Test("what the question asks about is no objection to it")
    func askedAbout() async throws {
        let request = ConfirmationRequest(promptText: "Shall I stop the music?")
        #expect(try await request.interpreter.interpret(heard("yes stop it")).value == true)
        #expect(try await request.interpreter.interpret(heard("yes cancel")).value == nil)
    }

    @Test(
        "a number that the user does not want is no answer",
        arguments: [
            ("don't make it forty", .invalidInput), ("don't make that forty", .invalidInput),
            ("anything but forty", .invalidInput), ("five no", .invalidInput), ("forty, don't", .invalidInput),
            ("forty never mind", .calledOff), ("forty please cancel", .calledOff), ("cancel forty", .calledOff),
            ("forty no cancel", .calledOff), ("please forget it, forty", .calledOff),
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
        ] as [(String, ValidationError.Code)])
    func unwantedOptions(_ text: String, _ type: ValidationError.Code) {
        let answer = SelectInterpreter(options: ["Red", "Green", "Blue"]).interpret(heard(text))
        #expect(answer.value == nil && answer.validationErrors.map(\.type) == [type])
    }

    @Test("a correction still counts, also after what the user does not want")
    func corrected() {
        for (text, number) in [
            ("no forty", 40.0), ("forty, no, fifty", 50), ("don't make it forty, make it fifty", 50),
            ("cancel that, I mean fifty", 50), ("I don't know, maybe ten", 10),
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

    @Test("two numbers in a row are no year, unless only years are valid")
    func years() {
        #expect(!NumericalInterpreter().interpret(heard("ten thirty")).isValid)
        #expect(!NumericalInterpreter(range: 1...2000).interpret(heard("ten fifteen")).isValid)
        #expect(NumericalInterpreter(range: 1900...2100).interpret(heard("nineteen eighty four")).value == 1984)
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
