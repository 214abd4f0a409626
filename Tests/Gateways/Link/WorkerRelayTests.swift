import SaybusMessages
import Testing

@testable import SaybusLink

@Suite("A link that serves other sites")
struct WorkerRelayTests {
    /// A serving relay, with the recognizers of its site.
    private struct Worker {
        var relay: WorkerRelay
        var now: Int64 = 0
        let own: SiteName
        let kitchen: SiteName

        init() throws {
            own = try #require(SiteName(rawValue: "centre-1"))
            kitchen = try #require(SiteName(rawValue: "kitchen-7"))
            relay = WorkerRelay(WorkerRelay.Settings(site: own, roles: [.transcribe, .intent]), run: 9)
        }

        /// Connects, and lets the recognizers be ready.
        mutating func begin() throws {
            _ = relay.connected(now: now)
            for role in [Role.transcribe, .intent] { _ = try status(role, .ready) }
        }

        mutating func status(_ role: Role, _ state: StageStatus.State) throws -> [LinkAction] {
            let status = StageStatus(role: role, instance: "own", state: state, pid: 1, uptimeMs: 1)
            return relay.receive(
                try SiteUnderTest.message(status, turn: nil, from: "\(role)/own"), life: 1_000_000, now: now)
        }

        /// Delivers a message of the kitchen.
        mutating func take(
            _ message: RawMessage, reply: String? = nil, life: Int64 = 9_000_000, from site: SiteName? = nil
        ) throws -> [LinkAction] {
            let site = site ?? kitchen
            let subject = try #require(LinkSubject(.say, site, message.header.kind, message.header.session))
            var line = LinkEnvelope.line(message.header, message.body, subject, origin: site)
            line.reply = reply
            return relay.receive(line, now: now) { _ in life }
        }

        mutating func offer(_ turn: TurnID) throws -> [LinkAction] {
            let place = try #require(LinkSubject(.say, kitchen, SpeechStarted.kind, .default))
            return relay.receive(
                LineMessage(
                    subject: place.offer(.transcribe), reply: "_INBOX.1",
                    fields: [.turn: turn.description, .site: kitchen.rawValue]), now: now
            ) { _ in 1 }
        }

        /// Publishes a message of a recognizer here, in a session of the kitchen.
        mutating func publish(_ message: RawMessage) throws -> [LinkAction] {
            var message = message
            message.header.session = try #require(kitchen.qualified(.default))
            return relay.receive(message, life: 9_000_000, now: now)
        }
    }

    @Test("roles are offered while their recognizers are ready, and no longer")
    func serving() throws {
        var worker = try Worker()
        #expect(try worker.status(.intent, .ready).isEmpty)
        #expect(worker.relay.connected(now: 0) == [.serve(.intent, true)])
        #expect(try worker.status(.intent, .lost) == [.serve(.intent, false)])
        // The link's own stand-ins of other sites are no recognizers of this one.
        #expect(!worker.relay.serving.contains(.transcribe))
    }

