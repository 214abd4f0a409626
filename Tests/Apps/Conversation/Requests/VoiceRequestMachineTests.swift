import Testing

@testable import SaybusConversation

@Suite("The state machine of requests")
struct VoiceRequestMachineTests {
    private typealias Machine = VoiceRequestMachine

    @Test(
        "random orders of speech, silence, timeouts, answers, cancellations, lost apps and second requests keep the rules"
    )
    func random() {
        for seed in 0..<20_000 as Range<UInt64> {
            var model = RequestModel(seed: seed)
            for _ in 0..<40 { model.step() }
            model.drain()
            guard model.violations.isEmpty else {
                Issue.record("seed \(seed): \(model.violations)")
                return
            }
        }
    }

    @Test(
        "an answer during the feedback before a retry is interpreted; only if it is invalid, the question is repeated"
    )
    func waiting() {
        var machine = Machine()
        check(machine.present(hasPrompt: true) == [.speakPrompt(1)])
        check(machine.promptEnded(1, heard: true) == [.startListening(1)])
        check(machine.heard() == [.stopListening, .interpret(1)])
        check(machine.interpreted(1) == [.respond(1)])
        check(machine.responded(1, hasFeedback: true, hasFollowup: true) == [.speakFeedback(1)])
        check(machine.feedbackEnded(1) == [.runAction(1)])
        check(machine.actionEnded(1, next: true, answerWaits: true) == [.beginFollowup(1), .takeWaiting(2)])
        check(machine.takesAnswers && !machine.isBusy)
        var other = machine
        check(other.waitingTaken(2, hasPrompt: true) == [.speakPrompt(2)], "it was for another app")
        check(machine.heard() == [.stopListening, .interpret(2)])
        check(machine.waitingTaken(2, hasPrompt: true).isEmpty, "it was the answer")
    }

    @Test("the last action follows the feedback and the dismissal; with a follow-up it precedes that request")
    func order() {
        var machine = Machine()
        check(machine.hearUnasked() == [.interpret(1)])
        check(machine.interpreted(1) == [.respond(1)])
        check(machine.responded(1, hasFeedback: true, hasFollowup: true) == [.speakFeedback(1)])
        check(machine.feedbackEnded(1) == [.runAction(1)])
        check(machine.actionEnded(1, next: true) == [.beginFollowup(1), .speakPrompt(2)])
        check(machine.promptEnded(2, heard: true) == [.startListening(2)])
        check(machine.heard() == [.stopListening, .interpret(2)])
        check(machine.interpreted(2) == [.respond(2)])
        check(machine.responded(2, hasFeedback: true, hasFollowup: false) == [.speakFeedback(2)])
        check(machine.feedbackEnded(2) == [.dismiss(2)])
        check(machine.responded(2, hasFeedback: false, hasFollowup: true).isEmpty, "it is over")
    }
}
