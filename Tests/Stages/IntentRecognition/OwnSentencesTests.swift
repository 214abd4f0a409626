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

    @Test("a sentence is detected while it plays and shortly after, not before it starts or long after its end")
    func times() throws {
        var ownSentences = OwnSentences()
        let header = try header(at: 0)
        ownSentences.add(header, "Dinner is ready in the kitchen.")
        let echo = "dinner is ready in the kitchen"
        let early = ownSentences.isEcho(echo, in: .default, at: second)
        ownSentences.apply(AudioPlayback(sequence: header.id, state: .started), at: second)
        let during = ownSentences.isEcho(echo, in: .default, at: 2 * second)
        let other = ownSentences.isEcho("turn on the light", in: .default, at: 2 * second)
        ownSentences.apply(AudioPlayback(sequence: header.id, state: .finished), at: 3 * second)
        let after = ownSentences.isEcho(echo, in: .default, at: 7 * second)
        let late = ownSentences.isEcho(echo, in: .default, at: 9 * second)
        #expect([early, during, other, after, late] == [false, true, false, true, false])
    }

    @Test("sentences of another session do not count")
    func sessions() throws {
        var ownSentences = OwnSentences()
        let header = try header(at: 0)
        ownSentences.add(header, "Dinner is ready in the kitchen.")
        ownSentences.apply(AudioPlayback(sequence: header.id, state: .started), at: 0)
        let other = try #require(Session(rawValue: "attic"))
        let isOwn = ownSentences.isEcho("dinner is ready in the kitchen", in: other, at: second)
        #expect(!isOwn)
    }
}
