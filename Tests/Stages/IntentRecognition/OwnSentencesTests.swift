import SaybusMessages
import Testing

@testable import SaybusIntentRecognition

@Suite struct OwnSentencesTests {
    let second: Int64 = 1_000_000

    func header(_ session: Session = .default, at time: Int64) throws -> Header {
        var header = Header(
            kind: AudioSequence.kind, session: session, source: try #require(Source(role: .app, instance: "one")),
            run: 1,
            sequence: 0)
        header.at = time
        return header
    }

    /// Returns a report of an audio stage on a sequence.
    func report(
        _ sequence: MessageID, _ state: AudioPlayback.State, from instance: String = "one", at time: Int64
    ) throws -> Message<AudioPlayback> {
        let source = try #require(Source(role: .audio, instance: instance))
        var header = Header(kind: AudioPlayback.kind, session: .default, source: source, run: 1, sequence: 0)
        header.at = time
        return Message(header: header, body: AudioPlayback(sequence: sequence, state: state))
    }

    /// Returns a status of an audio stage, published by the stage itself or by another source.
    func status(
        _ state: StageStatus.State, from role: Role = .audio, run: UInt32, at time: Int64
    ) throws -> Message<StageStatus> {
        let source = try #require(Source(role: role, instance: "one"))
        var header = Header(kind: StageStatus.kind, session: .default, source: source, run: run, sequence: 0)
        header.at = time
        let body = StageStatus(role: .audio, instance: "one", state: state, pid: 1, uptimeMs: 0)
        return Message(header: header, body: body)
    }

    @Test("a sentence is detected while it plays and shortly after, not before it starts or long after its end")
    func times() throws {
        var ownSentences = OwnSentences()
        let header = try header(at: 0)
        ownSentences.add(header, "Dinner is ready in the kitchen.")
        let echo = "dinner is ready in the kitchen"
        let early = ownSentences.isEcho(echo, in: .default, at: second)
        ownSentences.apply(try report(header.id, .started, at: second))
        let during = ownSentences.isEcho(echo, in: .default, at: 2 * second)
        let other = ownSentences.isEcho("turn on the light", in: .default, at: 2 * second)
        ownSentences.apply(try report(header.id, .finished, at: 3 * second))
        let after = ownSentences.isEcho(echo, in: .default, at: 7 * second)
        let late = ownSentences.isEcho(echo, in: .default, at: 9 * second)
        #expect([early, during, other, after, late] == [false, true, false, true, false])
    }

    @Test("times that no clock shows end no program", arguments: [Int64.min, .max])
    func anyTime(time: Int64) throws {
        var ownSentences = OwnSentences()
        let header = try header(at: time)
        ownSentences.add(header, "Dinner is ready in the kitchen.")
        ownSentences.apply(try report(header.id, .started, at: time))
        let during = ownSentences.isEcho("dinner is ready in the kitchen", in: .default, at: time)
        let elsewhere = ownSentences.isEcho("turn on the light", in: .default, at: ~time)
        ownSentences.add(try self.header(at: time), "The light is on.")
        let before = ownSentences.isEcho("the light is on", in: .default, at: second)
        #expect([during, elsewhere, before] == [true, false, false])
    }

    @Test("sentences of another session do not count")
    func sessions() throws {
        var ownSentences = OwnSentences()
        let header = try header(at: 0)
        ownSentences.add(header, "Dinner is ready in the kitchen.")
        ownSentences.apply(try report(header.id, .started, at: 0))
        let other = try #require(Session(rawValue: "attic"))
        let isOwn = ownSentences.isEcho("dinner is ready in the kitchen", in: other, at: second)
        #expect(!isOwn)
    }

    @Test("a sentence is over shortly after its audio stage is lost or started again", arguments: [true, false])
    func playerLost(isLost: Bool) throws {
        let echo = "dinner is ready in the kitchen"
        var ownSentences = OwnSentences()
        let (first, other) = (try header(at: 0), try header(at: 0))
        ownSentences.add(first, "Dinner is ready in the kitchen.")
        ownSentences.add(other, "Somebody mentioned interesting mountains.")
        ownSentences.apply(try report(first.id, .started, at: 0))
        ownSentences.apply(try report(other.id, .started, from: "two", at: 0))
        ownSentences.apply(try status(.ready, run: 1, at: second))
        let alive = ownSentences.isEcho(echo, in: .default, at: 9 * second)
        let end =
            isLost
            ? try status(.lost, from: .broker, run: 7, at: 10 * second)
            : try status(.starting, run: 2, at: 10 * second)
        ownSentences.apply(end)
        let after = ownSentences.isEcho(echo, in: .default, at: 14 * second)
        let late = ownSentences.isEcho(echo, in: .default, at: 16 * second)
        let elsewhere = ownSentences.isEcho("somebody mentioned interesting mountains", in: .default, at: 16 * second)
        #expect([alive, after, late, elsewhere] == [true, true, false, true])
    }
}
