import Testing

@testable import SaybusWyomingServer

@Suite("The answer of a run that was given up")
struct LateAnswerTests {
    @Test(
        "words and a sound that come in time are those of the answer, and later ones are an announcement",
        arguments: [LateAnswer.Part.words, .sound])
    func time(part: LateAnswer.Part) {
        let now = ContinuousClock.now
        var answer = LateAnswer()
        #expect(!answer.has(part, now: now))
        answer.expect(part, now: now)
        #expect(answer.has(part, now: now + .seconds(20)))
        #expect(!answer.has(part, now: now + .seconds(30)))
        answer.forget()
        #expect(!answer.has(part, now: now))
    }

    @Test("a sound alone is not the answer whose words are awaited")
    func order() {
        let now = ContinuousClock.now
        var answer = LateAnswer()
        answer.expect(.words, now: now)
        #expect(!answer.has(.sound, now: now))
        answer.expect(.sound, now: now)
        #expect(answer.has(.sound, now: now) && !answer.has(.words, now: now))
    }
}
