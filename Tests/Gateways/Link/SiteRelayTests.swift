import SaybusMessages
import Testing

@testable import SaybusLink

/// A site's relay, with a clock of its own.
struct SiteUnderTest {
    var relay: SiteRelay
    var now: Int64 = 0
    let centre: SiteName
    let site: SiteName

    init(_ roles: Set<Role> = [.transcribe, .intent]) throws {
        site = try #require(SiteName(rawValue: "kitchen-7"))
        centre = try #require(SiteName(rawValue: "centre-1"))
        relay = SiteRelay(SiteRelay.Settings(site: site, roles: roles, instance: "nats-1"), run: 9)
    }

    /// Connects, and lets a centre serve all roles.
    mutating func connect() {
        _ = relay.connected(now: now)
        for role in relay.settings.roles { _ = relay.answered(.question(role), by: centre, now: now) }
    }

    /// Lets time pass in steps of the clock, and returns all actions.
    mutating func pass(_ seconds: Double) -> [LinkAction] {
        var actions: [LinkAction] = []
        let end = now + Int64(seconds * 1_000_000)
        while now < end {
            now += 100_000
            actions += relay.tick(now: now)
        }
        return actions
    }

    /// Publishes a message on the site's bus.
    mutating func publish(_ message: RawMessage, life: Int64 = 10_000_000) -> [LinkAction] {
        relay.receive(message, life: life, now: now)
    }

    /// Delivers a message of the centre.
    mutating func hear(
        _ message: RawMessage, reply: String? = "$JS.ACK.1", life: Int64 = 9_000_000
    ) throws -> [LinkAction] {
        let subject = try #require(LinkSubject(.hear, site, message.header.kind, message.header.session))
        var line = LinkEnvelope.line(message.header, message.body, subject, origin: centre)
        line.reply = reply
        return relay.receive(line, now: now) { _ in life }
    }

    /// Returns a message of a publisher.
    static func message<Body: BusMessage>(
        _ body: Body, turn: TurnID? = TurnID(), from source: String = "ask/test", causes: [MessageID] = [],
        sequence: Int = 0
    ) throws -> RawMessage {
        var header = Header(
            kind: Body.kind, session: .default, turn: turn, source: try #require(Source(source)), run: 1,
            sequence: sequence, causes: causes)
        let bytes = try body.wire(header: &header)
        return RawMessage(header: header, body: bytes)
    }

    static func transcript() throws -> RawMessage {
        try message(SpeechTranscript(text: "lights on", confidence: 1, engine: "text"))
    }

    static func intent(of transcript: Header) throws -> RawMessage {
        try message(
            SpeechIntent(text: "lights on", hypotheses: [], engine: "test"), turn: transcript.turn, from: "intent/far",
            causes: [transcript.id])
    }

    /// Returns the parts of a spoken turn.
    static func speech(_ turn: TurnID, chunks: Int = 3) throws -> [RawMessage] {
        let samples = [UInt8](repeating: 3, count: 640)
        var parts = [try message(SpeechStarted.examples[0], turn: turn, from: "listen/mic")]
        for index in 0..<chunks {
            parts.append(
                try message(
                    AudioInput(index: index, isLast: index == chunks - 1, samples: samples), turn: turn,
                    from: "listen/mic",
                    sequence: index))
        }
        return parts + [try message(SpeechEnded.examples[0], turn: turn, from: "listen/mic")]
    }
}

extension [LinkAction] {
    var stored: [MessageID] { compactMap { if case .store(_, let id) = $0 { id } else { nil } } }
    var sent: [LineMessage] { compactMap { if case .send(let message) = $0 { message } else { nil } } }
    var injected: [RawMessage] { compactMap { if case .inject(let message) = $0 { message } else { nil } } }
    var answers: [String] { compactMap { if case .answer(let text, _) = $0 { text } else { nil } } }
    var refusals: [String] { compactMap { if case .refuse(_, let reason) = $0 { reason } else { nil } } }
    var ends: [String] { compactMap { if case .end(_, _, _, _, let reason) = $0 { reason } else { nil } } }
    var offers: [TurnID] {
        compactMap { if case .request(_, .offer(let turn)) = $0 { turn } else { nil } }
    }
}

