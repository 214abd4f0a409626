import Foundation
import SaybusBroker
import SaybusBus
import SaybusMessages
import SaybusTesting
import SaybusZeroMQ
import Synchronization
import Testing

@Suite("A bus with keys")
struct SecurityTests {
    static let all = #"publish: ["*", audio.input], subscribe: ["*", audio.input]"#

    private func failure(_ bus: Bus) async -> BusError? {
        do {
            try await bus.ready(within: .seconds(20))
            return nil
        } catch { return error as? BusError }
    }

    @Test("a client with a key connects over ipc and tcp, and stamps name it", arguments: [false, true])
    func stamp(tcp: Bool) async throws {
        let test = try SecuredBus(["hall": Self.all, "tap": Self.all], tcp: tcp)
        let tap = try test.connect(.tap, key: "tap")
        let partials = tap.subscribe(SpeechPartial.self)
        try await tap.ready()
        let stage = try test.connect(.transcribe, key: "hall")
        try await stage.ready()
        try stage.publish(SpeechPartial(text: "hello", revision: 0))
        let partial = try #require(await partials.first())
        #expect(partial.stamp?.user == "hall" && partial.body.text == "hello")
        #expect(tap.counters.lost == 0 && stage.refusal == nil)
    }

    @Test("without a key, or with an unknown key or a wrong server key, the error names the fault and the remedy")
    func turnedAway() async throws {
        let test = try SecuredBus(["hall": Self.all], tcp: true)
        let plain = await failure(try test.connect(.tap, key: nil))
        #expect(plain?.code == .refused)
        #expect(plain?.reason.contains("or it has no room for more connections") == true)
        #expect(plain?.reason.contains("wants a key") == true && plain?.reason.contains("saybus keys new") == true)
        let strange = await failure(try test.connect(.tap, key: "stranger"))
        #expect(strange?.code == .refused && strange?.reason.contains("\"stranger\"") == true)
        let strangerKey = try test.keys.publicKey("stranger")
        #expect(strange?.reason.contains(strangerKey) == true)
        #expect(strange?.reason.contains("127.0.0.1") == true)
        let mistaken = await failure(try test.connect(.tap, key: "hall", serverKey: "stranger"))
        #expect(mistaken?.code == .refused && mistaken?.reason.contains("server key") == true)
        // The broker has counted and reported the rejected clients.
        let good = try test.connect(.tap, key: "hall")
        let statuses = good.subscribe(StageStatus.self)
        try await good.ready()
        let status = await statuses.first { ($0.body.counters.refused ?? 0) >= 3 }
        #expect(status?.body.role == .broker && status?.body.problem?.contains("turned away") == true)
    }

    @Test(
        "a client that ends its connection before it has shown a key is counted, and the broker says so",
        arguments: [0, 1])
    func brokenHandshake(offset: Int) async throws {
        let test = try SecuredBus(["hall": Self.all], tcp: true)
        let good = try test.connect(.tap, key: "hall")
        let statuses = good.subscribe(StageStatus.self)
        try await good.ready()
        let port = try #require(test.address.url.split(separator: ":").last.flatMap { Int($0) })
        close(try LoopbackSocket.connect(to: port + offset))
        let status = await statuses.first { $0.body.problem?.contains("before it had shown a key") == true }
        #expect(status?.body.role == .broker && (status?.body.counters.refused ?? 0) > 0)
    }

    @Test(
        "without a call of ready the reason for a refused connection is logged",
        arguments: [("stranger", "broker"), ("hall", "stranger"), (nil, "broker")])
    func neverAsks(key: String?, serverKey: String) async throws {
        let test = try SecuredBus(["hall": Self.all])
        let log = LogLines()
        let bus = try test.connect(.tap, key: key, serverKey: serverKey, logger: log.logger)
        try await log.lines.require("a line") { !$0.isEmpty }
        #expect(log.lines.value.allSatisfy { $0.contains("the broker refuses this client") })
        await bus.close()
    }

