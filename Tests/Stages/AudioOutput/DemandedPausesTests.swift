import SaybusBus
import SaybusMessages
import SaybusTesting
import Testing

@testable import SaybusAudioOutput

@Suite("Pauses that stages demand") struct DemandedPausesTests {
    private func message<Body: BusMessage>(
        _ body: Body, from instance: String, run: UInt32 = 1, role: Role = .dispatch
    ) throws -> Message<Body> {
        Message(
            header: Header(
                kind: Body.kind, session: .default, turn: nil,
                source: try #require(Source(role: role, instance: instance)), run: run, sequence: 0, at: 0, causes: []),
            body: body)
    }

    private func status(
        _ state: StageStatus.State, of instance: String, run: UInt32 = 1
    ) throws -> Message<StageStatus> {
        try message(
            StageStatus(role: .dispatch, instance: instance, state: state, pid: 1, uptimeMs: 1), from: instance,
            run: run)
    }

    private let everywhere = DemandedPauses.Place(session: .default, track: nil)

    @Test("a pause ends when its stage stops or is started anew, and not while it is there")
    func gone() throws {
        for last in [try status(.stopped, of: "a"), try status(.starting, of: "a", run: 2)] {
            var pauses = DemandedPauses()
            pauses.apply(try message(AudioControl(.pause), from: "a"))
            #expect(pauses.apply(try status(.ready, of: "a")).isEmpty)
            #expect(pauses.apply(try status(.stopped, of: "b")).isEmpty)
            #expect(pauses.apply(try status(.stopped, of: "a", run: 3)).isEmpty, "another run of its name")
            #expect(pauses.apply(last) == [everywhere])
            #expect(pauses.apply(last).isEmpty)
        }
    }

    @Test("a pause ends when the broker reports its stage as lost")
    func lost() throws {
        var pauses = DemandedPauses()
        pauses.apply(try message(AudioControl(.pause, track: "main"), from: "a"))
        let lost = StageStatus(role: .dispatch, instance: "a", state: .lost, pid: 1, uptimeMs: 1)
        #expect(
            pauses.apply(try message(lost, from: "b", run: 9, role: .broker)) == [
                .init(session: .default, track: "main")
            ])
    }

    @Test("what another stage has paused, too, stays paused, and what was resumed is not resumed again")
    func others() throws {
        var pauses = DemandedPauses()
        pauses.apply(try message(AudioControl(.pause), from: "a"))
        pauses.apply(try message(AudioControl(.pause), from: "b"))
        #expect(pauses.apply(try status(.stopped, of: "a")).isEmpty)
        pauses.apply(try message(AudioControl(.resume), from: "c"))
        #expect(pauses.apply(try status(.stopped, of: "b")).isEmpty)
    }

    @Test("a track that one stage has paused and all tracks that another has paused end with their own stages")
    func overlapping() throws {
        let main = DemandedPauses.Place(session: .default, track: "main")
        var pauses = DemandedPauses()
        pauses.apply(try message(AudioControl(.pause), from: "a"))
        pauses.apply(try message(AudioControl(.pause, track: "main"), from: "b"))
        var other = pauses
        #expect(pauses.apply(try status(.stopped, of: "b")).isEmpty, "all tracks are paused")
        #expect(pauses.tracks(in: everywhere).isEmpty)
        #expect(other.apply(try status(.stopped, of: "a")) == [everywhere])
        #expect(other.tracks(in: everywhere) == [main] && other.tracks(in: main).isEmpty)
        #expect(other.apply(try status(.stopped, of: "b")) == [main])
    }

    @Test("only so many pauses are kept, also of programs that come one after the other and never say that they go")
    func bounded() throws {
        var pauses = DemandedPauses()
        for number in 0...DemandedPauses.capacity {
            pauses.apply(try message(AudioControl(.pause), from: "a\(number)"))
        }
        // The last pause of all is not kept, so that the one before it is the last that ends.
        for number in 0..<DemandedPauses.capacity - 1 {
            #expect(pauses.apply(try status(.stopped, of: "a\(number)")).isEmpty)
        }
        #expect(pauses.apply(try status(.stopped, of: "a\(DemandedPauses.capacity - 1)")) == [everywhere])
    }
}

extension AudioProgramTests {
    @Test("a sequence that a stage has paused goes on when that stage ends")
    func pausedByStage() async throws {
        let audio = try await AudioProgram(["--sink", "null", "--real-time"])
        let app = try audio.test.connect(.dispatch, instance: "leaving")
        try await app.ready()
        try app.publish(StageStatus(role: .dispatch, instance: "leaving", state: .ready, pid: 1, uptimeMs: 1))
        let id = try audio.play(AudioSequence([.tone(.init(frequency: 300, durationMs: 20_000))]))
        _ = try await audio.report(.started, of: id)
        try app.publish(AudioControl(.pause))
        _ = try await audio.report(.suspended, of: id)
        try app.publish(StageStatus(role: .dispatch, instance: "leaving", state: .stopped, pid: 1, uptimeMs: 2))
        _ = try await audio.report(.resumed, of: id)
        try audio.bus.publish(AudioControl(.stop))
        _ = try await audio.end(of: id)
        await app.close()
    }
}
