import SaybusBroker
import SaybusMessages
import SaybusTesting
import Testing

@testable import SaybusBus

@Suite("Stages after a reconnection to the bus")
struct RejoinMonitorTests {
    private func status(_ instance: String, _ state: StageStatus.State = .ready) -> StageStatus {
        StageStatus(role: .intent, instance: instance, state: state, pid: 1, uptimeMs: 0)
    }

    @Test("a stage that stays silent after a reconnection is lost, but one that was gone before is not lost again")
    func lost() throws {
        var presence = Presence()
        for (instance, state) in [("a", StageStatus.State.ready), ("b", .standby), ("c", .lost), ("d", .starting)] {
            _ = presence.update(status(instance, state), run: 1)
        }
        var call = try #require(RejoinMonitor(presence, now: 5))
        #expect(call.due == 5 + RejoinMonitor.timeout)
        call.receive(status("b"))
        call.receive(status("stranger"))
        #expect(call.lost.map(\.instance) == ["a", "d"])
        #expect(call.lost.allSatisfy { $0.state == .lost && $0.problem != nil })
        #expect(RejoinMonitor(Presence(), now: 0) == nil)
    }

    @Test(
        "a stage that ends together with the broker counts as lost, and messages it held go to its successor"
    )
    func withBroker() async throws {
        let address = try TestBus.freshAddress()
        let first = try TestBus.at(address)
        let speaker = try first.connect(.transcribe, tracking: [SpeechTranscript.self])
        let statuses = speaker.subscribe(StageStatus.self)
        let answers = speaker.subscribe(SpeechIntent.self)
        try await speaker.ready()
        let intents = try ["dies", "lives"].map { try first.connect(.intent, instance: $0) }
        for intent in intents {
            try await intent.ready()
            try intent.publish(status(intent.source.instance))
            #expect(await statuses.first { $0.body.instance == intent.source.instance } != nil)
        }
        let transcript = try speaker.publish(
            SpeechTranscript(text: "hello", engine: "text"), turn: TurnID(),
            deadline: WallClock.microseconds() + 60_000_000)
        try intents[0].publish(SpeechIntent(text: "hello", hypotheses: [], engine: "x"), answering: transcript)
        #expect(await answers.first() != nil)
        #expect(speaker.unanswered == 0, "it rests with who took it")
        first.broker.close()
        await intents[0].close()
        let second = try TestBus.at(address)
        let transcripts = intents[1].subscribe(SpeechTranscript.self)
        // The broker reports the loss of stages without heartbeats; its messages have a stamp.
        let lost = await statuses.first { $0.body.state == .lost && $0.stamp == nil }
        #expect(lost?.body.instance == "dies")
        #expect(await transcripts.first()?.header.id == transcript.id)
        withExtendedLifetime((first, second)) {}
    }

    @Test("reports of the last seconds are published again for each peer that reconnects, at any time")
    func reports() async throws {
        let address = try TestBus.freshAddress()
        let first = try TestBus.at(address)
        let speaker = try first.connect(.dispatch)
        let tap = try first.connect(.tap)
        let frames = tap.subscribeToFrames()
        try await speaker.ready()
        try await tap.ready()
        first.broker.close()
        let turn = TurnID()
        try speaker.publish(TurnEnded(outcome: .handled), turn: turn)
        let second = try TestBus.at(address)
        let late = try second.connect(.listen)
        try await late.ready()
        for _ in 0..<5 {
            // A peer that has just reconnected publishes this.
            try late.publish(Barrier(attempt: 0), session: Session(rawValue: "rejoined"))
            let again = await frames.first { frames in
                (try? RawMessage(frames: frames).header).map { $0.kind == TurnEnded.kind && $0.turn == turn } ?? false
            }
            #expect(again != nil)
        }
        withExtendedLifetime((first, second)) {}
    }

    @Test("a program that asks for reports gets those from before it came, though nobody has reconnected")
    func requested() async throws {
        let test = try TestBus()
        let speaker = try test.connect(.dispatch)
        try await speaker.ready()
        let turn = TurnID()
        try speaker.publish(TurnEnded(outcome: .handled), turn: turn)
        let late = try test.connect(.listen)
        let ends = late.subscribe(TurnEnded.self)
        try await late.ready()
        late.requestReports()
        #expect(await ends.first()?.header.turn == turn)
    }

    @Test("a program that asks for the end of a turn gets it, though later reports have displaced it")
    func end() async throws {
        let test = try TestBus()
        let speaker = try test.connect(.dispatch)
        try await speaker.ready()
        let (first, second) = (TurnID(), TurnID())
        try speaker.publish(TurnEnded(outcome: .handled), turn: first)
        for _ in 0..<600 {
            try speaker.publish(CommandResponse(isTerminal: true), turn: second)
        }
        let late = try test.connect(.listen)
        let ends = late.subscribe(TurnEnded.self)
        try await late.ready()
        late.requestReports()
        try speaker.publish(TurnEnded(outcome: .failed), turn: second)
        #expect(await ends.first()?.header.turn == second)
        late.requestReports(of: [TurnID(), first])
        #expect(await ends.first()?.header.turn == first)
    }
}
