import SaybusBus
import SaybusMessages
import SaybusStage
import Testing

@Suite("The audio stage that has a sequence")
struct PlaybackLossTests {
    private let player = Source("audio/a")!
    private let broker = Source("broker/b")!

    private func loss(
        _ state: StageStatus.State, of instance: String, by publisher: Source, run: UInt32, uptimeMs: Int = 1
    ) -> String? {
        let report = Header(kind: AudioPlayback.kind, session: .default, source: player, run: 1, sequence: 0)
        let header = Header(kind: StageStatus.kind, session: .default, source: publisher, run: run, sequence: 0)
        let status = StageStatus(role: .audio, instance: instance, state: state, pid: 1, uptimeMs: uptimeMs)
        return ProgramRun(report).playbackLoss(by: Message(header: header, body: status))
    }

    @Test("a sequence is lost with its stage, and by the restart of its stage, but not by others")
    func losses() {
        #expect(loss(.ready, of: "a", by: player, run: 1) == nil)
        #expect(loss(.ready, of: "a", by: player, run: 2) == "the audio stage a was started again")
        #expect(loss(.lost, of: "a", by: broker, run: 7) == "the audio stage a is lost")
        #expect(loss(.stopped, of: "a", by: player, run: 1) == "the audio stage a is stopped")
        #expect(loss(.lost, of: "b", by: broker, run: 7) == nil)
    }

    @Test("a run is the same whenever it was seen, and another run of its program is not")
    func identity() {
        func run(_ number: UInt32, at time: Int64) -> ProgramRun {
            ProgramRun(
                Header(
                    kind: AudioPlayback.kind, session: .default, source: player, run: number, sequence: 0, at: time))
        }
        #expect(run(1, at: 5) == run(1, at: 9) && run(1, at: 5) != run(2, at: 5))
        #expect(Set([run(1, at: 5), run(1, at: 9), run(2, at: 5)]).count == 2)
    }

    @Test(
        "a sequence is not lost by the end of an older run of its stage",
        arguments: [StageStatus.State.draining, .stopped])
    func olderRun(state: StageStatus.State) {
        #expect(loss(state, of: "a", by: player, run: 2, uptimeMs: 60_000) == nil)
    }
}
