import SaybusMessages
import SaybusSkillHosting
import SaybusSkills
import SaybusSupport
import SaybusTesting
import Testing

@Suite("Sessions with random utterances and answers")
struct SkillSessionPropertyTests {
    private static let utterances = [
        "open pizza place", "order a pizza", "order a large pizza with olives", "large", "enormous", "with salami",
        "three",
        "ninety", "yes", "no", "rate the pizza", "five stars", "nine", "what did i order", "help", "colourless ideas",
        "make it big", "ask pizza place for two large pizzas", "say that again", "",
    ]

    /// Returns a random answer, valid or not. Its session attributes count the requests.
    private static func reply(to request: RequestEnvelope, _ random: inout SplitMix) -> ResponseEnvelope {
        var attributes = request.session?.attributes ?? [:]
        if case .integer(let count) = attributes["count"] { attributes["count"] = .integer(count + 1) }
        if attributes["count"] == nil { attributes["count"] = 1 }
        var intent = request.request.intent
        if Bool.random(using: &random) { intent?.slots?["size"] = Slot(name: "size", value: "large") }
        // Adds a slot that the intent lacks, and a slot under another name.
        if Int.random(in: 0..<4, using: &random) == 0 { intent?.slots?["crust"] = Slot(name: "crust", value: "thin") }
        if Int.random(in: 0..<4, using: &random) == 0 { intent?.slots?["size"] = Slot(name: "topping", value: "x") }
        let updated = Bool.random(using: &random) ? intent : nil
        let slot = ["size", "topping", "count", "stars", "none"].randomElement(using: &random) ?? "size"
        let directives: [Directive]? =
            switch Int.random(in: 0..<10, using: &random) {
            case 0..<5: [.delegate(DelegateDirective(updatedIntent: updated))]
            case 5: [.elicitSlot(.init(slotToElicit: slot, updatedIntent: updated))]
            case 6: [.confirmSlot(.init(slotToConfirm: slot, updatedIntent: updated))]
            case 7: [.confirmIntent(.init(updatedIntent: updated))]
            default: nil
            }
        return answer(
            Bool.random(using: &random) ? "Words." : nil, reprompt: Bool.random(using: &random) ? "Again." : nil,
            ends: [false, false, nil, true].randomElement(using: &random) ?? nil, directives, attributes: attributes)
    }

    @Test(
        "every turn ends, silence ends every session, no prompt exceeds its limit, and attributes survive",
        arguments: 0..<40)
    func ends(seed: Int) throws {
        let model = try pizzaModel()
        var random = SplitMix(seed: UInt64(seed))
        for _ in 0..<25 {
            let machine = makeMachine(model)
            var asked = 0
            /// Number of reprompts since the last utterance.
            var reprompts = 0
            var ids: Set<String> = []
            /// Carries out steps as a host does.
            func settle(_ first: SkillMachine.Step) {
                var step = first
                var requests = 0
                if let sessionEnd = step.notification {
                    #expect(asked > 0 && sessionEnd.session?.sessionId != machine.session.id)
                    #expect(sessionEnd.session?.attributes == ["count": .integer(Int64(asked))])
                    #expect(ids.insert(sessionEnd.request.requestId).inserted)
                    step = machine.notified()
                }
                while case .post(let envelope) = step {
                    requests += 1
                    #expect(requests <= SkillMachine.maximumRequests, "a turn ends")
                    #expect(ids.insert(envelope.request.requestId).inserted)
                    if let intent = envelope.request.intent {
                        let slots = intent.slots ?? [:]
                        #expect(Set(slots.keys) == Set((model.emptyIntent(intent.name).slots ?? [:]).keys))
                        #expect(slots.allSatisfy { $0.key == $0.value.name })
                    }
                    // A launch replaces the previous session.
                    if envelope.session?.new == true { asked = 0 }
                    #expect(envelope.session?.new == (asked == 0))
                    if asked > 0 { #expect(envelope.session?.attributes == ["count": .integer(Int64(asked))]) }
                    asked += 1
                    step = machine.answered(Self.reply(to: envelope, &random))
                }
                let ends = step.output?.sessionState == .ends
                #expect(ends || !machine.isOver, "the output says that the session is over")
                #expect(
                    step.output?.speech.contains { $0.text.contains("{") } != true, "no prompt has a slot's name in it")
                if step.output?.isReprompt == true { reprompts += 1 }
                #expect(reprompts <= 1, "a question is asked again once")
                #expect(machine.attempts.values.allSatisfy { $0 <= DialogMachine.maximumAttempts })
                if let sessionEnd = step.output?.sessionEnded {
                    #expect(machine.isOver)
                    #expect(sessionEnd.session?.sessionId == machine.session.id)
                }
            }
            settle(machine.say("open pizza place"))
            var turns = 0
            while !machine.isOver, turns < 30 {
                turns += 1
                let text = Self.utterances.randomElement(using: &random) ?? ""
                if !text.isEmpty { reprompts = 0 }
                settle(text.isEmpty ? machine.silent() : machine.say(text))
            }
            var silences = 0
            while !machine.isOver, silences < 5 {
                settle(machine.silent())
                silences += 1
            }
            #expect(machine.isOver && silences <= 2, "silence is answered by one prompt, and then by the end")
        }
    }

    @Test(
        "a delegated dialog ends whatever the user answers, and asks each question at most the allowed number of times",
        arguments: 0..<40)
    func delegated(seed: Int) throws {
        let model = try pizzaModel()
        var random = SplitMix(seed: UInt64(seed))
        for name in ["OrderIntent", "RateIntent"] {
            var dialog = DialogMachine(model.emptyIntent(name), of: model)
            var asked: [DialogQuestion.Subject: Int] = [:]
            var steps = 0
            loop: while true {
                steps += 1
                switch dialog.next() {
                case .complete: break loop
                case .exhausted(let subject):
                    #expect(asked[subject] == DialogMachine.maximumAttempts)
                    break loop
                case .ask(let question):
                    asked[question.subject, default: 0] += 1
                    switch question.subject {
                    case .slot(let slot):
                        let value = ["large", "9", "2", "olives", "?"].randomElement(using: &random)
                        if Bool.random(using: &random) { dialog.fill([Slot(name: slot, value: value)]) }
                    case .slotConfirmation, .intentConfirmation: dialog.confirm(Bool.random(using: &random))
                    }
                }
            }
            #expect(asked.values.allSatisfy { $0 <= DialogMachine.maximumAttempts })
            #expect(steps <= 8 * DialogMachine.maximumAttempts)
        }
    }
}
