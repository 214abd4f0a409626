import Foundation
import SaybusBus
import SaybusMessages
import SaybusTesting
import Testing

@Suite("kill -9 of each stage in each phase of a typed turn", .serialized)
struct KilledTests {
    /// The result of a turn during which stages were killed.
    private struct Scenario {
        let rig: Rig
        let turn: TurnID
        let ends: Subscription<TurnEnded>
        let end: Message<TurnEnded>?
        /// The sequences published since the start.
        let sequences: Subscription<AudioSequence>
        /// The reports on playback since the start.
        let playbacks: Subscription<AudioPlayback>

        /// Expects that the next turn is handled, and that this one ended only once.
        func expectNextTurnHandled() async throws { try await rig.expectNextTurnHandled(ends, after: turn) }
    }

    /// Publishes a typed turn, waits for a message that shows its progress, then kills and starts stages in
    /// the given orders.
    private func runScenario(
        _ text: String = "mark 1", audio: [String] = [], frozen: Role? = nil,
        until sign: (any BusMessage.Type)? = nil, _ fits: @escaping @Sendable (RawMessage) -> Bool = { _ in true },
        kill: [Role], start: [Role]
    ) async throws -> Scenario {
        let rig = try await Rig.typed(audio: audio)
        let ends = rig.client.subscribe(TurnEnded.self)
        let sequences = rig.client.subscribe(AudioSequence.self)
        let playbacks = rig.client.subscribe(AudioPlayback.self)
        let signs = sign.map { rig.client.subscribe(to: [$0]) }
        try await rig.client.ready()
        if let frozen { rig.send(frozen, SIGSTOP) }
        let turn = try rig.publishText(text)
        if let signs {
            let came = await signs.first { received in
                guard case .message(let message) = received else { return false }
                return message.header.turn == turn && fits(message)
            }
            #expect(came != nil)
        }
        for role in kill { try await rig.kill(role) }
        for role in start { try await rig.start(role) }
        let end = await ends.first { $0.header.turn == turn }
        return Scenario(rig: rig, turn: turn, ends: ends, end: end, sequences: sequences, playbacks: playbacks)
    }

    /// Matches the start of playback.
    private static let isStarted: @Sendable (RawMessage) -> Bool = {
        (try? $0.decode(AudioPlayback.self).body.state) == .started
    }

    @Test("an intent stage killed between transcript and intent: its successor processes the turn")
    func intentBefore() async throws {
        let scenario = try await runScenario(frozen: .intent, kill: [.intent], start: [.intent])
        #expect(scenario.end?.body.outcome == .handled)
        #expect(scenario.rig.marks == ["1"])
        try await scenario.expectNextTurnHandled()
    }

    @Test("an intent stage killed before its intent was received: its successor publishes the intent again")
    func intentAfter() async throws {
        let scenario = try await runScenario(
            frozen: .dispatch, until: SpeechIntent.self, kill: [.intent, .dispatch], start: [.dispatch, .intent])
        #expect(scenario.end?.body.outcome == .handled)
        #expect(scenario.rig.marks == ["1"])
        try await scenario.expectNextTurnHandled()
    }

    @Test("a dispatcher killed before it received the intent: its successor carries out the command once")
    func dispatchBefore() async throws {
        let scenario = try await runScenario(
            frozen: .dispatch, until: SpeechIntent.self, kill: [.dispatch], start: [.dispatch])
        #expect(scenario.end?.body.outcome == .handled)
        #expect(scenario.rig.marks == ["1"])
        try await scenario.expectNextTurnHandled()
    }

    @Test("a dispatcher killed within an action: the turn fails with a spoken apology, and the action is not repeated")
    func dispatchInside() async throws {
        let scenario = try await runScenario(
            "slowly mark 1", until: CommandInvoked.self, kill: [.dispatch], start: [.dispatch])
        #expect(scenario.end?.body.outcome == .failed)
        #expect(scenario.end?.body.command == "Slow")
        #expect(scenario.end?.body.reason?.contains("may have been done") == true)
        let spoken = await scenario.sequences.first()?.body.spokenText
        #expect(spoken?.contains("interrupted") == true && spoken == scenario.end?.body.spoken)
        try await scenario.expectNextTurnHandled()
        #expect(scenario.rig.marks.count { $0 == "1" } <= 1)
    }

    @Test("a dispatcher killed within an action, without a successor: the turn fails with a reason, and aloud")
    func dispatchGone() async throws {
        let scenario = try await runScenario("slowly mark 1", until: CommandInvoked.self, kill: [.dispatch], start: [])
        #expect(scenario.end?.body.outcome == .failed)
        #expect(scenario.end?.header.source.role == .intent)
        let announced = await scenario.playbacks.first { $0.body.state == .finished && $0.header.turn == nil }
        #expect(announced?.header.causes == [try #require(scenario.end?.header.id)])
        #expect(scenario.end?.body.reason?.contains("may have been done") == true)
        // A successor that starts later publishes the same end with the same id, so it is received only once.
        try await scenario.rig.start(.dispatch)
        try await scenario.expectNextTurnHandled()
    }

    @Test("a dispatcher killed during playback of the answer: its successor awaits the playback and ends the turn")
    func dispatchWhileSounding() async throws {
        let scenario = try await runScenario(
            "talk", audio: ["--real-time"], until: AudioPlayback.self, Self.isStarted, kill: [.dispatch],
            start: [.dispatch])
        #expect(scenario.end?.body.outcome == .handled)
        #expect(scenario.end?.body.spoken?.contains("takes its time") == true)
        try await scenario.expectNextTurnHandled()
    }

