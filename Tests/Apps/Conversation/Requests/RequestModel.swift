import SaybusSupport
import SaybusTesting

@testable import SaybusConversation

/// A model of the environment of a request: speech, handlers, timeouts, users and apps cause events in random
/// order.
///
/// The model holds the work in progress, as a real controller would. Each step completes one piece of work, or
/// simulates an external event. After each step the model checks the rules against the recorded effects, not
/// against the state machine's own state.
struct RequestModel {
    /// A piece of work in progress.
    enum Work: Equatable {
        case waiting(Int), prompt(Int), interpretation(Int), responding(Int), feedback(Int), action(Int), limit(Int)
        /// The last action of a request that is over.
        case lastAction(Int)
    }

    private(set) var machine = VoiceRequestMachine()
    private(set) var work: [Work] = []
    private(set) var violations: [String] = []
    private var random: SplitMix
    private var responderCalls: [Int: Int] = [:]
    private var spokenPrompts: Set<Int> = []
    private var startedPrompts: Set<Int> = []
    private var listeningStarts: Set<Int> = []
    private var spokenFeedback: Set<Int> = []
    private var cyclesWithFeedback: Set<Int> = []
    private var finishedCycles: Set<Int> = []
    private var actions: [Int: Int] = [:]
    private var cyclesWithoutFollowup: Set<Int> = []
    /// The cycles that were cancelled or whose app was lost. They must cause no further effect.
    private var cancelled: Set<Int> = []
    private var tries = 0

    init(seed: UInt64) { random = SplitMix(seed: seed) }

    /// Completes one piece of work, or simulates an external event.
    mutating func step() {
        if !work.isEmpty, Int.random(in: 0..<10, using: &random) < 6 {
            end(work.remove(at: Int.random(in: work.indices, using: &random)))
        } else {
            simulateEvent()
        }
        check()
    }

    /// Completes all work without further user input. The request must then end by itself.
    mutating func drain() {
        var left = 500
        while machine.isActive || !work.isEmpty, left > 0 {
            left -= 1
            guard !work.isEmpty else {
                expect(false, "a request that is there has nothing under way: \(machine.phase)")
                return
            }
            end(work.removeFirst(), isLast: true)
            check()
        }
        expect(left > 0, "the request has no end")
        expect(responderCalls.values.allSatisfy { $0 == 1 }, "one ending a cycle")
    }

    private mutating func simulateEvent() {
        let wasActive = machine.isActive
        switch Int.random(in: 0..<12, using: &random) {
        case 0...2:
            tries = 0
            let actions = machine.present(hasPrompt: .random(using: &random))
            expect((actions == nil) == wasActive, "a second request is refused, a first is not")
            perform(actions ?? [])
        case 3:
            let actions = machine.hearUnasked()
            expect((actions == nil) == wasActive, "words without a question are no second request")
            perform(actions ?? [])
        case 4: Bool.random(using: &random) ? machine.speechStarted() : machine.speechWithdrawn()
        case 5, 6: perform(machine.heard())
        case 7: perform(machine.recognitionFailed())
        case 8: perform(machine.answered())
        case 9:
            // The app that presented the request is lost.
            if wasActive { cancelled.insert(machine.cycle) }
            perform(machine.failed(machine.cycle))
        case 10: cancel()
        default: deliverLateResult()
        }
    }

    /// Delivers a late result of an earlier cycle.
    private mutating func deliverLateResult() {
        let number = machine.cycle - Int.random(in: 1...3, using: &random)
        let before = machine
        let actions =
            machine.promptEnded(number, heard: true) + machine.interpreted(number) + machine.interpreterFailed(number)
            + machine.responded(number, hasFeedback: true, hasFollowup: true) + machine.feedbackEnded(number)
            + machine.actionEnded(number, next: true) + machine.followupLeft(number) + machine.failed(number)
            + machine.waitingTaken(number, hasPrompt: true)
        expect(actions.isEmpty && machine == before, "what is late changes nothing")
    }

    private mutating func cancel() {
        let (number, wasActive) = (machine.cycle, machine.isActive)
        let (actions, asks) = machine.cancel()
        expect(!asks || responderCalls[number] == nil, "the responder is asked once a cycle, also for its cleanup")
        if asks { responderCalls[number, default: 0] += 1 }
        if wasActive { cancelled.insert(number) }
        perform(actions)
        expect(!machine.isActive, "a cancelled request is over")
    }

