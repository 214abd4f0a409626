import SaybusMessages
import Testing

@testable import SaybusAudioOutput

/// The sounds that are held while a question waits for its answer.
extension PlayQueueTests {
    @Test("while a question waits for its answer, earlier music stays held after its prompt, and a later answer sounds")
    func question() {
        let now = ContinuousClock.now
        var queue = PlayQueue(capacity: 10, rate: 1000)
        let (music, late) = (entry(), entry(track: "late"))
        let prompt = entry(track: "ask", priority: AudioSequence.questionPriority)
        let again = entry(track: "ask", priority: 1000)
        _ = queue.add(music)
        start(music, &queue)
        #expect(commands(queue.setAsking(true, at: now), of: music) == [.hold])
        let held = queue.observe(music.id, .held(at: 10))
        #expect(reports(held).map(\.reason) == ["a question waits for its answer"])
        #expect(commands(queue.add(prompt), of: prompt) == [.begin(prompt)])
        #expect(commands(finish(prompt, &queue), of: music).isEmpty)
        #expect(commands(queue.add(late), of: late) == [.begin(late)])
        _ = finish(late, &queue)
        #expect(commands(queue.add(again), of: again) == [.begin(again)], "the question is repeated")
        _ = finish(again, &queue)
        #expect(queue.setAsking(true, at: now).isEmpty)
        #expect(commands(queue.setAsking(false, at: now), of: music) == [.release])
    }

    @Test("with ducking, lower tracks stay soft while a question waits for its answer")
    func questionOverDucked() {
        let now = ContinuousClock.now
        var queue = PlayQueue(capacity: 10, rate: 1000, ducks: true)
        let (music, prompt) = (entry(), entry(track: "ask", priority: AudioSequence.questionPriority))
        _ = queue.add(music)
        start(music, &queue)
        #expect(commands(queue.setAsking(true, at: now), of: music) == [.duck(true)])
        #expect(commands(queue.add(prompt), of: music).isEmpty)
        #expect(commands(finish(prompt, &queue), of: music).isEmpty)
        #expect(commands(queue.setAsking(false, at: now), of: music) == [.duck(false)])
    }

    @Test("a timer that rings while a question waits for its answer waits for its end, but not longer than 30 s")
    func ringDuringQuestion() {
        let now = ContinuousClock.now
        var queue = PlayQueue(capacity: 10, rate: 1000)
        let prompt = entry(track: "ask", priority: AudioSequence.questionPriority)
        func unasked() -> PlayQueue.Entry {
            var ring = entry(track: "alarm", priority: 100)
            ring.isUnasked = true
            return ring
        }
        let (ring, second) = (unasked(), unasked())
        #expect(queue.setAsking(true, at: now).isEmpty)
        #expect(commands(queue.add(prompt), of: prompt) == [.begin(prompt)])
        #expect(commands(queue.add(ring), of: ring).isEmpty)
        #expect(commands(finish(prompt, &queue), of: ring).isEmpty, "the user may answer now")
        #expect(commands(queue.setAsking(false, at: now), of: ring) == [.begin(ring)])
        _ = finish(ring, &queue)
        #expect(queue.setAsking(true, at: now).isEmpty)
        #expect(commands(queue.add(second), of: second).isEmpty)
        #expect(queue.setAsking(true, at: now + .seconds(29)).isEmpty)
        #expect(commands(queue.setAsking(true, at: now + .seconds(30)), of: second) == [.begin(second)])
    }
}