    @Test("a turn that was offered is taken after its session is subscribed to, and left when it ends")
    func offer() throws {
        var worker = try Worker()
        try worker.begin()
        let turn = TurnID()
        let actions = try worker.offer(turn)
        guard case .subscribe(let filter)? = actions.dropFirst().first, case .accept(let reply)? = actions.last else {
            Issue.record("\(actions)")
            return
        }
        #expect(filter.hasPrefix("say.kitchen-7.*.*.") && filter.hasSuffix(".default") && reply == "_INBOX.1")
        let parts = try SiteUnderTest.speech(turn)
        for part in parts { #expect(try worker.take(part).injected.count == 1) }
        #expect(try worker.take(parts[1]).injected.isEmpty && worker.relay.counters.repeated == 1)
        // Another turn of the session is another recognizer's.
        #expect(try worker.take(try SiteUnderTest.speech(TurnID())[0]).injected.isEmpty)
        let beat = try #require(worker.relay.tick(now: 1_000_000).sent.first)
        #expect(beat.subject == "live.kitchen-7.link.beat")
        #expect(String(decoding: beat.body, as: UTF8.self) == "\(turn) \(parts.count)")
        let end = try SiteUnderTest.message(TurnEnded(outcome: .handled), turn: turn, from: "dispatch/main")
        let last = try worker.take(end)
        #expect(last.injected.count == 1 && last.contains(.unsubscribe(filter)))
        #expect(worker.relay.turnCount == 0)
    }

    @Test("a new connection, which has no subscriptions, gets those of the sessions with turns in work")
    func newConnection() throws {
        var worker = try Worker()
        try worker.begin()
        let offer = try worker.offer(TurnID())
        let subscription = try #require(offer.first { if case .subscribe = $0 { true } else { false } })
        _ = worker.relay.disconnected(now: 1)
        let again = worker.relay.connected(now: 2)
        #expect(again.contains(subscription))
    }

    @Test("a transcript of the stream is acknowledged when a stream has its intent, and only then")
    func transcript() throws {
        var worker = try Worker()
        try worker.begin()
        let transcript = try SiteUnderTest.transcript()
        let taken = try worker.take(transcript, reply: "$JS.ACK.1")
        #expect(taken.injected.map(\.header.session.rawValue) == ["kitchen-7..default"] && taken.answers.isEmpty)
        // A copy that comes while it is in work is not published again, and answered in the place of the first.
        #expect(try worker.take(transcript, reply: "$JS.ACK.2").isEmpty)
        let intent = try SiteUnderTest.intent(of: transcript.header)
        let stored = try worker.publish(intent)
        #expect(stored.stored == [intent.header.id] && stored.answers.isEmpty)
        let done = worker.relay.stored(intent.header.id, isDuplicate: false)
        #expect(done.contains(.answer("+ACK", to: "$JS.ACK.2")))
        #expect(done.contains { if case .receipt(let header) = $0 { header.id == intent.header.id } else { false } })
        // Its publisher has missed the receipt.
        #expect(try worker.publish(intent).count == 1)
        #expect(try worker.take(transcript, reply: "$JS.ACK.3") == [.answer("+ACK", to: "$JS.ACK.3")])
    }

    @Test("a site's question is answered when the site can hear what streams keep for it")
    func question() throws {
        var worker = try Worker()
        try worker.begin()
        let question = LineMessage(
            subject: LinkSubject.question(worker.kitchen, .intent), reply: "_INBOX.1",
            fields: [.site: worker.kitchen.rawValue])
        #expect(worker.relay.receive(question, now: 0) { _ in 1 } == [.prepare(worker.kitchen)])
        var second = question
        second.reply = "_INBOX.2"
        #expect(worker.relay.receive(second, now: 0) { _ in 1 }.isEmpty)
        let answers = worker.relay.prepared(worker.kitchen, problem: nil, now: 0)
        #expect(answers == [.accept(to: "_INBOX.1"), .accept(to: "_INBOX.2")])
        #expect(worker.relay.receive(question, now: 0) { _ in 1 } == [.accept(to: "_INBOX.1")])
        // Nobody asks in the name of another site.
        var posing = question
        posing.subject = LinkSubject.question(worker.own, .intent)
        #expect(worker.relay.receive(posing, now: 0) { _ in 1 }.isEmpty)
    }

    @Test("a transcript past its deadline is not published, and not delivered again")
    func late() throws {
        var worker = try Worker()
        try worker.begin()
        let actions = try worker.take(try SiteUnderTest.transcript(), reply: "$JS.ACK.1", life: -1)
        #expect(actions == [.answer("+TERM", to: "$JS.ACK.1")] && worker.relay.counters.late == 1)
    }

    /// Delivers a catalog of a site.
    private static func catalog(
        _ worker: inout Worker, _ site: SiteName, _ pattern: String = "lights on", subject app: String = "lights"
    ) throws {
        let catalog = try SiteUnderTest.message(
            Catalog(app: "lights", commands: pattern.isEmpty ? [] : [.init(type: "On", patterns: [pattern])]),
            turn: nil,
            from: "dispatch/main")
        let subject = try #require(LinkSubject(.say, site, Catalog.kind, catalog.header.session, app: app))
        let line = LinkEnvelope.line(catalog.header, catalog.body, subject, origin: site)
        #expect(worker.relay.receive(line, now: 0) { _ in 1 }.isEmpty)
        // The stream delivers it again.
        #expect(worker.relay.receive(line, now: 0) { _ in 1 }.isEmpty)
    }

    private static func catalogs(_ actions: [LinkAction]) -> [Catalog] {
        actions.injected.compactMap { try? $0.decode(Catalog.self).body }
    }

    @Test(
        "sites with the same app share a catalog, which is valid for their sessions, and comes before a session's first words"
    )
    func catalog() throws {
        var worker = try Worker()
        try worker.begin()
        let den = try #require(SiteName(rawValue: "den"))
        try Self.catalog(&worker, worker.kitchen)
        try Self.catalog(&worker, den)
        let first = Self.catalogs(worker.relay.tick(now: 100_000))
        #expect(first.count == 1 && first[0].app.hasSuffix("..lights"))
        #expect(first[0].scopes?.first?.sessions.map(\.rawValue) == ["den..default", "kitchen-7..default"])
        #expect(Self.catalogs(worker.relay.tick(now: 200_000)).isEmpty)
        // A further session of one site speaks.
        var transcript = try SiteUnderTest.transcript()
        transcript.header.session = try #require(Session(rawValue: "hall"))
        let taken = try worker.take(transcript, reply: "$JS.ACK.1")
        let second = try #require(Self.catalogs(taken).first)
        #expect(
            second.scopes?.first?.sessions.map(\.rawValue)
                == ["den..default", "kitchen-7..default", "kitchen-7..hall"])
        #expect(taken.injected.last?.header.kind == SpeechTranscript.kind)
        // The app of one site changes: it has a catalog of its own, and the other one stays.
        try Self.catalog(&worker, den, "light it up")
        let third = Self.catalogs(worker.relay.tick(now: 300_000))
        #expect(third.count == 2 && Set(third.map(\.app)).count == 2)
        #expect(third.first { $0.commands[0].patterns == ["light it up"] }?.scopes?.first?.sessions.count == 1)
        // It is withdrawn.
        try Self.catalog(&worker, den, "")
        #expect(Self.catalogs(worker.relay.tick(now: 400_000)).map(\.commands.count) == [0])
        // Another app's name in the subject is refused.
        try Self.catalog(&worker, worker.kitchen, "x", subject: "other")
        #expect(worker.relay.counters.refused == 2)
        // A new broker gets what is valid.
        #expect(Self.catalogs(worker.relay.busReturned()).count == 1)
    }

