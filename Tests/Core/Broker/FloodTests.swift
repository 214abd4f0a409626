import Foundation
import SaybusBroker
import SaybusBus
import SaybusMessages
import SaybusSupport
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
        let bus = try #require(try secured?.connect(.tap, key: "hall") ?? open?.connect(.tap))
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
        #expect(closed?.body.role == .broker)
        #expect(bus.counters.lost == 0)
        withExtendedLifetime(flooder) {}
    }

    @Test("messages of a mebibyte to subscribers that do not read keep the broker's memory within its limit")
    func bytes() async throws {
        let limit = 64 << 20
        let test = try await BlockedBroker(
            limit: limit, blocked: 2, maximumReceived: 4, prefixes: ["barrier/"] + Self.recognizable)
        let (reader, before) = (test.reader, try #require(ProcessMemory.resident))
        // Barriers need no permission, so this is what any key can do.
        let header = Header(
            kind: Barrier.kind, session: Session(rawValue: "flood")!, source: reader.source, run: 1, sequence: 0)
        let frames = RawMessage(header: header, body: [UInt8](repeating: 0x20, count: (1 << 20) - 1000)).frames
        var most = 0
        for number in 0..<600 {
            try reader.publish(frames: frames)
            // The reader is not disturbed, and the publisher no faster than the broker.
            try await test.exchange(number)
            most = max(most, (ProcessMemory.resident ?? 0) - before)
        }
        // Twice the limit, and what the sockets of this test hold themselves.
        #expect(most < Sanitizer.memoryFactor * (2 * limit + (32 << 20)), "\(most >> 20) MiB")
        let status = await test.statuses.first { $0.body.counters.dropped > 0 }
        #expect(status?.body.problem?.contains("did not read") == true, "\(status?.body.problem ?? "")")
        #expect(reader.counters.lost == 0)
    }

    @Test("a client that subscribes to everything does not count the markers in the broker's queues as malformed")
    func markers() async throws {
        let address = try TestBus.freshAddress()
        let broker = try Broker(at: address, backlogLimit: 16 << 20, logger: TestBus.quiet)
        defer { broker.close() }
        let source = try #require(Source(role: .tap, instance: "watcher"))
        let watcher = try Bus(at: address, as: source, logger: TestBus.quiet)
        let (all, partials) = (watcher.subscribeToAll(), watcher.subscribe(SpeechPartial.self))
        let statuses = watcher.subscribe(StageStatus.self)
        try await watcher.ready()
        let drain = Task { for await _ in all {} }
        defer { drain.cancel() }
        let stuck = try StuckSubscriber(address: address, maximumReceived: 4)
        try stuck.subscribe(["barrier/"] + Self.recognizable)
        #expect(await statuses.first { Self.subscriptions($0.body) >= Self.recognizable.count } != nil)
        let header = Header(
            kind: Barrier.kind, session: Session(rawValue: "flood")!, source: source, run: 1, sequence: 0)
        let frames = RawMessage(header: header, body: [UInt8](repeating: 0x20, count: (1 << 20) - 1000)).frames
        for number in 0..<40 {
            try watcher.publish(frames: frames)
            try watcher.publish(SpeechPartial(text: "a", revision: number))
            #expect(await partials.first()?.body.revision == number)
        }
        let status = await statuses.first { $0.body.problem?.contains("did not read") == true }
        #expect(status != nil && watcher.counters.malformed == 0, "\(watcher.counters)")
        withExtendedLifetime(stuck) {}
    }

    @Test("a subscriber that does not read is disconnected when half of the limit waits for it, and no other is")
    func oneOfMany() async throws {
        let limit = 64 << 20
        let address = try TestBus.freshAddress()
        let broker = try Broker(at: address, backlogLimit: limit, logger: TestBus.quiet)
        defer { broker.close() }
        let source = try #require(Source(role: .tap, instance: "reader"))
        let reader = try Bus(at: address, as: source, logger: TestBus.quiet)
        let partials = reader.subscribe(SpeechPartial.self)
        let statuses = reader.subscribe(StageStatus.self)
        try await reader.ready()
        let stuck = try StuckSubscriber(address: address, maximumReceived: 4)
        try stuck.subscribe(["barrier/"] + Self.recognizable)
        // This one does not read either, but few messages are for it.
        let frozen = try StuckSubscriber(address: address, maximumReceived: 4)
        try frozen.subscribe(["speech.partial/"] + Self.recognizable)
        #expect(await statuses.first { Self.subscriptions($0.body) >= 2 * Self.recognizable.count } != nil)
        let before = try #require(ProcessMemory.resident)
        let header = Header(
            kind: Barrier.kind, session: Session(rawValue: "flood")!, source: source, run: 1, sequence: 0)
        let frames = RawMessage(header: header, body: [UInt8](repeating: 0x20, count: (1 << 20) - 1000)).frames
        var most = 0
        for number in 0..<200 {
            try reader.publish(frames: frames)
            try reader.publish(SpeechPartial(text: "a", revision: number))
            #expect(await partials.first()?.body.revision == number)
            most = max(most, (ProcessMemory.resident ?? 0) - before)
        }
        #expect(most < limit / 2 + (24 << 20), "\(most >> 20) MiB")
        let status = await statuses.first { $0.body.problem?.contains("did not read") == true }
        #expect(status?.body.problem?.contains("closed 1 connections") == true, "\(status?.body.problem ?? "")")
        #expect((20...80).contains(status?.body.counters.dropped ?? 0), "\(status?.body.counters.dropped ?? 0)")
        #expect(reader.counters.lost == 0)
        withExtendedLifetime((stuck, frozen)) {}
    }

    @Test(
        "a publisher of a message without an end is disconnected within the limit, and others go on",
        .disabled(if: Sanitizer.replacesSocketFunctions, "the sanitizer receives without counting"))
    func endless() async throws {
        let test = try TestBus()
        let bus = try test.connect(.tap)
        let partials = bus.subscribe(SpeechPartial.self)
        let statuses = bus.subscribe(StageStatus.self)
        try await bus.ready()
        let before = try #require(ProcessMemory.resident)
        let publisher = try EndlessPublisher(try #require(test.address.directory) + "/publish")
        var (frames, most) = (0, 0)
        while frames < 400, publisher.sendFrame(bytes: 1 << 20) {
            frames += 1
            most = max(most, (ProcessMemory.resident ?? 0) - before)
            if frames % 10 == 0 {
                try bus.publish(SpeechPartial(text: "a", revision: frames))
                #expect(await partials.first()?.body.revision == frames)
            }
        }
        #expect(frames < 100, "\(frames) MiB were taken")
        #expect(most < Sanitizer.memoryFactor * 112 << 20, "\(most >> 20) MiB")
        let status = await statuses.first { $0.body.problem?.contains("messages without an end") == true }
        #expect(status?.body.role == .broker && (status?.body.counters.refused ?? 0) > 0)
        #expect(bus.counters.lost == 0)
    }

    @Test("short messages that arrive one by one do not keep more memory than they are counted with")
    func shortMessages() async throws {
        let test = try await BlockedBroker(
            limit: 16 << 20, blocked: 1, maximumReceived: 1, prefixes: ["speech.partial/"] + Self.recognizable)
        let before = try #require(ProcessMemory.resident)
        for number in 0..<12_000 { try await test.exchange(number) }
        let grown = (ProcessMemory.resident ?? 0) - before
        #expect(grown < Sanitizer.memoryFactor * 64 << 20, "\(grown >> 20) MiB")
        withExtendedLifetime(test) {}
    }

    @Test("the waiting bytes decide when subscribers are counted and connections are closed")
    func steps() {
        var monitor = BacklogSteps(limit: 160)
        #expect(monitor.steps([10, 19, 20, 30]) == ["nothing", "nothing", "beginCounting", "nothing"])
        #expect(monitor.steps([9, 19, 25, 12]) == ["endCounting", "nothing", "beginCounting", "nothing"])
        #expect(monitor.steps([159, 160, 199, 200, 210]) == ["nothing", "close", "nothing", "close", "nothing"])
        #expect(monitor.steps([79, 159, 160]) == ["nothing", "nothing", "close"])
        #expect(monitor.steps([400, 410, 439, 440]) == ["close", "drop", "drop", "close"])
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
            at: address, as: #require(Source(role: .tap, instance: "reader")), logger: TestBus.quiet)
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