    private mutating func end(_ done: Work, isLast: Bool = false) {
        let flag = Bool.random(using: &random)
        switch done {
        case .waiting(let number):
            // The result decides whether the speech was an answer.
            if flag, number == machine.cycle, machine.phase == .takingAnswer { perform(machine.heard()) }
            perform(machine.waitingTaken(number, hasPrompt: .random(using: &random)))
        case .prompt(let number):
            if number == machine.cycle { spokenPrompts.insert(number) }
            perform(machine.promptEnded(number, heard: isLast || flag || .random(using: &random)))
        case .interpretation(let number):
            perform(flag ? machine.interpreted(number) : machine.interpreterFailed(number))
        case .responding(let number):
            // A follow-up may be a retry, and a chain of retries is finite.
            tries += 1
            let hasFollowup = !isLast && tries < 6 && .random(using: &random)
            if number == machine.cycle, machine.phase == .responding {
                if flag { cyclesWithFeedback.insert(number) }
                if !hasFollowup { cyclesWithoutFollowup.insert(number) }
            }
            perform(machine.responded(number, hasFeedback: flag, hasFollowup: hasFollowup))
        case .feedback(let number):
            if number == machine.cycle { spokenFeedback.insert(number) }
            perform(machine.feedbackEnded(number))
        case .action(let number):
            perform(machine.actionEnded(number, next: flag, answerWaits: .random(using: &random)))
        case .limit(let number):
            guard number == machine.cycle else { return }
            perform(machine.phase == .hearing ? machine.recognitionFailed() : machine.heard())
        case .lastAction: break
        }
    }

    private mutating func perform(_ list: [VoiceRequestMachine.Action]) { for action in list { perform(action) } }

    private mutating func perform(_ action: VoiceRequestMachine.Action) {
        switch action {
        case .takeWaiting(let number): begin(.waiting(number), number)
        case .speakPrompt(let number):
            expect(responderCalls[number] == nil, "what is answered is not asked")
            startedPrompts.insert(number)
            begin(.prompt(number), number)
        case .stopSpeaking:
            work.removeAll { if case .prompt = $0 { true } else if case .feedback = $0 { true } else { false } }
        case .startListening(let number):
            expect(
                !startedPrompts.contains(number) || spokenPrompts.contains(number),
                "the ear opens after the question's last sample")
            expect(listeningStarts.insert(number).inserted, "the ear opens once a cycle")
            expect(responderCalls[number] == nil, "no ear opens for what is answered")
            begin(.limit(number), number)
        case .stopListening: work.removeAll { if case .limit = $0 { true } else { false } }
        case .interpret(let number): begin(.interpretation(number), number)
        case .respond(let number), .respondToError(let number):
            responderCalls[number, default: 0] += 1
            expect(responderCalls[number] == 1, "one ending a cycle")
            begin(.responding(number), number)
        case .speakFeedback(let number): begin(.feedback(number), number)
        case .runAction(let number):
            expect(
                !cyclesWithFeedback.contains(number) || spokenFeedback.contains(number),
                "the action comes after the feedback")
            expect(
                !cyclesWithoutFollowup.contains(number), "only a response with a follow-up acts before it is dismissed")
            count(number)
            begin(.action(number), number)
        case .dismiss(let number):
            expect(
                !cyclesWithFeedback.contains(number) || spokenFeedback.contains(number) || cancelled.contains(number)
                    || !cyclesWithoutFollowup.contains(number),
                "the dismissal comes after the feedback")
            expect(finishedCycles.insert(number).inserted, "dismissed once")
            if cyclesWithoutFollowup.contains(number), !cancelled.contains(number) {
                count(number)
                work.append(.lastAction(number))
            }
        case .beginFollowup(let number):
            expect(actions[number] == 1, "a follow-up begins after the action")
            expect(finishedCycles.insert(number).inserted, "a cycle that is over begins nothing")
        }
    }

    private mutating func count(_ number: Int) {
        actions[number, default: 0] += 1
        expect(actions[number] == 1, "one action a cycle")
    }

    private mutating func begin(_ new: Work, _ number: Int) {
        expect(!finishedCycles.contains(number), "nothing begins in a cycle that is over: \(new)")
        work.append(new)
    }

    private mutating func check() {
        expect(!(machine.takesAnswers && machine.isBusy), "a turn is either an answer or has to wait")
        expect(
            machine.isActive || !work.contains { if case .prompt(machine.cycle) = $0 { true } else { false } },
            "nothing is asked when there is no request")
    }

    private mutating func expect(_ isTrue: Bool, _ rule: String) {
        if !isTrue, violations.count < 5 { violations.append("\(rule) (cycle \(machine.cycle), \(machine.phase))") }
    }
}