@Suite("A site's link")
struct SiteRelayTests {
    @Test("a transcript is handed over until the stream has it, and its intent once to the site's own bus")
    func transcript() throws {
        var site = try SiteUnderTest()
        site.connect()
        let transcript = try SiteUnderTest.transcript()
        #expect(site.publish(transcript).stored == [transcript.header.id])
        // The publisher sends it again; the stream is asked again, with the same id, as long as it is silent.
        #expect(site.publish(transcript).stored.isEmpty)
        #expect(site.pass(3.5).stored == [transcript.header.id, transcript.header.id])
        _ = site.relay.stored(transcript.header.id, isDuplicate: false)
        #expect(site.pass(5).stored.isEmpty)
        let intent = try SiteUnderTest.intent(of: transcript.header)
        let actions = try site.hear(intent)
        #expect(actions.injected.map(\.header.id) == [intent.header.id] && actions.answers.isEmpty)
        #expect(actions.injected[0].header.source.description == "intent/centre-1..far")
        // It comes again, and so does another recognizer's.
        #expect(try site.hear(intent).injected.isEmpty)
        let other = try site.hear(try SiteUnderTest.intent(of: transcript.header))
        #expect(other.injected.isEmpty && other.answers == ["+ACK"])
        let receipt = try SiteUnderTest.message(
            Receipt(of: SpeechIntent.kind), turn: transcript.header.turn, from: "tap/one", causes: [intent.header.id])
        #expect(site.publish(receipt).answers.isEmpty, "a tap does not answer intents")
        // The stream keeps it until the dispatch stage has answered.
        let command = try SiteUnderTest.message(
            CommandInvoked.examples[0], turn: transcript.header.turn, from: "dispatch/main", causes: [intent.header.id])
        #expect(site.publish(command).answers == ["+ACK"])
    }

    @Test("a turn whose listener has gone in mid-speech ends after a while, though nobody serves the site")
    func abandoned() throws {
        var site = try SiteUnderTest([.transcribe])
        site.connect()
        let parts = try SiteUnderTest.speech(TurnID()).dropLast()
        for part in parts.dropLast() { _ = site.publish(part) }
        let early = site.pass(10).ends
        for part in parts.suffix(1) { _ = site.publish(part) }
        let later = site.pass(14).ends
        #expect(early.isEmpty && later.isEmpty)
        let reasons = site.pass(2).ends
        #expect(reasons.count == 1 && reasons[0].contains("broke off in mid-speech"), "\(reasons)")
        #expect(site.relay.turns.isEmpty)
    }

    @Test("without the line a turn ends shortly before its publisher's deadline, with a reason that names the line")
    func cut() throws {
        var site = try SiteUnderTest()
        site.connect()
        _ = site.relay.disconnected("connection reset", now: site.now)
        let transcript = try SiteUnderTest.transcript()
        #expect(site.publish(transcript).stored.isEmpty)
        #expect(site.pass(9.6).refusals.isEmpty)
        let reasons = site.pass(0.2).refusals
        #expect(reasons.count == 1 && reasons[0].contains("the line is cut (connection reset)"), "\(reasons)")
        // An intent that comes later is late.
        _ = site.relay.connected(now: site.now)
        let late = try site.hear(try SiteUnderTest.intent(of: transcript.header))
        #expect(late.injected.isEmpty && late.answers == ["+ACK"] && site.relay.counters.late == 1)
    }

