import Foundation
import SaybusBus
import SaybusMessages
import SaybusTesting
import Testing

@Suite("A second dispatcher of the same app", .serialized, .timeLimit(.minutes(5)))
struct SecondDispatcherTests {
    @Test(
        "nothing is done twice, the status says so, and the second one goes on when the first one is killed",
        arguments: [AppModel.yaml, .swift, .skill])
    func second(model: AppModel) async throws {
        let bus = try await AppModelBus(model)
        let second = try model.startDispatcher(in: bus.files, bus: bus.test.address.url, instance: "e")
        try await second.ready()
        _ = try #require(
            await bus.recorder.first(StageStatus.self) {
                $0.body.instance == "e"
                    && $0.body.problem?.hasPrefix("dispatch/d runs the app \(AppModel.app), too") == true
            })
        for round in 1...rounds {
            let (turn, hold) = try await bus.work()
            hold.release()
            #expect(try await bus.end(of: turn).outcome == .handled)
            #expect(bus.files.markCount == round)
        }
        try await bus.killDispatcher()
        let (turn, hold) = try await bus.work()
        hold.release()
        #expect(try await bus.end(of: turn).outcome == .handled)
        #expect(bus.files.markCount == rounds + 1)
        try await bus.expectEachTurnEndedOnce()
        _ = try #require(
            await bus.recorder.first(StageStatus.self) {
                $0.body.instance == "e" && $0.body.state == .ready && $0.body.problem == nil
            })
        second.send(SIGTERM)
        #expect(try await second.exitCode() == 0)
    }

    private let rounds = 4
}
