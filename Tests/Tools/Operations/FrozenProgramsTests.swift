import SaybusMessages
import Testing

@testable import SaybusOperations

@Suite("Programs that hang")
struct FrozenProgramsTests {
    private let start = ContinuousClock.now

    private func stage(_ role: Role, _ pid: Int, _ state: StageStatus.State, in process: Int? = nil) -> ExpectedStage {
        ExpectedStage(
            program: SupervisedProgram(
                role: role, instance: "a", state: .running, pid: pid, restarts: 0),
            status: StageStatus(role: role, instance: "a", state: state, pid: process ?? pid, uptimeMs: 0))
    }

    private func killed(_ frozen: inout FrozenPrograms, _ stages: [ExpectedStage], from: Int, to: Int) -> [Int] {
        (from...to).flatMap { second in frozen.update(stages, at: start + .seconds(second)).map(\.pid) }
    }

    @Test("a program that was ready is killed once when it has been lost for twenty seconds without a break")
    func patience() {
        var frozen = FrozenPrograms()
        #expect(killed(&frozen, [stage(.intent, 1, .ready), stage(.audio, 2, .ready)], from: 0, to: 5).isEmpty)
        let lost = [stage(.intent, 1, .lost), stage(.audio, 2, .ready)]
        #expect(killed(&frozen, lost, from: 6, to: 25).isEmpty)
        #expect(killed(&frozen, lost, from: 26, to: 40) == [1])
        #expect(killed(&frozen, [stage(.intent, 1, .ready)], from: 41, to: 41).isEmpty)
        #expect(killed(&frozen, [stage(.intent, 1, .lost)], from: 42, to: 61).isEmpty, "it was back")
    }

    @Test("a program that never was ready, and a status of another process, kill nobody")
    func others() {
        var frozen = FrozenPrograms()
        #expect(killed(&frozen, [stage(.intent, 1, .starting)], from: 0, to: 2).isEmpty)
        #expect(killed(&frozen, [stage(.intent, 1, .lost)], from: 3, to: 90).isEmpty, "it loads a model")
        #expect(killed(&frozen, [stage(.audio, 2, .ready, in: 9)], from: 91, to: 92).isEmpty)
        #expect(killed(&frozen, [stage(.audio, 2, .lost, in: 9)], from: 93, to: 180).isEmpty, "another machine's")
    }

    @Test("an app's program is killed whatever its role on the bus is")
    func apps() {
        func app(_ state: StageStatus.State) -> ExpectedStage {
            ExpectedStage(
                program: SupervisedProgram(role: .app, instance: "lamp", pid: 7),
                status: StageStatus(role: .dispatch, instance: "lamp-7", state: state, pid: 7, uptimeMs: 0))
        }
        var frozen = FrozenPrograms()
        #expect(killed(&frozen, [app(.ready)], from: 0, to: 0).isEmpty)
        #expect(killed(&frozen, [app(.lost)], from: 1, to: 25) == [7])
    }

    @Test("of a silent bus the broker is killed, whatever its name in the pipeline is, and no other program")
    func broker() {
        var frozen = FrozenPrograms()
        let broker = ExpectedStage(
            program: SupervisedProgram(role: .broker, instance: "bus", pid: 1),
            status: StageStatus(role: .broker, instance: "broker", state: .ready, pid: 1, uptimeMs: 0))
        let stages = [broker, stage(.intent, 2, .ready)]
        #expect(killed(&frozen, stages, from: 0, to: 60).isEmpty)
        let silent = (61...90).flatMap { second in
            frozen.update(stages, isSilent: true, at: start + .seconds(second)).map(\.pid)
        }
        #expect(silent == [1])
    }

    @Test("after a standstill of the machine the time begins anew")
    func standstill() {
        var frozen = FrozenPrograms()
        #expect(killed(&frozen, [stage(.intent, 1, .ready)], from: 0, to: 0).isEmpty)
        let lost = [stage(.intent, 1, .lost)]
        #expect(killed(&frozen, lost, from: 1, to: 10).isEmpty)
        #expect(killed(&frozen, lost, from: 3600, to: 3619).isEmpty)
        #expect(killed(&frozen, lost, from: 3620, to: 3625) == [1])
    }
}