    @Test("a late intent makes the link ask whether anybody serves the role, long before the next question is due")
    func late() throws {
        func asks(_ actions: [LinkAction]) -> Bool {
            actions.contains { if case .request(_, .question(.intent)) = $0 { true } else { false } }
        }
        var site = try SiteUnderTest([.intent])
        site.connect()
        #expect(!asks(site.pass(10)))
        _ = site.publish(try SiteUnderTest.transcript())
        #expect(!asks(site.pass(1.9)))
        #expect(asks(site.pass(0.3)))
        // Nobody serves it: the stand-in fails a second later.
        _ = site.relay.answered(.question(.intent), by: nil, now: site.now)
        #expect(
            site.pass(1.2).contains { if case .stand(.intent, let standIn) = $0 { !standIn.isReady } else { false } })
    }

    @Test("a transcript that is published while the line is cut crosses when it is back")
    func back() throws {
        var site = try SiteUnderTest()
        site.connect()
        _ = site.relay.disconnected("cut", now: site.now)
        let transcript = try SiteUnderTest.transcript()
        _ = site.publish(transcript)
        _ = site.pass(4)
        #expect(site.relay.connected(now: site.now).stored == [transcript.header.id])
    }

    @Test("a spoken turn is offered, and sent in order to who takes it; what comes meanwhile is kept")
    func speech() throws {
        var site = try SiteUnderTest()
        site.connect()
        let turn = TurnID()
        let parts = try SiteUnderTest.speech(turn)
        var actions: [LinkAction] = []
        for part in parts.prefix(3) { actions += site.publish(part) }
        #expect(actions.offers == [turn] && actions.sent.isEmpty)
        let sent = site.relay.answered(.offer(turn), by: site.centre, now: site.now).sent
        #expect(sent.count == 3)
        // A second answer changes nothing.
        let other = try #require(SiteName(rawValue: "centre-2"))
        #expect(site.relay.answered(.offer(turn), by: other, now: site.now).isEmpty)
        for part in parts.dropFirst(3) { #expect(site.publish(part).sent.count == 1) }
        // A sequence without holes.
        let lines = try site.relay.answeredHeaders(sent)
        #expect(lines.filter { $0.kind == AudioInput.kind }.map(\.sequence) == [0, 1])
    }

    @Test("a recognizer that is silent for three seconds loses the turn to another one, which gets all of it")
    func silence() throws {
        var site = try SiteUnderTest()
        site.connect()
        let turn = TurnID()
        let parts = try SiteUnderTest.speech(turn)
        for part in parts { _ = site.publish(part) }
        _ = site.relay.answered(.offer(turn), by: site.centre, now: site.now)
        for _ in 0..<4 {
            #expect(site.pass(1).offers.isEmpty)
            _ = site.relay.beat(site.centre, [turn: parts.count], now: site.now)
        }
        #expect(site.pass(3).offers == [turn])
        let other = try #require(SiteName(rawValue: "centre-2"))
        #expect(site.relay.answered(.offer(turn), by: other, now: site.now).sent.count == parts.count)
        #expect(site.relay.counters.moved == 1)
        // The first one's beat no longer counts.
        #expect(site.relay.beat(site.centre, [turn: 0], now: site.now).isEmpty)
    }

    @Test("parts that were lost on the line are sent again")
    func holes() throws {
        var site = try SiteUnderTest()
        site.connect()
        let turn = TurnID()
        let parts = try SiteUnderTest.speech(turn)
        for part in parts { _ = site.publish(part) }
        _ = site.relay.answered(.offer(turn), by: site.centre, now: site.now)
        #expect(site.relay.beat(site.centre, [turn: parts.count - 2], now: site.now).sent.count == parts.count)
        #expect(site.relay.beat(site.centre, [turn: parts.count], now: site.now).isEmpty)
    }

    @Test("parts that never arrive are sent again a few times, with growing pauses, and anew to another recognizer")
    func lostAgain() throws {
        var site = try SiteUnderTest()
        site.connect()
        let turn = TurnID()
        let parts = try SiteUnderTest.speech(turn)
        for part in parts { _ = site.publish(part) }
        _ = site.relay.answered(.offer(turn), by: site.centre, now: site.now)
        var sent: [Int64] = []
        while site.now < 9_000_000 {
            let actions = site.relay.beat(site.centre, [turn: 0], now: site.now)
            if !actions.isEmpty { sent.append(site.now) }
            _ = site.pass(0.1)
        }
        #expect(sent == [0, 500_000, 1_500_000, 3_500_000, 7_500_000])
        _ = site.relay.disconnected("cut", now: site.now)
        _ = site.relay.connected(now: site.now)
        _ = site.relay.answered(.offer(turn), by: site.centre, now: site.now)
        #expect(site.relay.beat(site.centre, [turn: 0], now: site.now).sent.count == parts.count)
    }

    @Test("a spoken turn that nobody takes ends before the listener's patience, with a reason that names the role")
    func nobody() throws {
        var site = try SiteUnderTest()
        site.connect()
        let turn = TurnID()
        for part in try SiteUnderTest.speech(turn) { _ = site.publish(part) }
        _ = site.relay.answered(.offer(turn), by: nil, now: site.now)
        let actions = site.pass(9.6)
        #expect(actions.offers.count >= 9)
        #expect(actions.ends.count == 1 && actions.ends[0].contains("transcribe"), "\(actions.ends)")
        // It has ended: its transcript is late.
        let transcript = try SiteUnderTest.message(
            SpeechTranscript(text: "x", confidence: 1, engine: "far"), turn: turn, from: "transcribe/far")
        #expect(try site.hear(transcript).injected.isEmpty)
    }

    @Test("own recognizers on standby take over after a second, and what comes for their turns is late")
    func fallback() throws {
        var site = try SiteUnderTest()
        let own = try SiteUnderTest.message(
            StageStatus(role: .transcribe, instance: "own", state: .standby, pid: 1, uptimeMs: 1, standby: true),
            turn: nil, from: "transcribe/own")
        _ = site.publish(own)
        site.connect()
        let before = site.pass(2.1)
        #expect(before.contains { if case .stand(.transcribe, let standIn) = $0 { standIn.isReady } else { false } })
        let turn = TurnID()
        for part in try SiteUnderTest.speech(turn) { _ = site.publish(part) }
        _ = site.relay.disconnected("cut", now: site.now)
        let after = site.pass(1.1)
        #expect(
            after.contains { if case .stand(.transcribe, let standIn) = $0 { !standIn.isReady } else { false } })
        // The listener publishes the turn again, for the own recognizer.
        for part in try SiteUnderTest.speech(turn) { #expect(site.publish(part).isEmpty) }
        #expect(site.pass(12).ends.isEmpty)
        _ = site.relay.connected(now: site.now)
        let late = try SiteUnderTest.message(
            SpeechTranscript(text: "x", confidence: 1, engine: "far"), turn: turn, from: "transcribe/far")
        #expect(try site.hear(late).injected.isEmpty && site.relay.counters.late == 1)
    }

    @Test("what comes from elsewhere is never sent back, and only chosen kinds are taken")
    func loops() throws {
        var site = try SiteUnderTest()
        site.connect()
        let foreign = try SiteUnderTest.message(
            SpeechTranscript(text: "x", confidence: 1, engine: "far"), from: "transcribe/centre-1..far")
        #expect(site.publish(foreign).isEmpty)
        let request = try SiteUnderTest.message(ListenRequest.examples[0], from: "console/far")
        #expect(try site.hear(request).answers == ["+TERM"])
        #expect(site.relay.counters.refused == 1 && site.relay.counters.problem?.contains("listen.request") == true)
    }

    @Test("times are by the site's own clock, whatever the clock of the centre")
    func clocks() throws {
        var site = try SiteUnderTest()
        site.connect()
        site.relay.measured(90_000_000, of: site.centre, roundTrip: 40_000, now: site.now)
        var transcript = try SiteUnderTest.transcript()
        transcript.header.deadline = 1_000_000_000
        guard case .store(let line, _)? = site.publish(transcript).first(where: { _ in true }) else {
            Issue.record("nothing is handed over")
            return
        }
        let header = try Header(parsing: Array((line.fields[.header] ?? "").utf8))
        #expect(header.deadline == 1_090_000_000)
        var intent = try SiteUnderTest.intent(of: transcript.header)
        intent.header.deadline = 1_095_000_000
        #expect(try site.hear(intent).injected.first?.header.deadline == 1_005_000_000)
        // A centre may say any time at all.
        for offset in [Int64.min, .max] {
            site.relay.measured(offset, of: site.centre, roundTrip: 40_000, now: site.now)
            #expect(site.relay.clockOffset.magnitude == UInt64(Int64.max))
            _ = try site.hear(intent)
        }
    }

    @Test("times are corrected at once when the site's own clock is set, and the centre's time is asked again")
    func clockWasSet() throws {
        var site = try SiteUnderTest()
        site.connect()
        _ = site.pass(5)
        site.relay.clockWasSet(by: 600_000_000, now: site.now)
        #expect(site.relay.clockOffset == -600_000_000)
        let questions = site.pass(0.1).filter { if case .request(_, .question) = $0 { true } else { false } }
        #expect(questions.count == 2)
        // It is set right again.
        site.relay.clockWasSet(by: -599_900_000, now: site.now)
        #expect(site.relay.clockOffset == 0)
    }

    @Test("an intent for a turn of another site with the same name is left to that site, and shown as a problem")
    func namesake() throws {
        var test = try SiteUnderTest([.intent])
        test.connect()
        _ = test.pass(20)
        let foreign = try SiteUnderTest.transcript()
        let left = try test.hear(SiteUnderTest.intent(of: foreign.header))
        #expect(left.isEmpty)
        #expect(test.relay.counters.problem?.contains("another site is called kitchen-7") == true)
        let own = try SiteUnderTest.transcript()
        _ = test.publish(own)
        let taken = try test.hear(SiteUnderTest.intent(of: own.header))
        #expect(!taken.isEmpty)
    }

    @Test("an intent for a turn of the link's former run is taken")
    func formerRun() throws {
        var test = try SiteUnderTest([.intent])
        test.connect()
        let transcript = try SiteUnderTest.transcript()
        let taken = try test.hear(SiteUnderTest.intent(of: transcript.header))
        #expect(!taken.isEmpty)
    }
}

extension SiteRelay {
    /// Returns the headers of lines.
    func answeredHeaders(_ lines: [LineMessage]) throws -> [Header] {
        try lines.map { try Header(parsing: Array(($0.fields[.header] ?? "").utf8)) }
    }
}
