import Foundation
import SaybusBus
import SaybusMessages
import SaybusTesting
import Testing

@Suite("kill -9 of every stage in every phase of a typed turn", .serialized)
struct KilledTests {
    /// What became of a turn.
    private struct Story {
        let rig: Rig
        let turn: TurnID
        let ends: Subscription<TurnEnded>
        let end: Message<TurnEnded>?
        /// What was to be said.
        let sequences: Subscription<AudioSequence>

        /// The next turn works, and this one has ended once.
        func goesOn() async throws { try await rig.nextWorks(ends, after: turn) }
    }

    /// Types a turn, waits for a sign that it has come so far, kills some stages and starts them again, in these orders.
    private func story(
        _ text: String = "mark 1", audio: [String] = [], frozen: String? = nil,
        until sign: (any BusMessage.Type)? = nil, _ fits: @escaping @Sendable (RawMessage) -> Bool = { _ in true },
        kill: [String], start: [String]
    ) async throws -> Story {
        let rig = try await Rig.typed(audio: audio)
        let ends = rig.client.subscribe(TurnEnded.self)
        let sequences = rig.client.subscribe(AudioSequence.self)
        let signs = sign.map { rig.client.subscribe(to: [$0]) }
        try await rig.client.ready()
        if let frozen { rig.send(frozen, SIGSTOP) }
        let turn = try rig.say(text)
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
        return Story(rig: rig, turn: turn, ends: ends, end: end, sequences: sequences)
    }

    /// A sound has begun.
    private static let isStarted: @Sendable (RawMessage) -> Bool = {
        (try? $0.decode(AudioPlayback.self).body.state) == .started
    }

    @Test("an intent stage killed between transcript and intent: its successor answers")
    func intentBefore() async throws {
        let story = try await story(frozen: "intent", kill: ["intent"], start: ["intent"])
        #expect(story.end?.body.outcome == .handled)
        #expect(story.rig.marks == ["1"])
        try await story.goesOn()
    }

    @Test("an intent stage killed with an intent that nobody has taken: its successor makes it again")
    func intentAfter() async throws {
        let story = try await story(
            frozen: "dispatch", until: SpeechIntent.self, kill: ["intent", "dispatch"], start: ["dispatch", "intent"])
        #expect(story.end?.body.outcome == .handled)
        #expect(story.rig.marks == ["1"])
        try await story.goesOn()
    }

    @Test("a dispatcher killed before it took the intent: its successor carries it out, once")
    func dispatchBefore() async throws {
        let story = try await story(
            frozen: "dispatch", until: SpeechIntent.self, kill: ["dispatch"], start: ["dispatch"])
        #expect(story.end?.body.outcome == .handled)
        #expect(story.rig.marks == ["1"])
        try await story.goesOn()
    }

    @Test("a dispatcher killed inside an action: the turn ends in words that say so, and the action is not repeated")
    func dispatchInside() async throws {
        let story = try await story(
            "slowly mark 1", until: CommandInvoked.self, kill: ["dispatch"], start: ["dispatch"])
        #expect(story.end?.body.outcome == .failed)
        #expect(story.end?.body.command == "Slow")
        #expect(story.end?.body.reason?.contains("may have been done") == true)
        let spoken = await story.sequences.first()?.body.spokenText
        #expect(spoken?.contains("interrupted") == true && spoken == story.end?.body.spoken)
        try await story.goesOn()
        #expect(story.rig.marks.count { $0 == "1" } <= 1)
    }

    @Test("a dispatcher killed inside an action that has no successor: the turn ends in words all the same")
    func dispatchGone() async throws {
        let story = try await story("slowly mark 1", until: CommandInvoked.self, kill: ["dispatch"], start: [])
        #expect(story.end?.body.outcome == .failed)
        #expect(story.end?.header.source.role == "intent")
        #expect(story.end?.body.reason?.contains("may have been done") == true)
        // One that comes after all says the same under the same id: nobody hears it twice.
        try await story.rig.start("dispatch")
        try await story.goesOn()
    }

    @Test("a dispatcher killed while the answer sounds: its successor hears it out and ends the turn")
    func dispatchWhileSounding() async throws {
        let story = try await story(
            "talk", audio: ["--real-time"], until: AudioPlayback.self, Self.isStarted, kill: ["dispatch"],
            start: ["dispatch"])
        #expect(story.end?.body.outcome == .handled)
        #expect(story.end?.body.spoken?.contains("takes its time") == true)
        try await story.goesOn()
    }

    @Test(
        "an audio stage killed while the answer sounds: the turn ends in words, and its successor says that it was cut off"
    )
    func audioWhileSounding() async throws {
        let story = try await story(
            "talk", audio: ["--real-time"], until: AudioPlayback.self, Self.isStarted, kill: ["audio"],
            start: ["audio"])
        #expect(story.end?.body.outcome == .failed)
        #expect(story.end?.body.reason?.contains("was started again") == true)
        let said = await story.sequences.collect(2)
        #expect(said.last?.body.spokenText == "Sorry, my answer was cut off.")
        #expect(said.last?.header.turn == nil, "the turn is over")
        try await story.goesOn()
    }

