import Foundation
import SaybusBus
import SaybusMessages
import SaybusTesting
import Testing

/// Rounds of each test: 3, or the number in `SAYBUS_TEST_ROUNDS`.
private let rounds = ProcessInfo.processInfo.environment["SAYBUS_TEST_ROUNDS"].flatMap { Int($0) } ?? 3

@Suite("kill -9 of a dispatcher of each app model", .serialized, .timeLimit(.minutes(10)))
struct KilledDispatcherTests {
    @Test(
        "killed while a command is carried out: the turn fails once with a spoken apology, and nothing is repeated",
        arguments: AppModel.allCases)
    func atWork(model: AppModel) async throws {
        let bus = try await AppModelBus(model)
        for round in 1...rounds {
            let (turn, hold) = try await bus.work()
            #expect(bus.files.markCount == round)
            try await bus.killDispatcher()
            hold.release()
            try await bus.startSuccessor()
            let end = try await bus.end(of: turn)
            #expect(end.outcome == .failed)
            let reason = try #require(end.reason)
            #expect(reason.contains("may have been done"), "\(reason)")
            #expect(reason.contains("not done again"), "\(reason)")
            let apology = await bus.recorder.first(AudioSequence.self) { $0.header.turn == turn }
            #expect(apology?.body.spokenText == "Sorry, I was interrupted. Please check whether that was done.")
            #expect(bus.files.markCount == round)
        }
        try await bus.expectEachTurnEndedOnce()
        #expect(bus.files.markCount == rounds)
    }

    @Test("killed after it hung: a turn that was given up meanwhile is neither ended nor told of a second time")
    func afterHang() async throws {
        let bus = try await AppModelBus(.yaml)
        // As frames: a subscription drops a second end.
        let frames = bus.client.subscribeToFrames()
        try await bus.client.ready()
        let (turn, hold) = try await bus.work()
        bus.dispatcher.send(SIGSTOP)
        try bus.client.publish(TurnEnded(outcome: .failed, reason: "given up"), turn: turn)
        try await bus.killDispatcher()
        hold.release()
        try await bus.startSuccessor()
        // It stops when the adopted turn is over.
        bus.dispatcher.send(SIGTERM)
        var reasons: [String?] = []
        for await frame in frames {
            guard let message = try? RawMessage(frames: frame) else { continue }
            if let status = try? message.decode(StageStatus.self), status.body.state == .stopped { break }
            guard message.header.turn == turn else { continue }
            #expect(message.header.kind != AudioSequence.kind)
            if let end = try? message.decode(TurnEnded.self) { reasons.append(end.body.reason) }
        }
        // It was asked for, and said again.
        #expect(Set(reasons) == ["given up"])
    }

    @Test(
        "killed while the answer is being heard: the successor ends the turn once as handled, and repeats nothing",
        arguments: AppModel.allCases)
    func whileHeard(model: AppModel) async throws {
        let bus = try await AppModelBus(model)
        let audio = try #require(bus.audio)
        for round in 1...rounds {
            audio.hold()
            let (turn, hold) = try await bus.work()
            hold.release()
            let sequence = try await bus.waitUntilQueued(turn)
            #expect(sequence.body.spokenText == "Done.")
            try await bus.killDispatcher()
            try await bus.startSuccessor()
            #expect(!bus.hasEnded(turn), "the answer has not been heard to its end")
            try audio.release()
            let end = try await bus.end(of: turn)
            #expect(end.outcome == .handled && end.spoken == "Done.", "\(end)")
            #expect(bus.files.markCount == round)
            #expect(bus.recorder.all(CommandInvoked.self).count { $0.header.turn == turn } <= 1)
        }
        try await bus.expectEachTurnEndedOnce()
        #expect(bus.files.markCount == rounds)
    }

    @Test(
        "killed while a question is open: it ends once, with one apology, whether another dispatcher is there or not",
        arguments: AppModel.allCases)
    func asking(model: AppModel) async throws {
        let bus = try await AppModelBus(model)
        try await expectQuestionEndsOnce(on: bus)
        let neighbour = try await bus.neighbour("pets")
        try await expectQuestionEndsOnce(on: bus)
        withExtendedLifetime(neighbour) {}
    }

    @Test(
        "killed while a question is being spoken: it ends, and the user hears one apology, also beside another dispatcher",
        arguments: [AppModel.yaml, .swift, .remote], [false, true])
    func whileSpeakingQuestion(model: AppModel, hasNeighbour: Bool) async throws {
        let bus = try await AppModelBus(model)
        let neighbour = try await hasNeighbour ? bus.neighbour("pets") : nil
        let audio = try #require(bus.audio)
        audio.hold()
        let turn = try bus.send(command: "ask me")
        #expect(try await bus.waitUntilQueued(turn).body.spokenText == "Ready?")
        try await bus.killDispatcher()
        try await bus.startSuccessor()
        let end = await bus.recorder.first(VoiceRequestStatus.self) { $0.body.state == .failed }
        try #require(end != nil)
        try audio.release()
        _ = try await bus.end(of: turn)
        try await bus.expectEachTurnEndedOnce()
        let spoken = bus.recorder.bodies(AudioSequence.self).map(\.spokenText)
        let apologies = spoken.filter { $0.hasPrefix("Sorry, ") }
        #expect(apologies.count == 1, "\(apologies)")
        withExtendedLifetime(neighbour) {}
    }

    /// Kills the dispatcher while its question is open, and expects that its successor ends the question.
    private func expectQuestionEndsOnce(on bus: AppModelBus) async throws {
        let former = Set(bus.recorder.bodies(VoiceRequestStatus.self).map(\.request))
        #expect(try await bus.give("ask me").spoken == "Ready?")
        let asked = await bus.recorder.first(VoiceRequestStatus.self) { !former.contains($0.body.request) }
        let request = try #require(asked).body.request
        try await bus.killDispatcher()
        try await bus.startSuccessor()
        let end = await bus.recorder.first(VoiceRequestStatus.self) {
            $0.body.request == request && $0.body.state == .failed
        }
        #expect(end?.header.session == Session.default)
        let states = bus.recorder.all(VoiceRequestStatus.self).filter { $0.body.request == request }
        let last = try #require(states.last { $0.body.state != .failed }).header.id
        let apology = await bus.recorder.first(AudioSequence.self) {
            $0.header.id == MessageID(besides: last, number: 2)
        }
        #expect(apology?.body.spokenText == "Sorry, that did not work.")
        // The words are no answer any more.
        #expect(try await bus.say("yes").spoken != "Good.")
        try await bus.expectEachTurnEndedOnce()
        let ends = bus.recorder.bodies(VoiceRequestStatus.self).filter { $0.request == request && $0.state == .failed }
        #expect(ends.count == 1)
        let apologies = bus.recorder.all(AudioSequence.self).count { $0.header.id == apology?.header.id }
        #expect(apologies == 1)
    }

    @Test(
        "killed before words that were hardly heard: its successor, which has not read the transcript, asks about them",
        arguments: [AppModel.yaml, .remote])
    func hardlyHeard(model: AppModel) async throws {
        let bus = try await AppModelBus(model)
        try await bus.killDispatcher()
        let turn = try bus.send(model.phrase("work"), confidence: 0.4)
        _ = try #require(await bus.recorder.first(SpeechIntent.self) { $0.header.turn == turn })
        try await bus.startSuccessor()
        let end = try await bus.end(of: turn)
        #expect(end.outcome == .handled && end.spoken == "Work?", "\(end)")
        #expect(bus.files.markCount == 0)
        try await bus.expectEachTurnEndedOnce()
    }
}
