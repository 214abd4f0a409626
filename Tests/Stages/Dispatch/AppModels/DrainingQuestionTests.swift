import Foundation
import SaybusMessages
import SaybusTesting
import Testing

@Suite("A question that would follow while a program ends", .timeLimit(.minutes(3)))
struct DrainingQuestionTests {
    @Test("a Swift app carries out its command, and asks nothing any more")
    func swift() async throws {
        let bus = try await AppModelBus(.swift)
        let turn = try bus.send(command: "prepare")
        let hold = try await bus.gate.reached()
        let dispatcher = bus.dispatcher
        dispatcher.send(SIGTERM)
        _ = try #require(
            await bus.recorder.first(StageStatus.self) { $0.body.role == "dispatch" && $0.body.state == .draining })
        hold.release()
        let end = try await bus.end(of: turn)
        #expect(end.outcome == .handled && end.spoken == "Done.", "\(end)")
        try await dispatcher.line { $0 == "not asked" }
        #expect(try await dispatcher.exitCode() == 0)
        #expect(bus.recorder.bodies(VoiceRequestStatus.self).isEmpty)
        try await bus.startSuccessor()
        try await bus.expectEachTurnEndedOnce()
    }
}
