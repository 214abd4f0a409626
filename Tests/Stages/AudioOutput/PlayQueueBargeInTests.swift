import SaybusMessages
import Testing

@testable import SaybusAudioOutput

/// The effect of a user's speech on the queue.
extension PlayQueueTests {
    @Test("barge-in holds or ends the sequences that allow it, and no others")
    func bargeIn() {
        var queue = PlayQueue(capacity: 10, rate: 1000, bargeIn: .pause)
        let fixed = entry(bargeIn: AudioSequence.BargeIn.none)
        _ = queue.add(fixed)
        start(fixed, &queue)
        #expect(queue.speechBegan(.default).isEmpty && queue.speechWasFalseAlarm(.default).isEmpty)
        _ = finish(fixed, &queue)
        let late = entry(after: 500)
        _ = queue.add(late)
        start(late, &queue)
        #expect(queue.speechBegan(.default).isEmpty)
        _ = queue.observe(late.id, .bargeInAllowed)
        #expect(commands(queue.speechBegan(.default), of: late) == [.hold])
        #expect(commands(queue.speechWasFalseAlarm(.default), of: late) == [.release])
        _ = queue.speechBegan(.default)
        #expect(commands(queue.speechHadWords(.default), of: late) == [.cut])
        _ = queue.mixingEnded(late.id)
        #expect(reports(queue.observe(late.id, .over(played: 700))).first?.reason == "the user spoke")
        let (short, waiting) = (entry(bargeIn: .stop), entry())
        _ = queue.add(short)
        _ = queue.add(waiting)
        start(short, &queue)
        let stopped = queue.speechBegan(.default)
        #expect(commands(stopped, of: short) == [.cut] && stopped.contains { $0.ends(waiting.id, .skipped) })
    }

    @Test("an answer that comes while its user speaks begins after the transcript; another user's does not wait")
    func answerMeanwhile() {
        var queue = PlayQueue(capacity: 10, rate: 1000, bargeIn: .stop)
        _ = queue.speechBegan(.default)
        let (answer, other) = (entry(), entry(session: other))
        #expect(commands(queue.add(answer), of: answer).isEmpty)
        #expect(commands(queue.add(other), of: other) == [.begin(other)])
        _ = finish(other, &queue)
        #expect(commands(queue.speechHadWords(.default), of: answer) == [.begin(answer)])
    }

    @Test(
        "an answer that is about to sound when its user speaks waits for the transcript, and its words do not end it",
        arguments: [false, true])
    func aboutToSound(ducks: Bool) {
        var queue = PlayQueue(capacity: 10, rate: 1000, ducks: ducks, bargeIn: .stop)
        let (answer, alarm) = (entry(), entry(track: "alarm", priority: 500, bargeIn: AudioSequence.BargeIn.none))
        _ = queue.add(answer)
        let began = queue.speechBegan(.default)
        #expect(commands(began, of: answer) == [.hold])
        let held = queue.observe(answer.id, .held(at: 0))
        #expect(reports(held).isEmpty)
        let interrupted = queue.add(alarm)
        #expect(commands(interrupted, of: alarm) == [.begin(alarm)] && commands(interrupted, of: answer).isEmpty)
        let ended = finish(alarm, &queue)
        #expect(commands(ended, of: answer).isEmpty)
        let understood = queue.speechHadWords(.default)
        #expect(commands(understood, of: answer) == [.release])
    }

    @Test("an answer that an alarm holds does not go on while the user speaks over the alarm")
    func heldMeanwhile() {
        var queue = PlayQueue(capacity: 10, rate: 1000, bargeIn: .stop)
        let (story, alarm) = (entry(), entry(track: "alarm", priority: 500))
        _ = queue.add(story)
        start(story, &queue)
        #expect(commands(queue.add(alarm), of: story) == [.hold])
        start(alarm, &queue)
        let began = queue.speechBegan(.default)
        #expect(commands(began, of: alarm) == [.cut] && commands(began, of: story).isEmpty)
        #expect(commands(finish(alarm, &queue), of: story).isEmpty)
        #expect(commands(queue.speechHadWords(.default), of: story) == [.release])
    }

    @Test("late words end what went on after a false alarm, and nothing that began since")
    func lateWords() {
        var queue = PlayQueue(capacity: 10, rate: 1000, bargeIn: .pause)
        let (story, next) = (entry(), entry())
        _ = queue.add(story)
        start(story, &queue)
        #expect(commands(queue.speechBegan(.default), of: story) == [.hold])
        #expect(commands(queue.speechWasFalseAlarm(.default), of: story) == [.release])
        #expect(commands(queue.speechHadWords(.default), of: story) == [.cut])
        _ = queue.mixingEnded(story.id)
        _ = queue.observe(story.id, .over(played: 50))
        _ = queue.add(next)
        start(next, &queue)
        let actions = queue.speechHadWords(.default)
        #expect(actions.isEmpty)
    }

    @Test("an answer does not begin while its user speaks again")
    func speakingAgain() {
        var queue = PlayQueue(capacity: 10, rate: 1000, bargeIn: .pause)
        let (story, answer) = (entry(), entry())
        _ = queue.add(story)
        start(story, &queue)
        _ = queue.speechBegan(.default)
        _ = queue.speechBegan(.default)
        #expect(commands(queue.speechHadWords(.default, goesOn: true), of: story) == [.cut])
        var began = commands(queue.add(answer), of: answer)
        began += commands(queue.mixingEnded(story.id), of: answer)
        began += commands(queue.observe(story.id, .over(played: 50)), of: answer)
        #expect(began.isEmpty)
        #expect(commands(queue.speechHadWords(.default), of: answer) == [.begin(answer)])
    }
}