    @Test("an intent crosses with the site's own names of its apps, and without those of other sites")
    func names() throws {
        var worker = try Worker()
        try worker.begin()
        let den = try #require(SiteName(rawValue: "den"))
        try Self.catalog(&worker, worker.kitchen)
        try Self.catalog(&worker, den, "light it up")
        let apps = Self.catalogs(worker.relay.tick(now: 100_000)).map(\.app)
        let transcript = try SiteUnderTest.transcript()
        _ = try worker.take(transcript, reply: "$JS.ACK.1")
        let hypotheses = (apps + ["clock"]).map { SpeechIntent.Hypothesis(app: $0, type: "On", confidence: 1) }
        let intent = try SiteUnderTest.message(
            SpeechIntent(text: "lights on", hypotheses: hypotheses, engine: "test"), turn: transcript.header.turn,
            from: "intent/own", causes: [transcript.header.id])
        guard apps.count == 2, case .store(let line, _)? = try worker.publish(intent).last,
            case .array(let own)? = try JSONValue(parsing: line.body)["hypotheses"]
        else {
            Issue.record("nothing is handed over")
            return
        }
        #expect(own.map { $0["app"] } == [.string("lights")])
        #expect(line.subject.hasPrefix("hear.kitchen-7.speech.intent."))
    }

    private static func problems(_ actions: [LinkAction]) -> [String] {
        actions.sent.filter { $0.subject == "live.kitchen-7.link.beat" }.compactMap { $0.fields[.problem] }
    }

    @Test("a site that ends none of its turns waits by itself, is told so, and locks out no other one")
    func manyTurns() throws {
        var worker = try Worker()
        try worker.begin()
        for _ in 0..<WorkerRelay.maximumTurnsPerSite {
            let taken = try worker.offer(TurnID())
            #expect(taken.contains(.accept(to: "_INBOX.1")))
        }
        let refused = try worker.offer(TurnID())
        #expect(refused.count == 1)
        #expect(Self.problems(refused) == ["no more than 128 turns of kitchen-7 are taken at once; others wait"])
        // It is not told each time.
        let again = try worker.offer(TurnID())
        #expect(again.isEmpty)
        // A transcript stays in its stream until there is room.
        let transcript = try SiteUnderTest.transcript()
        let waiting = try worker.take(transcript, reply: "$JS.ACK.1")
        #expect(waiting == [.answer("-NAK {\"delay\": 500000000}", to: "$JS.ACK.1")])
        let other = try worker.take(
            try SiteUnderTest.transcript(), reply: "$JS.ACK.2", from: SiteName(rawValue: "den"))
        #expect(other.injected.count == 1 && other.answers.isEmpty)
        worker.now = WorkerRelay.turnLife
        _ = worker.relay.tick(now: worker.now)
        let taken = try worker.take(transcript, reply: "$JS.ACK.3")
        #expect(taken.injected.count == 1 && taken.answers.isEmpty)
    }

