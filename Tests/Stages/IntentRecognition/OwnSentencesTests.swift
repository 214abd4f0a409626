import SaybusMessages
import Testing

@testable import SaybusIntentRecognition

@Suite struct OwnSentencesTests {
    let second: Int64 = 1_000_000

    func header(_ session: Session = .default, at time: Int64) throws -> Header {
        var header = Header(
            kind: AudioSequence.kind, session: session, source: try #require(Source(role: "app", instance: "one")),
            run: 1,
            sequence: 0)
        header.at = time
        return header
    }

    @Test("what sounds, or has just sounded, is known again; before it began and long after it is not")
    func times() throws {
        var own = OwnSentences()
        let header = try header(at: 0)
        own.note(header, "Dinner is ready in the kitchen.")
        let echo = "dinner is ready in the kitchen"
        let early = own.contain(echo, in: .default, at: second)
        own.note(AudioPlayback(sequence: header.id, state: .started), at: second)
        let during = own.contain(echo, in: .default, at: 2 * second)
        let other = own.contain("turn on the light", in: .default, at: 2 * second)
        own.note(AudioPlayback(sequence: header.id, state: .finished), at: 3 * second)
        let after = own.contain(echo, in: .default, at: 7 * second)
        let late = own.contain(echo, in: .default, at: 9 * second)
        #expect([early, during, other, after, late] == [false, true, false, true, false])
    }

    @Test("another session's sentences are not one's own")
    func sessions() throws {
        var own = OwnSentences()
        let header = try header(at: 0)
        own.note(header, "Dinner is ready in the kitchen.")
        own.note(AudioPlayback(sequence: header.id, state: .started), at: 0)
        let other = try #require(Session(rawValue: "attic"))
        let isOwn = own.contain("dinner is ready in the kitchen", in: other, at: second)
        #expect(!isOwn)
    }
}