    @Test("without a call of ready a refused subscription is logged; otherwise ready throws it")
    func neverAsksWhatItMayHear() async throws {
        let test = try SecuredBus(["hall": "publish: [barrier], subscribe: []"])
        let (log, told) = (LogLines(), LogLines())
        let silent = try test.connect(.tap, key: "hall", logger: log.logger)
        let messages = silent.subscribe(SpeechPartial.self)
        try await log.lines.require("a line") { $0.contains { $0.contains("speech.partial") } }
        let asking = try test.connect(.tap, key: "hall", logger: told.logger)
        let more = asking.subscribe(SpeechPartial.self)
        #expect(await failure(asking)?.code == .refused)
        #expect(told.lines.value.isEmpty)
        withExtendedLifetime((messages, more)) {}
    }

    @Test("a client with a key on a bus without keys gets an error that says so")
    func needless() async throws {
        let open = try TestBus()
        let test = try SecuredBus(["hall": Self.all])
        var address = open.address
        address.credentials = try Credentials(test.keys.secret("hall"), serverKey: test.keys.publicKey("broker"))
        let bus = try Bus(at: address, as: Source(role: .tap, instance: "x")!, logger: TestBus.quiet)
        let error = await failure(bus)
        #expect(error?.code == .refused && error?.reason.contains("does not use keys") == true)
    }

    @Test("a forbidden publication is not forwarded but counted, and its publisher gets a refusal")
    func forbiddenPublication() async throws {
        let test = try SecuredBus([
            "hall": "publish: [speech.partial, turn.ended], subscribe: []",
            "other": "publish: [speech.*]", "tap": Self.all,
        ])
        let tap = try test.connect(.tap, key: "tap")
        let kinds: [any BusMessage.Type] = [SpeechPartial.self, SpeechTranscript.self, Refusal.self]
        let messages = tap.subscribe(to: kinds)
        let statuses = tap.subscribe(StageStatus.self)
        try await tap.ready()
        let hall = try test.connect(.transcribe, key: "hall")
        try await hall.ready()
        try hall.publish(SpeechTranscript(text: "open the door", engine: "evil"))
        try hall.publish(SpeechPartial(text: "a", revision: 1))
        let first = try #require(await messages.first())
        guard case .message(let raw) = first else { return }
        let refusal = try raw.decode(Refusal.self)
        #expect(refusal.body.user == "hall" && refusal.body.direction == .publish)
        #expect(refusal.body.subject == "speech.transcript" && refusal.body.source?.role == .transcribe)
        guard case .message(let next)? = await messages.first() else { return }
        #expect(next.header.kind == SpeechPartial.kind)
        #expect(await statuses.first { $0.body.counters.refused == 1 }?.body.role == .broker)
        // The refusal arrives before the publisher's next barrier returns.
        try await hall.ready()
        #expect(hall.counters.refused == 1 && hall.refusal?.contains("publish speech.transcript") == true)
    }

    @Test("a stage with a refused subscription is not ready, and says what is missing")
    func forbiddenSubscription() async throws {
        let test = try SecuredBus(["hall": "subscribe: [speech.intent]"])
        let hall = try test.connect(.dispatch, key: "hall")
        let intents = hall.subscribe(SpeechIntent.self)
        try await hall.ready()
        let sounds = hall.subscribe(AudioInput.self)
        let error = await failure(hall)
        #expect(error?.code == .refused)
        #expect(error?.reason.contains("\"hall\"") == true && error?.reason.contains("audio.input") == true)
        withExtendedLifetime((intents, sounds)) {}
    }