    @Test("the words of a site's many new sessions stay in their stream until the catalogs have changed")
    func manySessions() throws {
        var worker = try Worker()
        try worker.begin()
        try Self.catalog(&worker, worker.kitchen)
        _ = worker.relay.tick(now: 0)
        var waiting: [RawMessage] = []
        for number in 0..<60 {
            var transcript = try SiteUnderTest.transcript()
            transcript.header.session = try #require(Session(rawValue: "call-\(number)"))
            let actions = try worker.take(transcript, reply: "$JS.ACK.\(number)")
            if actions.injected.isEmpty { waiting.append(transcript) }
        }
        #expect((30...41).contains(waiting.count), "\(waiting.count)")
        worker.now = 500_000
        let first = try worker.take(waiting[0], reply: "$JS.ACK.100")
        #expect(first.injected.map(\.header.kind) == [Catalog.kind, SpeechTranscript.kind])
        // All the others were admitted with it.
        for transcript in waiting.dropFirst() {
            let actions = try worker.take(transcript, reply: "$JS.ACK.101")
            #expect(actions.injected.map(\.header.kind) == [SpeechTranscript.kind])
        }
    }

    @Test("two links that ask by turns under one name are told so, and one that was started again is not")
    func namesakes() throws {
        var worker = try Worker()
        try worker.begin()
        let site = worker.kitchen
        func told(_ runs: [Int]) -> Int {
            runs.count { run in
                worker.now += 2_000_000
                let question = LineMessage(
                    subject: LinkSubject.question(site, .intent), reply: "_INBOX.kitchen-7.\(run).ask.intent",
                    fields: [.site: site.rawValue])
                let actions = worker.relay.receive(question, now: worker.now) { _ in 1 }
                return actions.contains {
                    guard case .send(let message) = $0 else { return false }
                    return message.fields[.problem]?.contains("two links are called kitchen-7") == true
                }
            }
        }
        let restarted = told([1, 1, 2, 2, 3, 3])
        #expect(restarted == 0)
        let together = told([4, 3, 4, 3, 4, 3])
        #expect(together == 3)
        #expect(worker.relay.counters.problem?.contains("two links") == true)
        let alone = told([3, 3])
        #expect(alone == 0)
    }

    @Test("a site is told that its catalog is refused, and again when it asks")
    func refusedCatalog() throws {
        var worker = try Worker()
        try worker.begin()
        _ = worker.relay.prepared(worker.kitchen, problem: nil, now: 0)
        var told: [String] = []
        for number in 0...SharedCatalogs.maximumPerSite {
            let catalog = try SiteUnderTest.message(
                Catalog(app: "app\(number)", commands: [.init(type: "On", patterns: ["number \(number)"])]), turn: nil,
                from: "dispatch/main")
            let subject = try #require(
                LinkSubject(.say, worker.kitchen, Catalog.kind, catalog.header.session, app: "app\(number)"))
            let line = LinkEnvelope.line(catalog.header, catalog.body, subject, origin: worker.kitchen)
            told += Self.problems(worker.relay.receive(line, now: 0) { _ in 1 })
        }
        let problem = "a catalog of kitchen-7 is refused: kitchen-7 has 64 catalogs already"
        #expect(told == [problem])
        let question = LineMessage(
            subject: LinkSubject.question(worker.kitchen, .intent), reply: "_INBOX.2",
            fields: [.site: worker.kitchen.rawValue])
        let answer = worker.relay.receive(question, now: 30_000_000) { _ in 1 }
        #expect(answer.contains(.accept(to: "_INBOX.2")) && Self.problems(answer) == [problem])
        // The site shows it as its own.
        var site = try SiteUnderTest()
        site.relay.told(problem, by: worker.own, now: 0)
        #expect(site.relay.counters.problem == "centre-1 says: \(problem)")
    }

    @Test("what another site says in the name of a third one, or of no site, is refused and counted")
    func refused() throws {
        var worker = try Worker()
        try worker.begin()
        worker.relay = WorkerRelay(
            WorkerRelay.Settings(site: worker.own, roles: [.intent], sites: [worker.kitchen]), run: 9)
        let den = try #require(SiteName(rawValue: "den"))
        #expect(try worker.take(try SiteUnderTest.transcript(), reply: "$JS.ACK.1", from: den).answers == ["+TERM"])
        #expect(try worker.take(try SiteUnderTest.message(AudioSequence.examples[0])).isEmpty)
        #expect(worker.relay.counters.refused == 2)
    }
}
