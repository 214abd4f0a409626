import SaybusBus
import SaybusMessages
import SaybusTesting
import Testing

@Suite("Refusals of the broker")
struct RefusalTests {
    @Test("on a bus with keys, a message on the subscribers' port does not move subscriptions to another connection")
    func userMessage() async throws {
        let test = try SecuredBus(["hall": SecurityTests.all, "odd": SecurityTests.all])
        let intruder = try Intruder(
            address: test.address, secretKey: test.keys.secret("odd").secretKey,
            serverKey: test.keys.publicKey("broker"))
        for number in 0..<10 {
            for _ in 0..<20 { try intruder.send([[2]], thenSubscribe: "nothing/\(number)") }
            let bus = try test.connect(.tap, key: "hall")
            let partials = bus.subscribe(SpeechPartial.self)
            for _ in 0..<20 { try intruder.send([[2], [3]], thenSubscribe: "nothing/\(number)") }
            try await bus.ready()
            try bus.publish(SpeechPartial(text: "a", revision: number))
            #expect(await partials.first()?.body.revision == number)
            await bus.close()
        }
        let received = try intruder.receive()
        #expect(received == nil)
    }

    @Test("a refused tracked message ends its turn at once with the reason, and so does the next one on its topic")
    func tracked() async throws {
        let test = try SecuredBus([
            "hall":
                "publish: [turn.ended], subscribe: [receipt, stage.status, speech.intent, turn.ended, command.invoked]"
        ])
        let hall = try test.connect(.transcribe, key: "hall", tracking: [SpeechTranscript.self])
        let ends = hall.subscribe(TurnEnded.self)
        try await hall.ready()
        for _ in 0..<3 {
            let turn = TurnID()
            try hall.publish(
                SpeechTranscript(text: "hello", engine: "text"), turn: turn,
                deadline: WallClock.microseconds() + 3_600_000_000)
            let end = await ends.first { $0.header.turn == turn }
            #expect(end?.body.outcome == .failed)
            #expect(end?.body.reason?.contains("does not let \"hall\" publish speech.transcript") == true)
            #expect(hall.unanswered == 0)
        }
        // Another run of the same program gets its own refusal.
        let again = try test.connect(.transcribe, key: "hall", tracking: [SpeechTranscript.self])
        try await again.ready()
        let turn = TurnID()
        try again.publish(
            SpeechTranscript(text: "hello", engine: "text"), turn: turn,
            deadline: WallClock.microseconds() + 3_600_000_000)
        #expect(await ends.first { $0.header.turn == turn }?.body.outcome == .failed)
    }

    @Test("a message under a wrong topic is refused as such, and not as one that the policy forbids")
    func wrongTopic() async throws {
        let test = try SecuredBus(["hall": SecurityTests.all])
        let hall = try test.connect(.tap, key: "hall")
        let refusals = hall.subscribe(Refusal.self)
        try await hall.ready()
        let header = Header(
            kind: SpeechPartial.kind, session: .default, source: hall.source, run: hall.run, sequence: 0)
        for topic in ["speech.partial/00/default/", "speech.partial/fe//default/"] {
            var frames = RawMessage(header: header, body: Array(#"{"text":"a","revision":0}"#.utf8)).frames
            frames[0] = Array(topic.utf8)
            try hall.publish(frames: frames)
            let refusal = await refusals.first()
            let reason = refusal?.body.reason ?? "none"
            #expect(reason.contains("the topic \"\(topic)\" is not <kind>/<bucket>/<session>/"), "\(reason)")
            #expect(refusal?.header.causes == [header.id])
        }
    }

    @Test("a subscription to all refusals gets those that concern the key, and the reason says so")
    func partOfRefusals() async throws {
        let test = try SecuredBus(["hall": "subscribe: [speech.intent]", "tap": SecurityTests.all])
        let tap = try test.connect(.tap, key: "tap")
        let seen = tap.subscribe(Refusal.self)
        try await tap.ready()
        let hall = try test.connect(.dispatch, key: "hall")
        let own = hall.subscribe(Refusal.self)
        try await hall.ready()
        let refusal = await seen.first { $0.body.user == "hall" && $0.body.isPartial }
        #expect(refusal?.body.reason == "the broker's policy lets \"hall\" hear only the refusals that concern it")
        withExtendedLifetime(own) {}
    }

    @Test(
        "a publisher above its quota gets a refusal, with and without a key, and its messages are still forwarded"
    )
    func quota() async throws {
        let secured = try SecuredBus(["hall": SecurityTests.all, "tap": SecurityTests.all])
        let open = try TestBus()
        for (hall, tap) in [
            (try secured.connect(.dispatch, key: "hall"), try secured.connect(.tap, key: "tap")),
            (try open.connect(.dispatch), try open.connect(.tap)),
        ] {
            let refusals = tap.subscribe(Refusal.self)
            let catalogs = tap.subscribe(Catalog.self, buffer: 10_000)
            let statuses = tap.subscribe(StageStatus.self)
            try await tap.ready()
            try await hall.ready()
            for number in 0..<4100 {
                try hall.publish(Catalog(app: "a", commands: []), session: Session(rawValue: "s\(number)"))
            }
            #expect(await catalogs.first { $0.header.session.rawValue == "s4099" } != nil)
            let refusal = await refusals.first()
            #expect(refusal?.body.direction == .retain && refusal?.body.subject == "catalog")
            #expect(refusal?.body.source == hall.source && refusal?.header.causes.count == 1)
            #expect(await statuses.first { $0.body.counters.refused == 4 }?.body.role == .broker)
            // The client's own barrier returns after the refusal.
            try await hall.ready()
            #expect(hall.counters.refused ?? 0 > 0 || hall.address.credentials == nil)
        }
    }
}
