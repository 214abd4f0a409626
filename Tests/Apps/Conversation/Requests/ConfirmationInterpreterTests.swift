import SaybusConversation
import SaybusMessages
import Testing

@Suite("The interpreter of yes and no")
@ConversationActor
struct ConfirmationInterpreterTests {
    private func heard(_ text: String) -> SpeechRecognitionResult { SpeechRecognitionResult(transcript: text) }

    @Test("yes and no have many phrases, and other words are invalid")
    func confirmation() {
        let interpreter = ConfirmationInterpreter()
        let agreeing = [
            "yes", "Yes!", "sure", "OK", "um yeah", "That's right.", "yes please", "yes that's fine", "perfect",
            "I guess so",
            "yeah that's right", "yes yes", "I think so", "sounds good to me", "okay sure", "that would be great",
            "Yeah, go ahead.", "fine by me", "why not", "of course I do", "yes I would", "well, all right then",
            "absolutely", "that works for me", "it is", "right, that's the one", "yes why not", "sure why not",
            "yes no problem", "yeah no worries", "not bad, yes", "I don't mind",
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

    @Test("a question that is asked again in other words is answered in these and in its first ones")
    func reprompt() async throws {
        let request = ConfirmationRequest(promptText: "Shall I stop it?")
        request.standardResponder.repromptMessageText = "Shall I cancel it?"
        let invalid = Interpretation<Bool>(errors: [ValidationError(.invalidInput)])
        let response = try await request.responder.response(to: invalid)
        let again = try #require(response.followupRequest as? ConfirmationRequest)
        for text in ["yes, cancel it", "yes, stop it"] {
            #expect(try await again.interpreter.interpret(heard(text)).value == true, "\(text)")
        }
        #expect(try await again.interpreter.interpret(heard("yes, forget it")).value == nil)
    }

    @Test("an answer is compared with the question in its present words")
    func replacedPrompt() async throws {
        let request = ConfirmationRequest(promptText: "A taxi at six?")
        let copy = request.clone(replacingPrompt: VoicePrompt(message: "A taxi at seven?"))
        request.prompt = VoicePrompt(message: "A taxi at eight?")
        let answers: [(StandardVoiceRequest<Bool>, String)] = [(copy, "yes, at seven"), (request, "yes, at eight")]
        for (asked, fitting) in answers {
            #expect(try await asked.interpreter.interpret(heard(fitting)).value == true, "\(fitting)")
            #expect(try await asked.interpreter.interpret(heard("yes, at six")).value == nil, "\(fitting)")
        }
    }

    @Test("a sentence that begins with yes or no counts, unless it doubts")
    func sentences() {
        let interpreter = ConfirmationInterpreter()
        for (text, value) in [
            ("yes with all of them", true), ("no I have enough of it", false), ("yes but not now", nil),
            ("yes or no", nil), ("no wait", nil), ("maybe", nil), ("okay what", nil), ("yes don't worry", true),
            ("yes please don't forget the salt", true), ("yes I'm sure, don't ask again", true),
            ("yes cancel them all", true), ("yes leave it on", true), ("yes stop the music", true),
            ("yes stop at the bakery", true), ("yes drop it off at home", true),
        ] as [(String, Bool?)] { #expect(interpreter.interpret(heard(text)).value == value, "\(text)") }
    }

    @Test(
        "an objection after yes is no yes, whatever the alternatives are",
        arguments: [
            "yes don't", "yes cancel", "yes forget it", "yes please don't", "yes stop", "sure cancel", "yes leave it",
            "um yes never mind", "yes I can't", "yes stop it", "yes please cancel that", "yes I don't know",
            "yes not now",
        ])
    func objections(_ text: String) {
        let result = SpeechRecognitionResult(
            transcript: text, confidence: 0.5, alternatives: [.init(text: "yes", confidence: 0.5)])
        #expect(ConfirmationInterpreter().interpret(result).value != true)
    }

    @Test("only a phrase that dismisses the question cancels it after a yes; other calls to stop are asked about")
    func calledOffAfterYes() {
        for text in ["yes never mind", "yes forget it", "sure, forget that please"] {
            let answer = ConfirmationInterpreter().interpret(heard(text))
            #expect(answer.validationErrors.map(\.type) == [.calledOff], "\(text)")
        }
        for text in ["yes stop it", "yes cancel", "yes cancel that please", "yes leave it"] {
            let answer = ConfirmationInterpreter().interpret(heard(text))
            #expect(answer.validationErrors.map(\.type) == [.invalidInput], "\(text)")
        }
    }

    @Test(
        "a yes with another number or day than the question's is no answer, and adds to a question without any",
        arguments: [
            ("A taxi at 6:00 PM?", "yes, at seven", nil), ("A taxi at 6:00 PM?", "yes, at six", true),
            ("50 on your room?", "sure, 15 dollars", nil), ("50 on your room?", "yes, fifty dollars", true),
            ("2 beers?", "yes please, both", true), ("2 beers?", "yes, that one", true),
            ("A table today?", "yes for tomorrow", nil), ("On Friday?", "sure, monday", nil),
            ("A table tomorrow?", "yes, tomorrow", true),
            ("Anything else?", "yes, two beers", true), ("50 on your room?", "no, 40", nil),
            ("2 beers?", "yes, make that three", nil), ("A club sandwich?", "yes, make that a burger", nil),
            ("A club sandwich?", "no, make that two", nil), ("A club sandwich?", "no, I mean a burger", nil),
            ("A club sandwich?", "no, I mean no", false), ("A club sandwich?", "yes, actually", true),
            ("A club sandwich?", "yes, that's right", true), ("50 on your room?", "no thank you", false),
            ("Cancel the order?", "yes, I mean it", true), ("Cancel the order?", "no, I mean it", false),
        ] as [(String, String, Bool?)])
    func otherValues(question: String, answer: String, value: Bool?) async throws {
        let request = ConfirmationRequest(promptText: question)
        #expect(try await request.interpreter.interpret(heard(answer)).value == value)
    }

    @Test(
        "the question's time may be said in other words, and another one is no answer",
        arguments: [
            ("A taxi at 6:45 AM?", "yes, quarter to seven", true), ("A taxi at 6:45 PM?", "yes, six forty five", true),
            ("A taxi at 6:30 PM?", "yes, at half past six", true), ("A taxi at 18:00?", "yes, at six", true),
            ("A taxi for 2 at 6:30 PM?", "yes, for two at six thirty", true),
            ("A taxi in 20 minutes?", "yes, twenty minutes", true),
            ("A taxi in 20 minutes?", "yes, in 30 minutes", nil),
            ("A taxi at 6:00 PM?", "yes, right now", true), ("A taxi at 6:00 PM?", "yes, at half past six", nil),
            ("A taxi at 6:00 PM?", "yes, at quarter to six", nil), ("A taxi at 6:00 PM?", "yes, seven o'clock", nil),
        ] as [(String, String, Bool?)])
    func otherTimes(question: String, answer: String, value: Bool?) async throws {
        let request = ConfirmationRequest(promptText: question)
        #expect(try await request.interpreter.interpret(heard(answer)).value == value)
    }

    @Test(
        "a number of things that the question does not name adds to what was stated before the question",
        arguments: [
            ("1 burger. Anything to drink?", "yes, two beers", true),
            ("1 burger. Anything to drink?", "no, two beers are here", false),
            ("1 burger. Is that right?", "yes, two", nil), ("1 burger. Is that right?", "yes, two burgers", nil),
            ("1 burger. Is that right?", "yes, two please", nil),
            ("2 large pizzas. Is that right?", "yes, three big ones", nil),
            ("40 for your room. Okay?", "yes, 50 dollars", nil),
        ] as [(String, String, Bool?)])
    func otherThings(question: String, answer: String, value: Bool?) async throws {
        let request = ConfirmationRequest(promptText: question)
        #expect(try await request.interpreter.interpret(heard(answer)).value == value)
    }

    @Test("a command after no is no answer to a question that yields to it, unless it may be any words")
    func commandAfterNo() {
        func value(_ confidence: Double, _ type: String = "Charge", yields: Bool = true) -> Bool? {
            var result = heard("no, put 40 dollars on my room")
            result.hypotheses = [.init(app: "hotel", type: type, confidence: confidence, parameters: [:])]
            return ConfirmationInterpreter(question: "", yieldsToCommands: yields).interpret(result).value
        }
        #expect(value(1) == nil && value(0.5) == false)
        #expect(value(1, SpeechIntent.Hypothesis.answerType) == false)
        #expect(value(1, yields: false) == false)
    }

    @Test("no idea is neither yes nor no")
    func noIdea() {
        for text in ["no idea", "no clue really"] {
            #expect(ConfirmationInterpreter().interpret(heard(text)).validationErrors.map(\.type) == [.invalidInput])
        }
    }

    @Test("what the question asks about is no objection to it")
    func askedAbout() async throws {
        let request = ConfirmationRequest(promptText: "Shall I stop the music?")
        #expect(try await request.interpreter.interpret(heard("yes stop it")).value == true)
        #expect(try await request.interpreter.interpret(heard("yes cancel")).value == nil)
        let wait = ConfirmationRequest(promptText: "Shall I wait?")
        #expect(try await wait.interpreter.interpret(heard("yes can't wait")).value == nil)
    }
}