    @Test(
        "an audio stage killed during playback: the turn fails, and its successor speaks an apology"
    )
    func audioWhileSounding() async throws {
        let scenario = try await runScenario(
            "talk", audio: ["--real-time"], until: AudioPlayback.self, Self.isStarted, kill: [.audio],
            start: [.audio])
        #expect(scenario.end?.body.outcome == .failed)
        #expect(scenario.end?.body.reason?.contains("was started again") == true)
        let said = await scenario.sequences.collect(2)
        #expect(said.last?.body.spokenText == "Sorry, my answer was cut off.")
        #expect(said.last?.header.turn == nil, "the turn is over")
        try await scenario.expectNextTurnHandled()
    }

    @Test("an intent stage killed together with the broker: a successor processes the turn within seconds")
    func intentWithBroker() async throws {
        let rig = try await Rig.typed()
        let ends = rig.client.subscribe(TurnEnded.self)
        let intents = rig.client.subscribe(SpeechIntent.self)
        try await rig.client.ready()
        rig.send(.dispatch, SIGSTOP)
        let turn = try rig.publishText("mark 1", within: .seconds(60))
        #expect(await intents.first()?.header.turn == turn)
        // After these kills no process has the intent, and the new broker never received it.
        for role in [Role.intent, .dispatch, .broker] { try await rig.kill(role) }
        try await rig.start(.broker)
        try await rig.start(.dispatch)
        try await rig.start(.intent, ["--instance", "another"])
        #expect(await ends.first(within: .seconds(30)) { $0.header.turn == turn }?.body.outcome == .handled)
        #expect(rig.marks == ["1"])
        try await rig.expectNextTurnHandled(ends, after: turn)
    }

    @Test("a standby dispatcher knows the unfinished turn of the killed one before it takes over: one answer")
    func dispatchStandby() async throws {
        let rig = try Rig()
        try await rig.start(.broker)
        try await rig.client.ready()
        let first = try await rig.start(.dispatch, ["--standby"])
        let second = try await rig.start(.dispatch, ["--standby", "--instance", "second"])
        try await rig.start(.audio)
        try await rig.start(.intent)
        let ends = rig.client.subscribe(TurnEnded.self)
        let invoked = rig.client.subscribe(CommandInvoked.self)
        let sequences = rig.client.subscribe(AudioSequence.self)
        try await rig.client.ready()
        let turn = try rig.publishText("slowly mark 1")
        #expect(await invoked.first()?.header.turn == turn)
        first.send(SIGKILL)
        #expect(try await first.exitCode() == 128 + SIGKILL)
        let end = await ends.first { $0.header.turn == turn }
        #expect(end?.body.outcome == .failed && end?.body.reason?.contains("may have been done") == true)
        try await rig.expectNextTurnHandled(ends, after: turn)
        // The sequences so far, including the next turn's answer.
        let said = await sequences.collect(2)
        #expect(said.map { $0.header.turn == turn } == [true, false], "\(said.map(\.body.spokenText))")
        #expect(rig.marks.count { $0 == "1" } <= 1)
        #expect(second.isRunning)
    }
    @Test(
        "a broker killed within an action: stages reconnect within 1 s, retained messages return, the turn ends once"
    )
    func broker() async throws {
        let rig = try await Rig.typed()
        let ends = rig.client.subscribe(TurnEnded.self)
        let invoked = rig.client.subscribe(CommandInvoked.self)
        let statuses = rig.client.subscribe(StageStatus.self)
        let catalogs = rig.client.subscribe(Catalog.self)
        try await rig.client.ready()
        #expect(await catalogs.first()?.body.app == "faults")
        let turn = try rig.publishText("slowly mark 1")
        #expect(await invoked.first()?.header.turn == turn)
        let epoch = await statuses.first { $0.body.role == .broker }?.stamp?.epoch
        try await rig.kill(.broker)
        try await rig.start(.broker)
        for role in [Role.intent, .dispatch, .audio] {
            let status = await statuses.first { $0.body.role == role && $0.stamp?.epoch != epoch }
            #expect(status?.body.state == .ready)
        }
        let late = try Bus(at: rig.address, as: Source(role: .tap, instance: "late")!, logger: TestBus.quiet)
        let again = late.subscribe(Catalog.self)
        try await late.ready()
        #expect(await again.first()?.body.app == "faults")
        let end = await ends.first { $0.header.turn == turn }
        #expect(end?.body.outcome == .handled)
        #expect(rig.marks == ["1"])
        try await rig.expectNextTurnHandled(ends, after: turn)
    }

    @Test("a turn that no stage takes ends as expired, with a spoken explanation")
    func expired() async throws {
        let rig = try await Rig.typed()
        let ends = rig.client.subscribe(TurnEnded.self)
        let playbacks = rig.client.subscribe(AudioPlayback.self)
        try await rig.client.ready()
        try await rig.kill(.intent)
        let turn = try rig.publishText("mark 1", within: .milliseconds(200))
        let end = await ends.first { $0.header.turn == turn }
        #expect(end?.body.outcome == .expired)
        let heard = await playbacks.first { $0.body.state == .finished }
        #expect(heard?.header.causes == [try #require(end?.header.id)])
        #expect(heard?.header.turn == nil)
        try await rig.kill(.audio)
        try await rig.start(.audio, ["--expired-words", "", "--failed-words", ""])
        let silent = try rig.publishText("mark 2", within: .milliseconds(200))
        #expect(await ends.first { $0.header.turn == silent }?.body.outcome == .expired)
        try await rig.start(.intent)
        let more = rig.client.subscribe(AudioPlayback.self)
        try await rig.client.ready()
        try await rig.expectNextTurnHandled(ends, after: turn)
        #expect(await more.first()?.header.turn != nil, "no speech for the expired turn")
        #expect(rig.marks == ["99"])
    }
}
