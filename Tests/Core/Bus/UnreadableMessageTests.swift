import SaybusBus
import SaybusMessages
import SaybusTesting
import Testing

@Suite("Tracked messages whose body cannot be read", .timeLimit(.minutes(1)))
struct UnreadableMessageTests {
    private static let tracked = MessageCatalog.all.filter { $0.delivery != nil }.map { $0.kind }

    @Test("the receiver refuses them in words that name publisher and field, whatever the field", arguments: tracked)
    func refused(kind: Kind) async throws {
        switch kind {
        case ListenRequest.kind: try await check(ListenRequest.self)
        case SpeechTranscript.kind: try await check(SpeechTranscript.self)
        case SpeechIntent.kind: try await check(SpeechIntent.self)
        case CommandInvoked.kind: try await check(CommandInvoked.self)
        case AudioSequence.kind: try await check(AudioSequence.self)
        case MQTTPublish.kind: try await check(MQTTPublish.self)
        default: Issue.record("a new tracked kind: \(kind)")
        }
    }

    private func check<Body: BusMessage>(_ type: Body.Type) async throws {
        let delivery = try #require(Body.delivery)
        let test = try TestBus()
        let receiver = try test.connect(delivery.role)
        let messages = receiver.subscribe(Body.self)
        let publisher = try test.connect(Role("sender"), tracking: [Misshapen<Body>.self])
        let answers = publisher.subscribe(to: [Receipt.self, AudioPlayback.self, CommandResponse.self, TurnEnded.self])
        try await receiver.ready()
        try await publisher.ready()
        let reader = Task { for try await _ in messages {} }
        defer { reader.cancel() }
        let variants = try Self.variants(of: Body.self)
        for (field, body) in variants {
            let turn = TurnID()
            let header = try publisher.publish(Misshapen<Body>(body: body), turn: turn, isTracked: true)
            var reasons: [String] = []
            for kind in [Receipt.kind] + Self.answer(to: Body.kind) {
                guard case .message(let answer)? = await answers.first() else {
                    Issue.record("no \(kind) for \(body.text())")
                    return
                }
                #expect(answer.header.kind == kind && answer.header.causes == [header.id] && answer.header.turn == turn)
                reasons.append(try Self.reason(answer) ?? "no reason")
            }
            for reason in reasons {
                #expect(
                    reason.contains("\(publisher.source) published a message that cannot be read: \(Body.kind)")
                        && reason.contains(field), "\(field): \(reason)")
            }
            #expect(publisher.refusal == reasons[0], "the publisher's status shows it")
            #expect(publisher.unanswered == 0, "it is not sent again")
        }
        #expect(publisher.counters.refused == variants.count)
        #expect(receiver.counters.malformed == publisher.counters.refused)
    }

    @Test("programs of other roles, and the publisher itself, do not refuse what they cannot read")
    func observers() async throws {
        let test = try TestBus()
        let observer = try test.connect(.transcribe)
        let intents = observer.subscribe(SpeechIntent.self)
        let publisher = try test.connect(.dispatch, tracking: [Misshapen<SpeechIntent>.self])
        let own = publisher.subscribe(SpeechIntent.self)
        try await observer.ready()
        try await publisher.ready()
        try publisher.publish(Misshapen<SpeechIntent>(body: .object([:])), turn: TurnID())
        let good = SpeechIntent(text: "hello", hypotheses: [], engine: "test")
        try publisher.publish(good, turn: TurnID())
        #expect(await intents.first()?.body == good)
        #expect(await own.first()?.body == good)
        #expect(observer.counters.malformed == 1 && publisher.counters.malformed == 1)
        #expect(publisher.refusal == nil && publisher.unanswered == 2)
    }

    @Test("an app refuses the commands of its own that it cannot read, and leaves those of other apps alone")
    func otherApps() async throws {
        let test = try TestBus()
        let app = try test.connect(.app, instance: "dice")
        let commands = app.subscribe(CommandInvoked.self)
        let publisher = try test.connect(.dispatch, tracking: [Misshapen<CommandInvoked>.self])
        let responses = publisher.subscribe(CommandResponse.self)
        try await app.ready()
        try await publisher.ready()
        try app.publish(Catalog(app: "dice", commands: [.init(type: "Roll", patterns: ["roll"])]))
        let reader = Task { for try await _ in commands {} }
        defer { reader.cancel() }
        let bodies: [([String: String], isOwn: Bool)] = [
            (["app": "lamp"], false), (["app": "dice", "owner": "app/dice-2"], false), (["app": "dice"], true),
            (["app": "lamp", "owner": "app/dice"], true),
        ]
        var refused: [MessageID] = []
        for (fields, isOwn) in bodies {
            let body = JSONValue.object(fields.mapValues { .string($0) })
            let header = try publisher.publish(Misshapen<CommandInvoked>(body: body), turn: TurnID(), isTracked: true)
            if isOwn { refused.append(header.id) }
        }
        // Each is examined in its turn: what comes first would be refused first.
        for id in refused { #expect(await responses.first()?.header.causes == [id]) }
        #expect(app.counters.malformed >= bodies.count)
    }

    @Test("a message that another dispatcher can read is left to it, and its outcome counts")
    func mixedVersions() async throws {
        let test = try TestBus()
        let (old, new, publisher) = try await dispatchers(test)
        let intents = old.subscribe(SpeechIntent.self)
        let copies = new.subscribe(to: [SpeechIntent.self])
        let watcher = try test.connect(.tap)
        let answers = watcher.subscribe(to: [Receipt.self, TurnEnded.self])
        for bus in [old, new, watcher] { try await bus.ready() }
        let reader = Task { for try await _ in intents {} }
        defer { reader.cancel() }
        try publisher.publish(Misshapen<SpeechIntent>(body: .object([:])), turn: TurnID())
        guard case .message(let intent)? = await copies.first() else { throw MessageError(.body, "no intent") }
        // The old one says nothing, so the message is sent again, and the new one shows that it has it.
        guard case .message(let receipt)? = await answers.first() else { throw MessageError(.body, "no receipt") }
        #expect(try receipt.header.source == new.source && receipt.decode(Receipt.self).body.problem == nil)
        try new.publish(TurnEnded(outcome: .handled), answering: intent.header)
        guard case .message(let end)? = await answers.first() else { throw MessageError(.body, "no end") }
        #expect(try end.header.source == new.source && end.decode(TurnEnded.self).body.outcome == .handled)
        await publisher.settled()
        #expect(publisher.refusal == nil && old.counters.malformed == 2)
    }

    @Test("a message that no dispatcher can read is refused after two seconds, when it is sent again")
    func mixedVersionsWithoutTaker() async throws {
        let test = try TestBus()
        let (old, _, publisher) = try await dispatchers(test)
        let intents = old.subscribe(SpeechIntent.self)
        let answers = publisher.subscribe(to: [Receipt.self, TurnEnded.self])
        try await old.ready()
        try await publisher.ready()
        let reader = Task { for try await _ in intents {} }
        defer { reader.cancel() }
        let start = ContinuousClock.now
        try publisher.publish(Misshapen<SpeechIntent>(body: .object([:])), turn: TurnID())
        for kind in [Receipt.kind, TurnEnded.kind] {
            guard case .message(let answer)? = await answers.first() else { throw MessageError(.body, "no answer") }
            #expect(answer.header.kind == kind)
            #expect(try Self.reason(answer)?.contains("cannot be read") == true)
        }
        #expect((.seconds(2)...(.seconds(6))).contains(ContinuousClock.now - start))
        await publisher.settled()
        #expect(old.counters.malformed == 3)
    }

    /// Connects an old and a new dispatcher, which know each other, and a publisher of intents.
    private func dispatchers(_ test: TestBus) async throws -> (old: Bus, new: Bus, publisher: Bus) {
        let old = try test.connect(.dispatch, instance: "old", tracking: [AudioSequence.self])
        let new = try test.connect(.dispatch, instance: "new")
        let publisher = try test.connect(.intent, tracking: [Misshapen<SpeechIntent>.self])
        let statuses = [old.subscribe(StageStatus.self), publisher.subscribe(StageStatus.self)]
        for bus in [old, new, publisher] { try await bus.ready() }
        try new.publish(StageStatus(role: .dispatch, instance: "new", state: .ready, pid: 1, uptimeMs: 1))
        for status in statuses { #expect(await status.first { $0.body.role == .dispatch } != nil) }
        return (old, new, publisher)
    }

    private static func answer(to kind: Kind) -> [Kind] {
        switch kind {
        case ListenRequest.kind, MQTTPublish.kind: []
        case AudioSequence.kind: [AudioPlayback.kind]
        case CommandInvoked.kind: [CommandResponse.kind]
        default: [TurnEnded.kind]
        }
    }

    private static func reason(_ answer: RawMessage) throws -> String? {
        switch answer.header.kind {
        case Receipt.kind: return try answer.decode(Receipt.self).body.problem
        case AudioPlayback.kind:
            let playback = try answer.decode(AudioPlayback.self).body
            return playback.state == .skipped ? playback.reason : nil
        case CommandResponse.kind: return try answer.decode(CommandResponse.self).body.problem
        default:
            let end = try answer.decode(TurnEnded.self).body
            return end.outcome == .failed ? end.reason : nil
        }
    }

    /// Bodies without a required field, and with a field of another type, each with the name of the field.
    private static func variants<Body: BusMessage>(of type: Body.Type) throws -> [(String, JSONValue)] {
        var variants: [(String, JSONValue)] = []
        for example in type.examples.prefix(1) {
            guard case .object(let whole) = try JSONValue(example) else { continue }
            for field in type.schema.fields {
                var body = whole
                body[field.name] = .array([.object(["no": .boolean(true)])])
                variants.append((field.name, .object(body)))
                guard field.isRequired else { continue }
                body[field.name] = nil
                variants.append((field.name, .object(body)))
            }
        }
        return variants
    }
}

/// A message of a kind with any body.
private struct Misshapen<Real: BusMessage>: BusMessage {
    let body: JSONValue

    init(body: JSONValue) { self.body = body }

    init(from decoder: any Decoder) throws { body = try JSONValue(from: decoder) }

    init(wire: [UInt8], header: Header) throws { body = try JSONValue(parsing: wire) }

    func encode(to encoder: any Encoder) throws { try body.encode(to: encoder) }

    func wire(header: inout Header) throws -> [UInt8] { Array(body.text().utf8) }

    static var kind: Kind { Real.kind }
    static var schema: Schema { Real.schema }
    static var examples: [Misshapen<Real>] { [] }
    static var tracking: Tracking? { Real.tracking }
    static var trackingOnDemand: Tracking? { Real.trackingOnDemand }
}
