import SaybusBus
import SaybusMessages
import SaybusTesting
import Testing

@testable import SaybusDispatch

private let (a, b) = (Session(rawValue: "a")!, Session(rawValue: "b")!)

@Suite("Turns behind earlier turns of their session in each app model", .serialized, .timeLimit(.minutes(3)))
struct WaitingTurnTests {
    @Test("a command is carried out while an earlier answer is still spoken", arguments: AppModel.allCases)
    func duringAnAnswer(model: AppModel) async throws {
        let bus = try await AppModelBus(model)
        let audio = try #require(bus.audio)
        audio.hold()
        let speaking = try bus.send(command: "ping", in: a)
        _ = try await bus.waitUntilQueued(speaking)
        let (work, hold) = try await bus.work(in: a)
        #expect(!bus.hasEnded(speaking), "the answer has not been heard to its end")
        hold.release()
        try audio.release()
        #expect(try await bus.end(of: speaking).spoken == "Pong.")
        #expect(try await bus.end(of: work).spoken == "Done.")
        #expect(bus.order.filter { [speaking, work].contains($0) } == [speaking, work])
        try await bus.expectEachTurnEndedOnce()
    }

    @Test(
        "a \"stop\" that has ended what was spoken is not answered, and one that has not is",
        arguments: AppModel.allCases)
    func spokenStop(model: AppModel) async throws {
        let bus = try await AppModelBus(model)
        let audio = try #require(bus.audio)
        audio.hold()
        let speaking = try bus.send(command: "ping")
        _ = try await bus.waitUntilQueued(speaking)
        let turn = TurnID()
        try bus.client.publish(SpeechStarted(positionMs: 0), turn: turn)
        _ = try #require(await bus.recorder.first(SpeechStarted.self) { $0.header.turn == turn })
        try audio.end(as: .interrupted, reason: "the user spoke", cause: .bargeIn)
        #expect(try await bus.end(of: speaking).outcome == .handled)
        try audio.release()
        let end = try await bus.end(of: try bus.send("stop", turn: turn))
        #expect(end.outcome == .handled && end.spoken == nil, "\(end)")
        #expect(end.reason == "the words ended what was being spoken")
        #expect(try await bus.say("stop").outcome == .notUnderstood)
        try await bus.expectEachTurnEndedOnce()
    }

    @Test("a \"stop\" that ends what its speech has paused is not answered", arguments: [AppModel.yaml, .swift])
    func spokenStopAfterPause(model: AppModel) async throws {
        let bus = try await AppModelBus(model)
        let audio = try #require(bus.audio)
        audio.hold()
        let speaking = try bus.send(command: "ping")
        _ = try await bus.waitUntilQueued(speaking)
        let turn = TurnID()
        try bus.client.publish(SpeechStarted(positionMs: 0), turn: turn)
        _ = try #require(await bus.recorder.first(SpeechStarted.self) { $0.header.turn == turn })
        try audio.suspend(at: 10)
        _ = try #require(await bus.recorder.first(AudioPlayback.self) { $0.body.state == .suspended })
        _ = try bus.send("stop", turn: turn)
        try audio.end(as: .interrupted, reason: "the user spoke", cause: .bargeIn)
        let end = try await bus.end(of: turn)
        #expect(end.outcome == .handled && end.spoken == nil, "\(end)")
        #expect(try await bus.end(of: speaking).outcome == .handled)
        try audio.release()
        try await bus.expectEachTurnEndedOnce()
    }

    @Test("of a session with too many answers that have not been played, further turns wait, and no other ones")
    func unplayed() async throws {
        let bus = try await AppModelBus(.yaml)
        let audio = try #require(bus.audio)
        audio.hold()
        let answered = try (0...TurnRuntime.maximumUnplayed).map { _ in try bus.send(command: "ping", in: a) }
        for turn in answered { _ = try await bus.waitUntilQueued(turn) }
        let waiting = try bus.send(command: "ping", in: a)
        _ = try await bus.waitUntilQueued(try bus.send(command: "ping", in: b))
        #expect(!bus.recorder.all(CommandInvoked.self).contains { $0.header.turn == waiting })
        try audio.release()
        #expect(try await bus.end(of: waiting).spoken == "Pong.")
        try await bus.expectEachTurnEndedOnce()
    }

    // Side by side: each waits for twenty seconds.
    @Test(
        "what waits for 20 s behind a command fails then, in words that say so, unless another program carries it out")
    func tooLong() async throws {
        async let elsewhere: Void = carriedOutElsewhere()
        try await sideBySide([AppModel.yaml, .remote]) { try await self.waitTooLong($0) }
        try await elsewhere
    }

    private func carriedOutElsewhere() async throws {
        let bus = try await AppModelBus(.yaml)
        // By its name, this dispatcher carries the commands of remote apps to them.
        let first = try await bus.neighbour("b")
        let washer = try bus.test.connect(.app, instance: "washer", tracking: [CommandResponse.self])
        let commands = washer.subscribe(CommandInvoked.self)
        try await washer.ready()
        try washer.publish(Catalog(app: "washer", commands: [.init(type: "Start", patterns: ["start the washer"])]))
        try await bus.waitForCatalog(of: "washer")
        let (work, hold) = try await bus.work(in: a)
        let washing = try bus.send("start the washer", in: a)
        let command = try #require(await commands.first { $0.header.turn == washing })
        try washer.publish(CommandResponse(feedback: "It starts.", isTerminal: false), answering: command.header)
        let late = try await bus.give("ping", in: a)
        #expect(late.reason == "the conversation's earlier turns took longer than 20 s", "\(late)")
        hold.release()
        #expect(try await bus.end(of: work).spoken == "Done.")
        // Its turn comes after those that have waited.
        #expect(try await bus.give("ping", in: a).spoken == "Pong.")
        #expect(!bus.hasEnded(washing))
        try washer.publish(CommandResponse(feedback: "It runs."), answering: command.header)
        let end = try await bus.end(of: washing)
        #expect(end.outcome == .handled && end.spoken == "It starts. It runs.", "\(end)")
        try await bus.expectEachTurnEndedOnce()
        withExtendedLifetime(first) {}
    }

    private func waitTooLong(_ model: AppModel) async throws {
        let bus = try await AppModelBus(model)
        let (work, hold) = try await bus.work(in: a)
        let waiting = [try bus.send(command: "ping", in: a), try bus.send("colourless green ideas", in: a)]
        for turn in waiting {
            let end = try await bus.end(of: turn)
            #expect(end.outcome == .failed, "\(model): \(end)")
            #expect(end.reason == "the conversation's earlier turns took longer than 20 s", "\(model): \(end)")
        }
        #expect(!bus.hasEnded(work))
        hold.release()
        #expect(try await bus.end(of: work).spoken == "Done.")
        try await bus.expectEachTurnEndedOnce()
    }
}