    @Test("an intent stage killed together with the broker, before it has answered: its successor does, in seconds")
    func intentWithBroker() async throws {
        let rig = try await Rig.typed()
        let ends = rig.client.subscribe(TurnEnded.self)
        let intents = rig.client.subscribe(SpeechIntent.self)
        try await rig.client.ready()
        rig.send("dispatch", SIGSTOP)
        let turn = try rig.say("mark 1", within: .seconds(60))
        #expect(await intents.first()?.header.turn == turn)
        // Its intent rests nowhere now, and the new broker has never heard of it.
        for role in ["intent", "dispatch", "broker"] { try await rig.kill(role) }
        try await rig.start("broker")
        try await rig.start("dispatch")
        try await rig.start("intent", ["--instance", "another"])
        #expect(await ends.first(within: .seconds(30)) { $0.header.turn == turn }?.body.outcome == .handled)
        #expect(rig.marks == ["1"])
        try await rig.nextWorks(ends, after: turn)
    }

    @Test("a dispatcher on standby knows what the killed one had begun before it takes anything: one answer")
    func dispatchStandby() async throws {
        let rig = try Rig()
        try await rig.start("broker")
        try await rig.client.ready()
        let first = try await rig.start("dispatch", ["--standby"])
        let second = try await rig.start("dispatch", ["--standby", "--instance", "second"])
        try await rig.start("audio")
        try await rig.start("intent")
        let ends = rig.client.subscribe(TurnEnded.self)
        let invoked = rig.client.subscribe(CommandInvoked.self)
        let sequences = rig.client.subscribe(AudioSequence.self)
        try await rig.client.ready()
        let turn = try rig.say("slowly mark 1")
        #expect(await invoked.first()?.header.turn == turn)
        first.send(SIGKILL)
        #expect(try await first.exitCode() == 128 + SIGKILL)
        let end = await ends.first { $0.header.turn == turn }
        #expect(end?.body.outcome == .failed && end?.body.reason?.contains("may have been done") == true)
        try await rig.nextWorks(ends, after: turn)
        // What was said in the meantime, up to the next turn's answer.
        let said = await sequences.collect(2)
        #expect(said.map { $0.header.turn == turn } == [true, false], "\(said.map(\.body.spokenText))")
        #expect(rig.marks.count { $0 == "1" } <= 1)
        #expect(second.isRunning)
    }
    @Test(
        "a broker killed inside an action: all are back within a second, what is retained is there again, the turn ends once"
    )
    func broker() async throws {
        let rig = try await Rig.typed()
        let ends = rig.client.subscribe(TurnEnded.self)
        let invoked = rig.client.subscribe(CommandInvoked.self)
        let statuses = rig.client.subscribe(StageStatus.self)
        let catalogs = rig.client.subscribe(Catalog.self)
        try await rig.client.ready()
        #expect(await catalogs.first()?.body.app == "faults")
        let turn = try rig.say("slowly mark 1")
        #expect(await invoked.first()?.header.turn == turn)
        let epoch = await statuses.first { $0.body.role == "broker" }?.stamp?.epoch
        try await rig.kill("broker")
        try await rig.start("broker")
        let start = ContinuousClock.now
        for role in ["intent", "dispatch", "audio"] {
            let status = await statuses.first { $0.body.role == role && $0.stamp?.epoch != epoch }
            #expect(status?.body.state == .ready)
        }
        #expect(ContinuousClock.now - start < .seconds(1))
        let late = try Bus(at: rig.address, as: Source(role: "tap", instance: "late")!, logger: TestBus.quiet)
        let again = late.subscribe(Catalog.self)
        try await late.ready()
        #expect(await again.first()?.body.app == "faults")
        let end = await ends.first { $0.header.turn == turn }
        #expect(end?.body.outcome == .handled)
        #expect(rig.marks == ["1"])
        try await rig.nextWorks(ends, after: turn)
    }

    @Test("a turn that nobody takes ends as expired, and the user hears why")
    func expired() async throws {
        let rig = try await Rig.typed()
        let ends = rig.client.subscribe(TurnEnded.self)
        let playbacks = rig.client.subscribe(AudioPlayback.self)
        try await rig.client.ready()
        try await rig.kill("intent")
        let turn = try rig.say("mark 1", within: .milliseconds(200))
        let end = await ends.first { $0.header.turn == turn }
        #expect(end?.body.outcome == .expired)
        let heard = await playbacks.first { $0.body.state == .finished }
        #expect(heard?.header.causes == [try #require(end?.header.id)])
        #expect(heard?.header.turn == nil)
        try await rig.kill("audio")
        try await rig.start("audio", ["--expired-words", ""])
        let silent = try rig.say("mark 2", within: .milliseconds(200))
        #expect(await ends.first { $0.header.turn == silent }?.body.outcome == .expired)
        try await rig.start("intent")
        let more = rig.client.subscribe(AudioPlayback.self)
        try await rig.client.ready()
        try await rig.nextWorks(ends, after: turn)
        #expect(await more.first()?.header.turn != nil, "nothing is said of the turn that expired")
        #expect(rig.marks == ["99"])
    }
}
