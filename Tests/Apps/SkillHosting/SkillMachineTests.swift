import SaybusSkillHosting
import SaybusSkills
import Testing

@Suite("A session with a skill")
struct SkillMachineTests {
    private func state(_ step: SkillMachine.Step) -> DialogState? {
        if case .intentRequest(let request) = step.request { request.dialogState } else { nil }
    }

    @Test("delegation elicits, validates and confirms slots, and each request carries the dialog state")
    func delegated() throws {
        let machine = makeMachine(try pizzaModel())
        let delegate = answer(ends: nil, [.delegate(DelegateDirective())])
        #expect(state(machine.say("ask pizza place to order a pizza")) == .started)
        #expect(machine.answered(delegate).words == "Small, medium or large?")
        #expect(state(machine.say("enormous")) == .inProgress)
        #expect(machine.answered(delegate).words == "There is no enormous pizza. Small, medium or large?")
        #expect(state(machine.say("big")) == .inProgress)
        #expect(machine.answered(delegate).words == "What would you like on it?")
        _ = machine.say("olives please")
        #expect(
            machine.answered(delegate).output?.text?.text == "<speak>With olives, <emphasis>right</emphasis>?</speak>")
        let denied = machine.say("no")
        #expect(denied.request?.intent?.slots?["topping"]?.confirmationStatus == .denied)
        #expect(machine.answered(delegate).words == "What would you like on it?")
        _ = machine.say("salami")
        _ = machine.answered(delegate)
        #expect(machine.say("yes").request?.intent?.slots?["topping"]?.confirmationStatus == .confirmed)
        #expect(machine.answered(delegate).words == "How many?")
        _ = machine.say("zero")
        #expect(machine.answered(delegate).words == "It must be one at least. How many?")
        _ = machine.say("three")
        #expect(machine.answered(delegate).words == "So 3 big with salami. Shall I order?")
        let last = machine.say("sure")
        #expect(state(last) == .inProgress)
        #expect(last.request?.intent?.confirmationStatus == .confirmed)
        let complete = machine.answered(delegate)
        #expect(state(complete) == .completed)
        #expect(machine.answered(answer("Done.", ends: true)).output?.sessionState == .ends)
        #expect(machine.isOver)
    }

    @Test(
        "an answer whose SSML cannot be read is a failure that the skill and the user hear of, not half a sentence",
        arguments: [false, true])
    func brokenSSML(isReprompt: Bool) throws {
        let machine = makeMachine(try pizzaModel())
        _ = machine.say("ask pizza place to order a pizza")
        let broken = OutputSpeech.ssml("<speak>To<br oken</speak>")
        let response = Response(
            outputSpeech: isReprompt ? .plainText("Well?") : broken,
            reprompt: isReprompt ? Reprompt(outputSpeech: broken) : nil, shouldEndSession: false)
        let output = try #require(machine.answered(ResponseEnvelope(response: response)).output)
        #expect(output.sessionState == .ends)
        #expect(output.failure?.hasPrefix("the SSML is no valid XML: ") == true, "\(output)")
        #expect(output.text?.text.contains("do not understand the answer") == true)
    }

    @Test(
        "an answer whose SSML the audio stage would refuse is a failure that the skill and the user hear of",
        arguments: [
            ("<speak>a <break time=\"soon\"/></speak>", "has a break of \"soon\""),
            ("<speak>a <break time=\"-1s\"/></speak>", "has a break of \"-1s\""),
            ("<speaker>a</speaker>", "begins with <speaker>"),
            (String(repeating: "<p>", count: 40) + String(repeating: "</p>", count: 40) + "a", "more than 32 elements"),
            ("<!DOCTYPE speak [<!ENTITY a \"b\">]><speak>&a;</speak>", "no valid XML"),
        ])
    func refusedSSML(ssml: String, problem: String) throws {
        let machine = makeMachine(try pizzaModel())
        _ = machine.say("open pizza place")
        let step = machine.answered(
            ResponseEnvelope(response: Response(outputSpeech: .ssml(ssml), shouldEndSession: false)))
        guard case .sessionEndedRequest(let request) = step.output?.sessionEnded?.request else {
            Issue.record("the session ends")
            return
        }
        #expect(request.error?.type == .invalidResponse)
        #expect(step.output?.failure?.contains(problem) == true, "\(step.output?.failure ?? "")")
    }

    @Test("an answer with a stream that begins before its start or after a day is invalid")
    func streamOffset() throws {
        for offset in [Int.min, -1, 0, 86_400_000, 86_400_001, Int.max] {
            let machine = makeMachine(try pizzaModel())
            _ = machine.say("open pizza place")
            let stream = PlayDirective.Stream(url: "song.wav", token: "a", offsetInMilliseconds: offset)
            let play = PlayDirective(playBehavior: .replaceAll, audioItem: .init(stream: stream))
            let step = machine.answered(
                ResponseEnvelope(response: Response(directives: [.play(play)], shouldEndSession: true)))
            let isRefused = step.output?.failure?.contains("offsetInMilliseconds \(offset)") == true
            #expect(isRefused == !(0...86_400_000).contains(offset), "\(offset)")
        }
    }

    @Test("a break that is too long, and markup among mere words, refuse no answer")
    func spokenSSML() throws {
        for ssml in [
            "<speak>a <break time=\"20s\"/> b</speak>", "<speak><sub alias=\"b\">a <break time=\"x\"/></sub></speak>",
            "<speak>a <break strength=\"weak\"/><break/> b</speak>",
        ] {
            let machine = makeMachine(try pizzaModel())
            _ = machine.say("open pizza place")
            let step = machine.answered(
                ResponseEnvelope(response: Response(outputSpeech: .ssml(ssml), shouldEndSession: false)))
            #expect(step.output?.failure == nil && step.output?.sessionState == .listens)
        }
    }

    @Test("a completed dialog may have been denied by the user")
    func denied() throws {
        let machine = makeMachine(try pizzaModel())
        let delegate = answer(ends: nil, [.delegate(DelegateDirective())])
        _ = machine.say("ask pizza place to order 2 large pizzas with olives")
        _ = machine.answered(delegate)
        _ = machine.say("yes")
        _ = machine.answered(delegate)
        _ = machine.say("no thanks")
        guard case .intentRequest(let request) = machine.answered(delegate).request else {
            Issue.record("the skill hears that the dialog is complete")
            return
        }
        #expect(request.dialogState == .completed && request.intent.confirmationStatus == .denied)
        #expect(!request.isFulfillable)
    }

    @Test("with the strategy ALWAYS the skill gets the intent only when the dialog is complete")
    func always() throws {
        let machine = makeMachine(try pizzaModel())
        #expect(machine.say("ask pizza place to rate the pizza").words == "How many stars, from one to five?")
        #expect(machine.say("nine").words == "One to five stars are possible. How many?")
        let step = machine.say("four stars")
        #expect(state(step) == .completed)
        #expect(step.request?.intent?.slots?["stars"]?.value == "4")
        guard case .post(let envelope) = step else { return }
        #expect(envelope.session?.new == true, "it is the session's first request")
    }

    @Test("a value that never passes validation, and a question that is never answered, end the session")
    func exhausted() throws {
        let machine = makeMachine(try pizzaModel())
        _ = machine.say("ask pizza place to rate the pizza")
        var step = machine.say("nine")
        var count = 1
        while step.reason == nil, count < 20 {
            step = machine.say("nine")
            count += 1
        }
        #expect(count == DialogMachine.maximumAttempts)
        #expect(step.reason == .exceededMaxReprompts && machine.isOver)
    }

    @Test("a question is repeated once after silence or an unintelligible answer; then the session ends")
    func reprompted() throws {
        let machine = makeMachine(try pizzaModel())
        _ = machine.say("open pizza place")
        #expect(machine.answered(answer("Welcome.", reprompt: "Well?")).words == "Welcome.")
        #expect(machine.silent().words == "Well?")
        let end = machine.silent()
        #expect(end.reason == .exceededMaxReprompts && end.output?.speech == [])
        let other = makeMachine(try pizzaModel())
        _ = other.say("open pizza place")
        _ = other.answered(answer("Welcome."))
        #expect(other.silent().reason == .exceededMaxReprompts, "there is no reprompt")
        let dialog = makeMachine(try pizzaModel())
        _ = dialog.say("ask pizza place to rate the pizza")
        #expect(dialog.say("banana").words == "How many stars, from one to five?")
        let over = dialog.say("apple")
        #expect(over.reason == .exceededMaxReprompts)
        #expect(over.words == "Sorry, I still did not understand that. Goodbye.", "it does not end without a word")
    }

    @Test("a skill that handles TimeoutRequest gets one, before the session ends")
    func timeouts() throws {
        let machine = makeMachine(try pizzaModel(), asksAfterSilence: true)
        _ = machine.say("open pizza place")
        _ = machine.answered(answer("Welcome.", reprompt: "Well?"))
        #expect(machine.silent().request?.type == "TimeoutRequest")
        #expect(machine.answered(answer("Still there?", reprompt: "Hello?")).words == "Still there?")
        #expect(machine.silent().reason == .exceededMaxReprompts)
    }

    @Test("the skill itself elicits a slot, confirms it and confirms the intent, with slots that it sets")
    func asked() throws {
        let machine = makeMachine(try pizzaModel())
        let asked = machine.say("ask pizza place to order a large pizza with anchovies")
        var intent = try #require(asked.request?.intent)
        intent.slots?["topping"] = Slot(name: "topping")
        intent.slots?["count"] = Slot(name: "count", value: "1")
        _ = machine.answered(
            answer(
                "No anchovies today. What else?", [.elicitSlot(.init(slotToElicit: "topping", updatedIntent: intent))]))
        #expect(machine.expectation == .slot(intent: "OrderIntent", slot: "topping"))
        let again = machine.say("champignons")
        #expect(state(again) == .inProgress)
        #expect(again.request?.intent?.slots?["topping"]?.resolvedValue?.name == "mushrooms")
        #expect(again.request?.intent?.slots?["count"]?.value == "1")
        _ = machine.answered(answer("Mushrooms?", [.confirmSlot(.init(slotToConfirm: "topping"))]))
        #expect(machine.say("yes").request?.intent?.slots?["topping"]?.confirmationStatus == .confirmed)
        _ = machine.answered(answer("All right?", [.confirmIntent(.init())]))
        let confirmed = machine.say("go ahead")
        #expect(confirmed.request?.intent?.confirmationStatus == .confirmed)
        #expect(state(confirmed) == .inProgress, "complete only by delegation")
    }

    @Test("to a question about another slot, words that no list knows replace no value of a list")
    func strayWords() throws {
        let machine = makeMachine(try pizzaModel())
        let delegate = answer(ends: nil, [.delegate(DelegateDirective())])
        _ = machine.say("ask pizza place to order a large pizza with olives")
        _ = machine.answered(delegate)
        _ = machine.say("yes")
        #expect(machine.answered(delegate).words == "How many?")
        let stray = machine.say("a pizza with a lot")
        #expect(stray.request?.intent?.slots?["topping"]?.resolvedValue?.name == "olives")
        #expect(machine.answered(delegate).words == "How many?")
        let other = machine.say("a pizza with mushrooms")
        #expect(other.request?.intent?.slots?["topping"]?.resolvedValue?.name == "mushrooms", "a listed value does")
    }

    @Test("the words of a slot that the skill sets are resolved as spoken ones, so that validations accept them")
    func setWithoutResolutions() throws {
        let machine = makeMachine(try pizzaModel())
        var intent = try #require(machine.say("ask pizza place to order a pizza").request?.intent)
        intent.slots?["size"] = Slot(name: "size", value: "big")
        let step = machine.answered(answer(ends: nil, [.delegate(DelegateDirective(updatedIntent: intent))]))
        #expect(step.words == "What would you like on it?")
        #expect(machine.say("olives").request?.intent?.slots?["size"]?.resolvedValue?.id == "L")
    }

    @Test("a slot of which the skill changes the words only has nothing left of the former ones")
    func changedWords() throws {
        let machine = makeMachine(try pizzaModel())
        let said = machine.say("ask pizza place to order two large pizzas with olives").request?.intent
        var intent = try #require(said)
        #expect(intent.slots?["size"]?.resolvedValue?.id == "L")
        intent.slots?["size"]?.value = "small"
        intent.slots?["count"]?.value = "3"
        intent.slots?["topping"]?.value = nil
        _ = machine.answered(answer("Small?", [.confirmSlot(.init(slotToConfirm: "size", updatedIntent: intent))]))
        let slots = machine.say("yes").request?.intent?.slots
        #expect(slots?["size"]?.resolvedValue?.name == "small")
        #expect(slots?["count"]?.slotValue == .simple(SimpleSlotValue(value: "3")))
        #expect(slots?["topping"]?.resolutions == nil && slots?["topping"]?.slotValue == nil)
    }

    @Test("after a no to the skill's own confirmation, delegation completes the dialog without the missing slots")
    func deniedEarly() throws {
        let machine = makeMachine(try pizzaModel())
        _ = machine.say("ask pizza place to order a pizza")
        _ = machine.answered(answer("Really?", [.confirmIntent(.init())]))
        #expect(machine.say("no").request?.intent?.confirmationStatus == .denied)
        let delegate = answer(ends: nil, [.delegate(DelegateDirective())])
        let complete = machine.answered(delegate)
        #expect(state(complete) == .completed)
        #expect(complete.request?.intent?.confirmationStatus == .denied)
    }

    @Test("a value that is given after a no begins the confirmation anew")
    func deniedThenFilled() throws {
        let machine = makeMachine(try pizzaModel())
        _ = machine.say("ask pizza place to order a pizza")
        _ = machine.answered(answer("Really?", [.confirmIntent(.init())]))
        _ = machine.say("no")
        _ = machine.answered(answer("Which size?", [.elicitSlot(.init(slotToElicit: "size"))]))
        #expect(machine.say("large").request?.intent?.confirmationStatus == ConfirmationStatus.none)
        #expect(
            machine.answered(answer(ends: nil, [.delegate(DelegateDirective())])).words == "What would you like on it?")
    }

    @Test("another intent replaces the dialog, and the same intent fills its slots")
    func switched() throws {
        let machine = makeMachine(try pizzaModel())
        let delegate = answer(ends: nil, [.delegate(DelegateDirective())])
        _ = machine.say("ask pizza place to order a large pizza")
        #expect(machine.answered(delegate).words == "What would you like on it?")
        let more = machine.say("a pizza with olives")
        #expect(state(more) == .inProgress)
        #expect(more.request?.intent?.slots?["size"]?.value == "large")
        _ = machine.answered(delegate)
        let other = machine.say("what did i order")
        #expect(other.request?.intent?.name == "LastOrderIntent" && state(other) == nil)
        _ = machine.answered(answer("Nothing."))
        #expect(machine.say("order a pizza").request?.intent?.slots?["size"]?.value == nil, "a new dialog begins")
    }

    @Test("a dialog that is complete goes on when the skill asks for a slot again, and keeps the other slots")
    func askedAfterCompletion() throws {
        let machine = makeMachine(try pizzaModel())
        let delegate = answer(ends: nil, [.delegate(DelegateDirective())])
        _ = machine.say("ask pizza place to order 2 large pizzas with olives")
        _ = machine.answered(delegate)
        _ = machine.say("yes")
        _ = machine.answered(delegate)
        _ = machine.say("yes")
        #expect(state(machine.answered(delegate)) == .completed)
        _ = machine.answered(answer("No large one is left. Which size?", [.elicitSlot(.init(slotToElicit: "size"))]))
        let again = machine.say("order a small pizza")
        #expect(state(again) == .inProgress)
        let slots = again.request?.intent?.slots
        #expect(slots?["size"]?.value == "small")
        #expect(slots?["topping"]?.value == "olives" && slots?["count"]?.value == "2")
        #expect(state(machine.answered(delegate)) == .completed)
    }

    @Test(
        "an invalid answer of the skill ends the session with an apology",
        arguments: [
            Directive.delegate(DelegateDirective()),
            .elicitSlot(ElicitSlotDirective(slotToElicit: "topping")),
            .delegate(DelegateDirective(updatedIntent: Intent(name: "NoSuchIntent"))),
            .elicitSlot(ElicitSlotDirective(slotToElicit: "colour", updatedIntent: Intent(name: "OrderIntent"))),
            .delegate(DelegateDirective(updatedIntent: Intent(name: "LastOrderIntent"))),
        ])
    func senseless(directive: Directive) throws {
        let machine = makeMachine(try pizzaModel())
        _ = machine.say("open pizza place")
        let end = machine.answered(answer(ends: nil, [directive]))
        #expect(end.reason == .error && machine.isOver)
        #expect(end.words == "Sorry, I do not understand the answer of pizza place.")
        #expect(end.output?.failure != nil)
    }

    @Test("a skill that delegates a completed dialog fails")
    func endless() throws {
        let machine = makeMachine(try pizzaModel())
        let delegate = answer(ends: nil, [.delegate(DelegateDirective())])
        _ = machine.say("ask pizza place to rate the pizza")
        _ = machine.say("five")
        #expect(machine.answered(delegate).reason == .error)
        // With an updated intent it may continue, but not without end.
        let other = makeMachine(try pizzaModel())
        _ = other.say("ask pizza place to rate the pizza")
        var step = other.say("five")
        for _ in 0..<10 where step.request != nil {
            let updated = step.request?.intent
            step = other.answered(answer(ends: nil, [.delegate(DelegateDirective(updatedIntent: updated))]))
        }
        #expect(step.reason == .error)
    }

    @Test("slots that the intent lacks, or that stand under another name, are ignored and reported")
    func foreignSlots() throws {
        let machine = makeMachine(try pizzaModel())
        _ = machine.say("open pizza place")
        _ = machine.answered(answer("Welcome."))
        _ = machine.say("order a pizza")
        var intent = try pizzaModel().emptyIntent("OrderIntent")
        intent.slots?["crust"] = Slot(name: "crust", value: "thin")
        intent.slots?["size"] = Slot(name: "topping", value: "olives")
        let step = machine.answered(answer(nil, [.delegate(DelegateDirective(updatedIntent: intent))]))
        #expect(step.output?.problems.first?.contains("2 slots") == true)
        #expect(step.words == "Small, medium or large?")
    }
}
