import Foundation
import SaybusBus
import SaybusMessages
import SaybusTesting
import Testing

private let (a, b) = (Session(rawValue: "a")!, Session(rawValue: "b")!)

@Suite("The orderly end of a dispatcher of each app model", .serialized, .timeLimit(.minutes(3)))
struct DrainingDispatcherTests {
    @Test(
        "a dispatcher that drains finishes the command in hand, and a successor carries out the waiting intent",
        arguments: AppModel.allCases)
    func draining(model: AppModel) async throws {
        let bus = try await AppModelBus(model)
        let (work, hold) = try await bus.work(in: a)
        let waiting = try bus.send(command: "ping", in: a)
        // The intents pass in order: the waiting one has arrived when a later one has been answered.
        #expect(try await bus.give("ping", in: b).spoken == "Pong.")
        let dispatcher = bus.dispatcher
        dispatcher.send(SIGTERM)
        _ = try #require(
            await bus.recorder.first(StageStatus.self) { $0.body.role == .dispatch && $0.body.state == .draining })
        hold.release()
        let end = try await bus.end(of: work)
        #expect(end.outcome == .handled && end.spoken == "Done.", "\(end)")
        #expect(try await dispatcher.exitCode() == 0)
        #expect(!bus.hasEnded(waiting))
        try await bus.startSuccessor()
        let handedOn = try await bus.end(of: waiting)
        #expect(handedOn.outcome == .handled && handedOn.spoken == "Pong.", "\(handedOn)")
        try await bus.expectEachTurnEndedOnce()
        #expect(bus.files.markCount == 1)
    }

    @Test(
        "a command that outlasts the end of its dispatcher is told of by the successor, as after a kill, and not repeated",
        arguments: AppModel.allCases)
    func cutOff(model: AppModel) async throws {
        let bus = try await AppModelBus(model)
        let (turn, hold) = try await bus.work()
        let dispatcher = bus.dispatcher
        dispatcher.send(SIGTERM)
        #expect(try await dispatcher.exitCode() == 0)
        hold.release()
        #expect(!bus.hasEnded(turn))
        try await bus.startSuccessor()
        let end = try await bus.end(of: turn)
        let apology = "Sorry, I was interrupted. Please check whether that was done."
        #expect(end.outcome == .failed && end.spoken == apology, "\(end)")
        let spoken = await bus.recorder.first(AudioSequence.self) { $0.header.turn == turn }
        #expect(spoken?.body.spokenText == apology)
        try await bus.expectEachTurnEndedOnce()
        #expect(bus.files.markCount == 1)
    }

    @Test(
        "a turn whose answer sounds beyond the end of its dispatcher is handled, and not ended again by the successor",
        arguments: AppModel.allCases)
    func sounding(model: AppModel) async throws {
        let bus = try await AppModelBus(model)
        let audio = try #require(bus.audio)
        audio.hold()
        let turn = try bus.send(command: "ping")
        _ = try #require(
            await bus.recorder.first(AudioPlayback.self) { $0.header.turn == turn && $0.body.state == .started })
        let dispatcher = bus.dispatcher
        dispatcher.send(SIGTERM)
        #expect(try await dispatcher.exitCode() == 0)
        let end = try await bus.end(of: turn)
        #expect(end.outcome == .handled && end.spoken == "Pong.", "\(end)")
        #expect(end.reason?.hasSuffix("which may not have been heard to its end") == true, "\(end)")
        try audio.release()
        try await bus.startSuccessor()
        try await bus.expectEachTurnEndedOnce()
    }

    @Test(
        "a turn that a successor has adopted is handled, too, if its answer sounds beyond the end of that one",
        arguments: AppModel.allCases)
    func soundingAdopted(model: AppModel) async throws {
        let bus = try await AppModelBus(model)
        let audio = try #require(bus.audio)
        audio.hold()
        let turn = try bus.send(command: "ping")
        _ = try await bus.waitUntilQueued(turn)
        try await bus.killDispatcher()
        try await bus.startSuccessor()
        // The successor has published the answer once more, and the audio stage has it already.
        let receipt = await bus.recorder.first(Receipt.self) {
            $0.header.source.role == .audio && $0.header.turn == turn
        }
        try #require(receipt != nil)
        let dispatcher = bus.dispatcher
        dispatcher.send(SIGTERM)
        #expect(try await dispatcher.exitCode() == 0)
        let end = try await bus.end(of: turn)
        #expect(end.outcome == .handled && end.spoken == "Pong.", "\(end)")
        #expect(end.reason?.hasSuffix("which may not have been heard to its end") == true, "\(end)")
        try audio.release()
        try await bus.startSuccessor()
        try await bus.expectEachTurnEndedOnce()
    }
}
