import Testing

@testable import Conversation

@Suite("The life of a request, whatever comes when")
struct VoiceRequestMachineTests {
    private typealias Machine = VoiceRequestMachine

    /// What a request has been told to do, checked against the rules.
    private struct Model {
        var machine = Machine()
        var asked: [Int: Int] = [:]
        var promptsDone: Set<Int> = []
        var needsPrompt: Set<Int> = []
        var feedbackDone: Set<Int> = []
        var needsFeedback: Set<Int> = []
        var dismissed: Set<Int> = []
        var started: [Machine.Action] = []
        var over: Set<Int> = []

        mutating func take(_ actions: [Machine.Action], _ comment: String) {
            for action in actions {
                switch action {
                case .speakPrompt(let number): needsPrompt.insert(number)
                case .openEar(let number):
                    #expect(
                        !needsPrompt.contains(number) || promptsDone.contains(number), "ear before prompt: \(comment)")
                    #expect(!over.contains(number), "\(comment)")
                case .respond(let number), .respondToError(let number):
                    asked[number, default: 0] += 1
                    #expect(asked[number] == 1, "one ending a cycle: \(comment)")
                    #expect(!over.contains(number), "nothing after the end: \(comment)")
                case .speakFeedback(let number): needsFeedback.insert(number)
                case .runAction(let number):
                    #expect(!needsFeedback.contains(number) || feedbackDone.contains(number), "\(comment)")
                    #expect(!over.contains(number), "\(comment)")
                case .dismiss(let number):
                    check(dismissed.insert(number).inserted, "dismissed twice: \(comment)")
                    over.insert(number)
                case .beginFollowup(let number): over.insert(number)
                case .interpret(let number): #expect(!over.contains(number), "\(comment)")
                case .stopSpeaking, .closeEar: break
                }
                started.append(action)
            }
        }
    }

    @Test("random interleavings of speech, silence, failure and cancellation keep the rules", arguments: 0..<200)
    func random(seed: Int) {
        var generator = SeededGenerator(seed: UInt64(seed))
        var model = Model()
        for step in 0..<200 {
            let comment = "seed \(seed), step \(step)"
            // Old numbers come late, as they do in life.
            let number = max(0, model.machine.cycle - Int.random(in: 0...2, using: &generator))
            let flag = Bool.random(using: &generator)
            let other = Bool.random(using: &generator)
            let wasActive = model.machine.isActive
            switch Int.random(in: 0..<14, using: &generator) {
            case 0:
                let actions = model.machine.present(hasPrompt: flag)
                #expect((actions == nil) == wasActive, "one at a time: \(comment)")
                model.take(actions ?? [], comment)
            case 1: model.take(model.machine.hearUnasked() ?? [], comment)
            case 2:
                if model.machine.phase == .prompting, number == model.machine.cycle { model.promptsDone.insert(number) }
                model.take(model.machine.promptEnded(number, heard: flag || other), comment)
            case 3: model.machine.speechStarted()
            case 4, 5: model.take(model.machine.heard(), comment)
            case 6: model.take(model.machine.recognitionFailed(), comment)
            case 7: model.take(model.machine.answered(), comment)
            case 8: model.take(model.machine.interpreted(number), comment)
            case 9: model.take(model.machine.interpreterFailed(number), comment)
            case 10: model.take(model.machine.responded(number, hasFeedback: flag, hasFollowup: other), comment)
            case 11:
                if model.machine.phase == .feedback, number == model.machine.cycle { model.feedbackDone.insert(number) }
                model.take(model.machine.feedbackEnded(number), comment)
            case 12: model.take(model.machine.actionEnded(number, next: flag), comment)
            default:
                if flag, other {
                    let cycle = model.machine.cycle
                    let (actions, asks) = model.machine.cancel()
                    #expect(actions.isEmpty == !wasActive, "\(comment)")
                    if asks { #expect(model.asked[cycle] == nil, "one ending a cycle: \(comment)") }
                    model.take(actions, comment)
                    #expect(!model.machine.isActive, "\(comment)")
                } else {
                    model.take(model.machine.failed(number), comment)
                }
            }
        }
        // It can always be ended.
        _ = model.machine.cancel()
        #expect(!model.machine.isActive)
        #expect(model.machine.present(hasPrompt: true) != nil)
    }

    @Test("the last action comes after the feedback and the dismissal; with a follow-up, before that begins")
    func order() {
        var machine = Machine()
        check(machine.hearUnasked() == [.interpret(1)])
        check(machine.interpreted(1) == [.respond(1)])
        check(machine.responded(1, hasFeedback: true, hasFollowup: true) == [.speakFeedback(1)])
        check(machine.feedbackEnded(1) == [.runAction(1)])
        check(machine.actionEnded(1, next: true) == [.beginFollowup(1), .speakPrompt(2)])
        check(machine.promptEnded(2, heard: true) == [.openEar(2)])
        check(machine.heard() == [.closeEar, .interpret(2)])
        check(machine.interpreted(2) == [.respond(2)])
        check(machine.responded(2, hasFeedback: true, hasFollowup: false) == [.speakFeedback(2)])
        check(machine.feedbackEnded(2) == [.dismiss(2)])
        check(machine.responded(2, hasFeedback: false, hasFollowup: true).isEmpty, "it is over")
    }
}

/// A generator with a seed, so that a failure can be repeated.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64
    init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }
    mutating func next() -> UInt64 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return state
    }
}
