import Foundation
import SaybusBroker
import SaybusBus
import SaybusMessages
import SaybusStage
import SaybusTesting
import Testing

@Suite("Floods")
struct FloodTests {
    /// Subscriptions so many that the broker's count shows whether they have arrived, with those before them.
    private static let recognizable = (0..<100).map { "nothing/\($0)" }

    fileprivate static func subscriptions(_ status: StageStatus) -> Int {
        status.engine?.split(separator: " ").first.flatMap { Int($0) } ?? 0
    }

    @Test(
        "while a hundred thousand subscriptions arrive, others' messages pass at once, and the flooder is closed",
        arguments: [true, false])
    func subscriptions(isGuarded: Bool) async throws {
        let secured =
            isGuarded ? try SecuredBus(["odd": "subscribe: [speech.intent]", "hall": SecurityTests.all]) : nil
        let open = isGuarded ? nil : try TestBus()
        let address = try #require(secured?.address ?? open?.address)
        let bus = try #require(try secured?.connect("tap", key: "hall") ?? open?.connect("tap"))
        let partials = bus.subscribe(SpeechPartial.self)
        let statuses = bus.subscribe(StageStatus.self)
        try await bus.ready()
        let flooder = try StuckSubscriber(
            address: address, secretKey: secured?.keys.secret("odd").secretKey,
            serverKey: secured?.keys.publicKey("broker"))
        try flooder.subscribe((0..<100_000).lazy.map { "speech.transcript/\($0)/" })
        var slowest = Duration.zero
        for number in 0..<200 {
            let start = ContinuousClock.now
            try bus.publish(SpeechPartial(text: "a", revision: number))
            #expect(await partials.first()?.body.revision == number)
            slowest = max(slowest, ContinuousClock.now - start)
        }
        #expect(slowest < .milliseconds(1000), "\(slowest)")
        let closed = await statuses.first { $0.body.problem?.contains("closed a connection") == true }
        #expect(closed?.body.role == "broker")
        #expect(bus.counters.lost == 0)
        withExtendedLifetime(flooder) {}
    }

    @Test("messages of a mebibyte to subscribers that do not read keep the broker's memory within its limit")
    func bytes() async throws {
        let limit = 64 << 20
        let test = try await BlockedBroker(
            limit: limit, blocked: 2, maximumReceived: 4, prefixes: ["barrier/"] + Self.recognizable)
        let (reader, before) = (test.reader, try #require(ResidentMemory.bytes))
        // Barriers need no permission, so this is what any key can do.
        let header = Header(
            kind: Barrier.kind, session: Session(rawValue: "flood")!, source: reader.source, run: 1, sequence: 0)
        let frames = RawMessage(header: header, body: [UInt8](repeating: 0x20, count: (1 << 20) - 1000)).frames
        var most = 0
        for number in 0..<600 {
            try reader.publish(frames: frames)
            // The reader is not disturbed, and the publisher no faster than the broker.
            try await test.exchange(number)
            most = max(most, (ResidentMemory.bytes ?? 0) - before)
        }
        // Twice the limit, and what the sockets of this test hold themselves.
        #expect(most < 2 * limit + (32 << 20), "\(most >> 20) MiB")
        let status = await test.statuses.first { $0.body.counters.dropped > 0 }
        #expect(status?.body.problem?.contains("did not read") == true, "\(status?.body.problem ?? "")")
        #expect(reader.counters.lost == 0)
    }

    @Test("short messages that arrive one by one do not keep more memory than they are counted with")
    func shortMessages() async throws {
        let test = try await BlockedBroker(
            limit: 16 << 20, blocked: 1, maximumReceived: 1, prefixes: ["speech.partial/"] + Self.recognizable)
        let before = try #require(ResidentMemory.bytes)
        for number in 0..<12_000 { try await test.exchange(number) }
        let grown = (ResidentMemory.bytes ?? 0) - before
        #expect(grown < 64 << 20, "\(grown >> 20) MiB")
        withExtendedLifetime(test) {}
    }

    @Test("the markers and the connections to close follow from the bytes that wait")
    func steps() {
        var monitor = BacklogSteps(limit: 100)
        #expect(monitor.steps([10, 49]) == ["nothing", "nothing"])
        #expect(monitor.steps([50, 80, 99]) == ["mark", "nothing", "nothing"])
        #expect(monitor.steps([100, 100]) == ["close", "mark"])
        #expect(monitor.steps([20, 60]) == ["nothing", "mark"])
        #expect(monitor.steps([200, 230]) == ["close", "mark"])
        #expect(monitor.steps([240, 300]) == ["drop", "close"])
    }
}

/// A broker with subscribers that do not read, and one that does.
private final class BlockedBroker: Sendable {
    let reader: Bus
    let statuses: Subscription<StageStatus>
    private let broker: Broker
    private let partials: Subscription<SpeechPartial>
    private let blocked: [StuckSubscriber]

    /// Starts the broker, and waits until it has all subscriptions.
    /// - Parameters:
    ///   - limit: The most bytes that the broker keeps for subscribers that do not read.
    ///   - count: The number of subscribers that do not read.
    ///   - maximumReceived: The most messages that each of their sockets takes.
    ///   - prefixes: What they subscribe to.
    init(limit: Int, blocked count: Int, maximumReceived: Int, prefixes: [String]) async throws {
        let address = try TestBus.freshAddress()
        broker = try Broker(at: address, backlogLimit: limit, logger: TestBus.quiet)
        reader = try Bus(
            at: address, as: #require(Source(role: "tap", instance: "reader")), logger: TestBus.quiet)
        partials = reader.subscribe(SpeechPartial.self)
        statuses = reader.subscribe(StageStatus.self)
        try await reader.ready()
        blocked = try (0..<count).map { _ in
            try StuckSubscriber(address: address, maximumReceived: maximumReceived)
        }
        for subscriber in blocked { try subscriber.subscribe(prefixes) }
        let all = count * prefixes.count
        #expect(await statuses.first { FloodTests.subscriptions($0.body) >= all } != nil)
    }

    deinit { broker.close() }

    /// Publishes a partial result, and waits until the reader has it.
    func exchange(_ number: Int) async throws {
        try reader.publish(SpeechPartial(text: "a", revision: number))
        #expect(await partials.first()?.body.revision == number)
    }
}
