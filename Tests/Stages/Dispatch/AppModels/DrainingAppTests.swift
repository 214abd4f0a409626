import Foundation
import SaybusBus
import SaybusMessages
import SaybusTesting
import Testing

@Suite("A Swift app that ends while it works", .timeLimit(.minutes(3)))
struct DrainingAppTests {
    @Test("it carries out its command, and asks nothing behind the answer")
    func question() async throws {
        let bus = try await AppModelBus(.swift)
        let turn = try bus.send(command: "prepare")
        let hold = try await bus.gate.reached()
        let dispatcher = bus.dispatcher
        dispatcher.send(SIGTERM)
        _ = try #require(
            await bus.recorder.first(StageStatus.self) { $0.body.role == .dispatch && $0.body.state == .draining })
        hold.release()
        let end = try await bus.end(of: turn)
        #expect(end.outcome == .handled && end.spoken == "Done.", "\(end)")
        try await dispatcher.line { $0 == "not asked" }
        #expect(try await dispatcher.exitCode() == 0)
        #expect(bus.recorder.bodies(VoiceRequestStatus.self).isEmpty)
        try await bus.startSuccessor()
        try await bus.expectEachTurnEndedOnce()
    }

    @Test("a command that may have been misheard, about which it cannot ask any more, is refused in words")
    func misheard() async throws {
        let bus = try await AppModelBus(.swift)
        let turn = try bus.send("misheard", confidence: 0.4)
        let hold = try await bus.gate.reached()
        let dispatcher = bus.dispatcher
        dispatcher.send(SIGTERM)
        _ = try #require(
            await bus.recorder.first(StageStatus.self) { $0.body.role == .dispatch && $0.body.state == .draining })
        hold.release()
        let end = try await bus.end(of: turn)
        #expect(end.outcome == .failed && end.spoken == "Sorry, I cannot ask you that now.", "\(end)")
        #expect(
            end.reason == "Misheard is not carried out: the program ends, and cannot ask whether it was meant", "\(end)"
        )
        #expect(try await dispatcher.exitCode() == 0)
        #expect(bus.recorder.bodies(VoiceRequestStatus.self).isEmpty)
        try await bus.startSuccessor()
        try await bus.expectEachTurnEndedOnce()
    }

    @Test("a question that it would have repeated is cancelled")
    func remark() async throws {
        let bus = try await AppModelBus(.swift)
        try await bus.give("ask me")
        let audio = try #require(bus.audio)
        audio.hold()
        let turn = try bus.send("help")
        _ = try #require(
            await bus.recorder.first(AudioPlayback.self) { $0.header.turn == turn && $0.body.state == .started })
        let dispatcher = bus.dispatcher
        dispatcher.send(SIGTERM)
        _ = try #require(
            await bus.recorder.first(StageStatus.self) { $0.body.role == .dispatch && $0.body.state == .draining })
        try audio.release()
        let over = await bus.recorder.first(VoiceRequestStatus.self) {
            [.completed, .failed, .cancelled].contains($0.body.state)
        }
        #expect(over?.body.state == .cancelled)
        #expect(try await dispatcher.exitCode() == 0)
        try await bus.startSuccessor()
        try await bus.expectEachTurnEndedOnce()
    }

    @Test("words to a conversation that it is still setting up are a successor's")
    func setUp() async throws {
        let bus = try await AppModelBus(.swift)
        let turn = try bus.send(command: "ping", in: try #require(Session(rawValue: "slow")))
        let hold = try await bus.gate.reached()
        let dispatcher = bus.dispatcher
        dispatcher.send(SIGTERM)
        #expect(try await dispatcher.exitCode() == 0)
        hold.release()
        #expect(!bus.hasEnded(turn))
        try await bus.startSuccessor()
        try await bus.gate.reached().release()
        let end = try await bus.end(of: turn)
        #expect(end.outcome == .handled && end.spoken == "Pong.", "\(end)")
        try await bus.expectEachTurnEndedOnce()
    }

    @Test("the end of a standby that is setting up the conversation which it has taken over is no failure")
    func takeover() async throws {
        let files = try AppModelFiles()
        let gate = Gate(files.gate)
        let test = try TestBus()
        let program = try ProgramUnderTest(
            "saybus-dispatch-test-app", ["--bus", test.address.url, "--session", "slow", "--standby"],
            environment: ["SAYBUS_TEST_MARKS": files.marks, "SAYBUS_TEST_GATE": files.gate])
        // The first instance only tells the commands.
        try await gate.reached().release()
        try await program.ready()
        let hold = try await gate.reached()
        program.send(SIGTERM)
        #expect(try await program.exitCode() == 0)
        hold.release()
    }
}
