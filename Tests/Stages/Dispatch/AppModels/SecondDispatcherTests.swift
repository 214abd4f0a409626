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

    @Test("a dispatcher that stood still sends no receipt for an intent of another app, which its publisher keeps")
    func noReceipt() async throws {
        let test = try TestBus()
        let folder = try TemporaryFolder()
        let file = try folder.write("app.yaml", AppModelFiles.neighbour("own", says: "own"))
        let dispatcher = try ProgramUnderTest(
            "saybus-dispatch", ["--bus", test.address.url, "--app", file, "--instance", "d"],
            environment: ["SAYBUS_STATE": folder.path])
        try await dispatcher.ready()
        let publisher = try test.connect("intent", tracking: [SpeechIntent.self])
        try await publisher.ready()
        let foreign = SpeechIntent(
            text: "fast", hypotheses: [.init(app: "other", type: "Fast", confidence: 1)], engine: "test")
        dispatcher.send(SIGSTOP)
        let header = try publisher.publish(foreign, turn: TurnID())
        let frames = RawMessage(header: header, body: Array(try JSONEncoder().encode(foreign))).frames
        for _ in 0..<2 { try publisher.publish(frames: frames) }
        dispatcher.send(SIGCONT)
        // The dispatcher carries out its own command after what came before.
        let own = SpeechIntent(text: "own", hypotheses: [.init(app: "own", type: "Single", confidence: 1)], engine: "test")
        let invoked = publisher.subscribe(CommandInvoked.self)
        try await publisher.ready()
        try publisher.publish(own, turn: TurnID())
        _ = try #require(await invoked.first())
        #expect(publisher.unanswered == 1, "the publisher sends it again to the app's own dispatcher")
        dispatcher.send(SIGTERM)
        #expect(try await dispatcher.exitCode() == 0)
    }

    private let rounds = 4
}
