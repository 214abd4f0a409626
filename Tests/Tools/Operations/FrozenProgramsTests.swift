import SaybusMessages
import Testing

@testable import SaybusOperations

@Suite("Programs that hang")
struct FrozenProgramsTests {
    private func lost(_ role: String, _ pid: Int) -> StageStatus {
        StageStatus(
            role: role, instance: "a", state: .lost, pid: pid, uptimeMs: 0, counters: StageStatus.Counters())
    }

    @Test("a program is killed once when it has been lost for twenty seconds without a break")
    func patience() {
        var frozen = FrozenPrograms()
        let (start, intent, audio) = (ContinuousClock.now, lost("intent", 1), lost("audio", 2))
        #expect(frozen.update([intent], at: start).isEmpty)
        #expect(frozen.update([intent, audio], at: start + .seconds(19)).isEmpty)
        #expect(frozen.update([intent, audio], at: start + .seconds(20)) == [intent])
        #expect(frozen.update([intent, audio], at: start + .seconds(21)).isEmpty)
        #expect(frozen.update([], at: start + .seconds(30)).isEmpty, "both are back")
        #expect(frozen.update([audio], at: start + .seconds(40)).isEmpty)
        #expect(frozen.update([audio], at: start + .seconds(60)) == [audio])
    }
}
