import SaybusMessages
import Testing

@testable import SaybusAudioOutput

/// The sounds that are held while a question waits for its answer.
extension PlayQueueTests {
    @Test("while a question waits for its answer, earlier music stays held after its prompt, and a later alarm sounds")
    func question() {
        var queue = PlayQueue(capacity: 10, rate: 1000)
        let (music, late) = (entry(), entry(track: "late"))
        let prompt = entry(track: "ask", priority: AudioSequence.questionPriority)
        let again = entry(track: "ask", priority: 1000)
        _ = queue.add(music)
        start(music, &queue)
        #expect(commands(queue.setAsking(true), of: music) == [.hold])
        let held = queue.handle(music.id, .held(at: 10))
        #expect(reports(held).map(\.reason) == ["a question waits for its answer"])
        #expect(commands(queue.add(prompt), of: prompt) == [.begin(prompt)])
        #expect(commands(finish(prompt, &queue), of: music).isEmpty)
        #expect(commands(queue.add(late), of: late) == [.begin(late)])
        _ = finish(late, &queue)
        #expect(commands(queue.add(again), of: again) == [.begin(again)], "the question is repeated")
        _ = finish(again, &queue)
        #expect(queue.setAsking(true).isEmpty)
        #expect(commands(queue.setAsking(false), of: music) == [.release])
    }

    @Test("with ducking, lower tracks stay soft while a question waits for its answer")
    func questionOverDucked() {
        var queue = PlayQueue(capacity: 10, rate: 1000, ducks: true)
        let (music, prompt) = (entry(), entry(track: "ask", priority: AudioSequence.questionPriority))
        _ = queue.add(music)
        start(music, &queue)
        #expect(commands(queue.setAsking(true), of: music) == [.duck(true)])
        #expect(commands(queue.add(prompt), of: music).isEmpty)
        #expect(commands(finish(prompt, &queue), of: music).isEmpty)
        #expect(commands(queue.setAsking(false), of: music) == [.duck(false)])
    }
}