    @Test("a subscription to everything gets the allowed kinds and a refusal of the rest, and audio only when named")
    func tap() async throws {
        let test = try SecuredBus([
            "hall": Self.all, "tap": #"subscribe: ["*"]"#, "trusted": #"subscribe: ["*", audio.input]"#,
        ])
        let (tap, trusted) = (try test.connect(.tap, key: "tap"), try test.connect(.tap, key: "trusted"))
        let (some, most) = (tap.subscribeToAll(), trusted.subscribeToAll())
        try await tap.ready()
        try await trusted.ready()
        let hall = try test.connect(.listen, key: "hall")
        try await hall.ready()
        try hall.publish(AudioInput(index: 0, isLast: true, samples: [1, 2]))
        try hall.publish(SpeechPartial(text: "a", revision: 1))
        func kinds(_ messages: RawSubscription) async throws -> Set<String> {
            let seen = Seen()
            _ = try #require(
                await messages.first { received in
                    guard case .message(let message) = received else { return false }
                    seen.insert(message.header.kind.rawValue)
                    return message.header.kind == SpeechPartial.kind
                })
            return seen.all
        }
        let (heardByTap, heardByTrusted) = (try await kinds(some), try await kinds(most))
        #expect(!heardByTap.contains("audio.input") && heardByTap.contains("speech.partial"))
        #expect(heardByTap.contains("refusal"))
        #expect(heardByTrusted.contains("audio.input"))
        #expect(tap.refusal == nil)
    }

    @Test("a key for one session neither receives nor publishes in another")
    func sessions() async throws {
        let test = try SecuredBus(["den": Self.all + ", sessions: [den]", "hall": Self.all])
        let den = try test.connect(.tap, key: "den")
        let partials = den.subscribe(SpeechPartial.self)
        try await den.ready()
        let hall = try test.connect(.transcribe, key: "hall")
        let heard = hall.subscribe(SpeechPartial.self)
        try await hall.ready()
        let session = try #require(Session(rawValue: "den"))
        try hall.publish(SpeechPartial(text: "elsewhere", revision: 0))
        try hall.publish(SpeechPartial(text: "here", revision: 0), session: session)
        #expect(await partials.first()?.body.text == "here")
        try den.publish(SpeechPartial(text: "forbidden", revision: 0))
        try den.publish(SpeechPartial(text: "allowed", revision: 0), session: session)
        #expect(await heard.first { $0.header.source.role == .tap }?.body.text == "allowed")
    }

    @Test("a key for one role cannot claim another role, not even in a status")
    func roles() async throws {
        let test = try SecuredBus(["hall": Self.all + ", roles: [listen]", "tap": Self.all])
        let tap = try test.connect(.tap, key: "tap")
        let statuses = tap.subscribe(StageStatus.self)
        try await tap.ready()
        let hall = try test.connect(.listen, key: "hall")
        try await hall.ready()
        try hall.publish(StageStatus(role: .dispatch, instance: "test", state: .failed, pid: 1, uptimeMs: 0))
        try hall.publish(StageStatus(role: .listen, instance: "test", state: .ready, pid: 1, uptimeMs: 0))
        #expect(await statuses.first { $0.body.role != .broker }?.body.role == .listen)
        try await hall.ready()
        #expect(hall.refusal?.contains("speak as dispatch") == true)
        let impostor = try test.connect(.dispatch, key: "hall")
        // Its barrier is not forwarded, so it gets a refusal and never becomes ready.
        let error = await failure(impostor)
        #expect(error?.code == .refused && error?.reason.contains("speak as dispatch") == true)
    }

    @Test("a refused policy file is the broker's problem, before all others, until a policy replaces the old one")
    func refusedPolicy() async throws {
        let users = ["hall": Self.all, "tap": Self.all]
        let test = try SecuredBus(users)
        let tap = try test.connect(.tap, key: "tap")
        let statuses = tap.subscribe(StageStatus.self)
        try await tap.ready()
        test.broker.keepPolicy("the old policy remains in effect: no list")
        #expect(await statuses.first { $0.body.problem?.contains("no list") == true } != nil)
        let stranger = await failure(try test.connect(.tap, key: "stranger"))
        #expect(stranger?.code == .refused)
        let refused = await statuses.first { ($0.body.counters.refused ?? 0) > 0 }
        #expect(refused?.body.problem?.contains("no list") == true)
        try test.reload(users)
        let later = await statuses.first { $0.body.problem?.contains("no list") != true }
        #expect(later?.body.role == .broker)
    }

    @Test("a revoked key can neither publish nor receive at once, and can do both again when it is restored")
    func revoked() async throws {
        let users = ["hall": Self.all, "tap": Self.all]
        let test = try SecuredBus(users)
        let tap = try test.connect(.tap, key: "tap")
        let heard = tap.subscribe(SpeechPartial.self)
        let statuses = tap.subscribe(StageStatus.self)
        try await tap.ready()
        let hall = try test.connect(.transcribe, key: "hall")
        let own = hall.subscribe(SpeechPartial.self)
        try await hall.ready()
        try hall.publish(SpeechPartial(text: "before", revision: 0))
        #expect(await heard.first()?.body.text == "before")
        #expect(await own.first()?.body.text == "before")
        try test.reload(["tap": Self.all])
        // The broker has applied the new policy when it rejects the key.
        let status = await statuses.first { $0.body.problem?.contains("revoked key of \"hall\"") == true }
        #expect(status?.body.role == .broker)
        try tap.publish(SpeechPartial(text: "secret", revision: 0))
        #expect(await heard.first()?.body.text == "secret")
        let error = await failure(hall)
        #expect(error?.code == .refused)
        try test.reload(users)
        // The client reconnects once a second by itself.
        var isBack = false
        while !isBack, await statuses.first(where: { $0.body.role == .broker }) != nil {
            isBack = await failure(hall) == nil
        }
        try hall.publish(SpeechPartial(text: "back", revision: 2))
        #expect(await heard.first()?.body.text == "back")
        #expect(await own.first { $0.body.text != "before" }?.body.text == "back")
    }

    @Test("the connection of a publisher whose key is revoked is closed at once, although nothing more comes on it")
    func revokedPublisher() async throws {
        let test = try SecuredBus(["hall": Self.all, "tap": Self.all])
        let tap = try test.connect(.tap, key: "tap")
        let messages = tap.subscribe(to: [SpeechPartial.self, StageStatus.self])
        try await tap.ready()
        let secret = try #require(test.keys.secret("hall").secretKey)
        let keys = try CurveKeyPair(secretKey: secret)
        var publisher = try PublisherSocket(Context())
        try publisher.set(.curveClient(serverKey: test.keys.publicKey("broker"), keys: keys))
        var monitor = try publisher.monitor()
        try publisher.connect(test.address.publishEndpoint)
        let source = try #require(Source(role: .transcribe, instance: "raw"))
        let header = Header(kind: SpeechPartial.kind, session: .default, source: source, run: 1, sequence: 0)
        let body = try JSONEncoder().encode(SpeechPartial(text: "raw", revision: 0))
        let frames = RawMessage(header: header, body: Array(body)).frames
        var (isRevoked, isClosed, beats) = (false, false, 0)
        for await received in messages {
            guard case .message(let message) = received else { continue }
            if message.header.kind == SpeechPartial.kind, !isRevoked {
                try test.reload(["tap": Self.all])
                isRevoked = true
            }
            guard message.header.source.role == .broker else { continue }
            beats += 1
            // Until the broker has subscribed to the publisher, its messages are for nobody.
            if !isRevoked { _ = try publisher.send(frames) }
            while let event = try monitor.receive() { if event.kind == .disconnected { isClosed = true } }
            if isClosed || beats == 30 { break }
        }
        #expect(isRevoked && isClosed)
    }

    @Test(
        "tracked messages on a topic that was refused are sent again when a new policy allows them, or has another name"
    )
    func allowedLater() async throws {
        let rights =
            "publish: [KINDS turn.ended], subscribe: [turn.ended, receipt, stage.status, speech.intent, command.invoked]"
        func users(_ kinds: String) -> [String: String] {
            ["hall": rights.replacing("KINDS", with: kinds), "tap": Self.all]
        }
        let test = try SecuredBus(users(""))
        let tap = try test.connect(.tap, key: "tap")
        let outcomes = tap.subscribe(to: [SpeechTranscript.self, TurnEnded.self])
        try await tap.ready()
        let publisher = try test.connect(.console, key: "hall", tracking: [SpeechTranscript.self])
        try await publisher.ready()
        for text in ["one", "two"] {
            try publisher.publish(SpeechTranscript(text: text, engine: "text"), turn: TurnID())
            guard case .message(let end)? = await outcomes.first() else { throw MessageError(.body, "no end") }
            #expect(try end.decode(TurnEnded.self).body.reason?.contains("publish speech.transcript") == true)
        }
        try test.reload(users("speech.transcript,"))
        // The broker closes the connection. Until its client notices that, the topic is refused.
        var kind = TurnEnded.kind
        while kind == TurnEnded.kind || publisher.refusal != nil {
            try publisher.publish(SpeechTranscript(text: "three", engine: "text"), turn: TurnID())
            guard case .message(let outcome)? = await outcomes.first() else { throw MessageError(.body, "no outcome") }
            kind = outcome.header.kind
        }
        #expect(kind == SpeechTranscript.kind)
        #expect(publisher.refusal == nil)
    }
}

/// A set of words that tasks have seen.
private final class Seen: Sendable {
    private let words = Mutex<Set<String>>([])
    var all: Set<String> { words.withLock { $0 } }
    func insert(_ word: String) { words.withLock { _ = $0.insert(word) } }
}
