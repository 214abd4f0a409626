import Foundation
import SaybusBroker
import SaybusBus
import SaybusMessages
import SaybusTesting
import Testing

@Suite("The broker")
struct BrokerTests {
    @Test("a second broker on the same directory is refused, and the first continues to serve")
    func second() async throws {
        let test = try TestBus()
        let error = #expect(throws: BrokerError.self) { try Broker(at: test.address, logger: TestBus.quiet) }
        #expect(error?.code == .addressInUse)
        #expect(error?.description.contains("\(getpid())") == true)
        let bus = try test.connect(.tap)
        try await bus.ready()
    }

    @Test("a broker without a policy ends in order on SIGHUP")
    func hangUp() async throws {
        let address = try TestBus.freshAddress()
        let program = try ProgramUnderTest("saybus-broker", ["--bus", address.url])
        try await program.ready()
        let source = try #require(Source(role: .tap, instance: "one"))
        let bus = try Bus(at: address, as: source, logger: TestBus.quiet)
        let statuses = bus.subscribe(StageStatus.self)
        try await bus.ready()
        program.send(SIGHUP)
        #expect(await statuses.first { $0.body.role == .broker && $0.body.state == .stopped } != nil)
        #expect(try await program.exitCode() == 0)
    }

    @Test("the address of a closed broker is free")
    func successor() throws {
        let test = try TestBus()
        test.broker.close()
        let again = try TestBus.at(test.address)
        #expect(again.broker.epoch != test.broker.epoch)
    }

    @Test("a tcp address without keys needs the insecure option")
    func insecure() throws {
        let address = try BusAddress("tcp://127.0.0.1:39173")
        let error = #expect(throws: BrokerError.self) { try Broker(at: address, logger: TestBus.quiet) }
        #expect(error?.code == .insecure)
    }

    @Test(
        "a directory is made private to its owner; one open to others, or a link, is refused and not changed"
    )
    func directory() throws {
        let fresh = try TestBus()
        let made = try #require(fresh.address.directory)
        #expect(try Self.mode(made) == 0o700)

        let address = try TestBus.freshAddress()
        let directory = try #require(address.directory)
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: directory) }
        chmod(directory, 0o755)
        let open = #expect(throws: BrokerError.self) { try Broker(at: address, logger: TestBus.quiet) }
        #expect(open?.code == .directory && open?.reason.contains("mode 755") == true)
        #expect(open?.reason.contains("chmod 700 \(directory)") == true)
        #expect(try Self.mode(directory) == 0o755)
        chmod(directory, 0o700)
        try FileManager.default.createSymbolicLink(atPath: directory + "/link", withDestinationPath: directory)
        let link = #expect(throws: BrokerError.self) {
            try Broker(at: BusAddress("ipc://\(directory)/link"), logger: TestBus.quiet)
        }
        #expect(link?.reason.contains("symbolic link") == true)
        try FileManager.default.createDirectory(atPath: directory + "/everybody", withIntermediateDirectories: true)
        chmod(directory + "/everybody", 0o777)
        let parent = #expect(throws: BrokerError.self) {
            try Broker(at: BusAddress("ipc://\(directory)/everybody/bus"), logger: TestBus.quiet)
        }
        #expect(parent?.reason.contains("written by everybody") == true)
    }

    @Test("a directory of another user is refused", .enabled(if: geteuid() == 0, "only root can give a directory away"))
    func foreign() throws {
        let address = try TestBus.freshAddress()
        let directory = try #require(address.directory)
        try FileManager.default.createDirectory(
            atPath: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        defer { try? FileManager.default.removeItem(atPath: directory) }
        chown(directory, 65_534, 65_534)
        let error = #expect(throws: BrokerError.self) { try Broker(at: address, logger: TestBus.quiet) }
        #expect(error?.reason.contains("another user (65534)") == true)
    }

    private static func mode(_ path: String) throws -> Int? {
        (try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? NSNumber)?.intValue
    }

    @Test("a file in place of the directory is refused with its name")
    func notADirectory() throws {
        let address = try TestBus.freshAddress()
        let directory = try #require(address.directory)
        _ = FileManager.default.createFile(atPath: directory, contents: nil)
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let error = #expect(throws: BrokerError.self) { try Broker(at: address, logger: TestBus.quiet) }
        #expect(error?.code == .directory)
        #expect(error?.description.contains(directory) == true)
    }

    @Test("a late subscriber gets nothing of a crashed run whose successor works in another session")
    func crashedRun() async throws {
        let test = try TestBus()
        let (first, second) = (try test.connect(.dispatch), try test.connect(.dispatch))
        try await first.ready()
        try await second.ready()
        func publish(_ state: StageStatus.State, by bus: Bus, in session: Session) throws {
            try bus.publish(
                StageStatus(role: .dispatch, instance: "test", state: state, pid: 7, uptimeMs: 0), session: session)
        }
        let (kitchen, bedroom) = (Session(rawValue: "kitchen")!, Session(rawValue: "bedroom")!)
        let early = try test.connect(.tap)
        let statuses = early.subscribe(StageStatus.self)
        try await early.ready()
        try first.publish(Catalog(app: "kitchen", commands: []), session: kitchen)
        try publish(.ready, by: first, in: kitchen)
        _ = try #require(await statuses.first { $0.header.run == first.run })
        try publish(.ready, by: second, in: bedroom)
        // Publishers have connections of their own, so the order is certain only from here.
        _ = try #require(await statuses.first { $0.header.run == second.run })
        // The end of the former run says nothing of its successor.
        try publish(.failed, by: first, in: bedroom)
        _ = try #require(await statuses.first { $0.body.state == .failed })

        let late = try test.connect(.tap, instance: "late")
        let retained = late.subscribeToAll()
        try await late.ready()
        await late.close()
        var runs: Set<UInt32> = []
        for try await received in retained {
            if case .message(let message) = received { runs.insert(message.header.run) }
        }
        #expect(!runs.contains(first.run) && !runs.isEmpty)
    }

    @Test("a stage without heartbeats is reported lost to present and late subscribers")
    func lost() async throws {
        let test = try TestBus()
        let tap = try test.connect(.tap)
        let statuses = tap.subscribe(StageStatus.self)
        try await tap.ready()
        let stage = try test.connect(.intent)
        try await stage.ready()
        try stage.publish(StageStatus(role: .intent, instance: "one", state: .ready, pid: 7, uptimeMs: 0))
        let lost = await statuses.first { $0.body.role == .intent && $0.body.state == .lost }
        #expect(lost?.body.instance == "one")
        #expect(lost?.body.problem != nil)
        let late = try test.connect(.tap, instance: "late")
        let again = late.subscribe(StageStatus.self)
        try await late.ready()
        #expect(await again.first { $0.body.role == .intent }?.body.state == .lost)
    }

    @Test("a status that cannot be read is the broker's problem, which names the stage and the field")
    func unreadableStatus() async throws {
        let test = try TestBus()
        let tap = try test.connect(.tap)
        let statuses = tap.subscribe(StageStatus.self)
        try await tap.ready()
        let header = Header(
            kind: StageStatus.kind, session: .default, source: try #require(Source(role: .intent, instance: "node-1")),
            run: 1, sequence: 0, retain: true)
        let body =
            #"{"role":"intent","instance":"node-1","state":"ready","pid":1,"uptimeMs":1,"counters":{"received":0}}"#
        try tap.publish(frames: RawMessage(header: header, body: Array(body.utf8)).frames)
        let broker = await statuses.first { $0.body.role == .broker && $0.body.problem != nil }
        let problem = broker?.body.problem ?? "none"
        #expect(problem.hasPrefix("intent/node-1: stage.status: ") && problem.contains("counters"), "\(problem)")
    }

    @Test("stages rejoin a broker that was killed and restarted, and publish their retained state again")
    func rejoin() async throws {
        let address = try TestBus.freshAddress()
        var test: TestBus? = try TestBus.at(address)
        let dispatcher = try #require(try test?.connect(.dispatch))
        let tap = try #require(try test?.connect(.tap))
        let catalogs = tap.subscribe(Catalog.self)
        try await dispatcher.ready()
        try await tap.ready()
        try dispatcher.publish(Catalog(app: "kitchen", commands: []))
        let first = try #require(await catalogs.first())
        test = nil
        let second = try TestBus.at(address)
        let again = try #require(await catalogs.first())
        #expect(again.body == first.body)
        #expect(again.stamp?.epoch == second.broker.epoch)
        let late = try second.connect(.intent)
        let lateCatalogs = late.subscribe(Catalog.self)
        try await late.ready()
        #expect(await lateCatalogs.first()?.body == first.body)
    }

    @Test("a late subscriber gets the catalog of a program whose namesake has stopped")
    func namesakeStops() async throws {
        let test = try TestBus()
        let (first, second) = (try test.connect(.dispatch), try test.connect(.dispatch))
        let early = try test.connect(.tap)
        let statuses = early.subscribe(StageStatus.self)
        let catalogs = early.subscribe(Catalog.self)
        try await early.ready()
        try await first.ready()
        try await second.ready()
        func status(_ state: StageStatus.State) -> StageStatus {
            StageStatus(role: .dispatch, instance: "test", state: state, pid: 7, uptimeMs: 0)
        }
        try first.publish(status(.ready))
        _ = try #require(await statuses.first { $0.header.run == first.run })
        try second.publish(status(.ready))
        try second.publish(Catalog(app: "kitchen", commands: []))
        #expect(await catalogs.first()?.header.run == second.run)
        try first.publish(status(.stopped))
        _ = try #require(await statuses.first { $0.header.run == first.run && $0.body.state == .stopped })

        let late = try test.connect(.tap, instance: "late")
        let retained = late.subscribe(Catalog.self)
        try await late.ready()
        await late.close()
        var apps: [String] = []
        for try await catalog in retained { apps.append(catalog.body.app) }
        #expect(apps == ["kitchen"])
    }

    @Test("a subscriber that speaks an older protocol of ZeroMQ is turned away, and the broker says so")
    func olderProtocol() async throws {
        let test = try TestBus()
        let tap = try test.connect(.tap)
        let statuses = tap.subscribe(StageStatus.self)
        try await tap.ready()
        let old = try RawSocket(try #require(test.address.directory) + "/subscribe")
        // The greeting of ZMTP 2.0: its signature, its revision, SUB as the type of the socket, and no identity.
        let isSent = old.write([0xFF] + [UInt8](repeating: 0, count: 7) + [1, 0x7F, 1, 2, 0, 0])
        #expect(isSent)
        let status = await statuses.first { $0.body.problem?.contains("does not speak ZMTP 3.0") == true }
        #expect(status?.body.role == .broker && (status?.body.counters.refused ?? 0) > 0)
        // The connection is open until here, so that it is the broker that has ended it.
        _ = old.write([0])
    }

    @Test("a message on the subscribers' port does not move subscriptions to another connection")
    func userMessage() async throws {
        let test = try TestBus()
        let intruder = try Intruder(address: test.address)
        for number in 0..<10 {
            for _ in 0..<20 { try intruder.send([[2]], thenSubscribe: "nothing/\(number)") }
            let bus = try test.connect(.tap)
            let partials = bus.subscribe(SpeechPartial.self)
            for _ in 0..<20 { try intruder.send([[2], [3]], thenSubscribe: "nothing/\(number)") }
            try await bus.ready()
            try bus.publish(SpeechPartial(text: "a", revision: number))
            #expect(await partials.first()?.body.revision == number)
        }
        let received = try intruder.receive()
        #expect(received == nil)
    }

    @Test("a kind that is not retained is not stored, whatever its header says")
    func notRetained() async throws {
        let test = try TestBus()
        let early = try test.connect(.intent)
        let heard = early.subscribe(SpeechPartial.self)
        try await early.ready()
        let speaker = try test.connect(.transcribe)
        try await speaker.ready()
        let header = Header(
            kind: SpeechPartial.kind, session: .default, source: Source(role: .transcribe, instance: "other")!, run: 7,
            sequence: 0, retain: true)
        let old = RawMessage(header: header, body: Array(#"{"text":"old","revision":0}"#.utf8))
        try speaker.publish(frames: old.frames)
        #expect(await heard.first()?.body.text == "old")
        let late = try test.connect(.tap)
        let partials = late.subscribe(SpeechPartial.self)
        try await late.ready()
        try speaker.publish(SpeechPartial(text: "new", revision: 0))
        #expect(await partials.first()?.body.text == "new")
    }

    @Test(
        "a barrier is not retained, whatever its header says, because it would confirm later subscriptions wrongly")
    func retainedBarrier() async throws {
        let test = try TestBus()
        let early = try test.connect(.tap)
        let heard = early.subscribe(Barrier.self)
        try await early.ready()
        let session = try #require(Session(rawValue: "intent.test.7.0"))
        let header = Header(
            kind: Barrier.kind, session: session, source: Source(role: .intent, instance: "test")!, run: 7,
            sequence: 0, retain: true)
        let frames = RawMessage(header: header, body: Array(#"{"attempt":0}"#.utf8)).frames
        try early.publish(frames: frames)
        #expect(await heard.first { $0.header.session == session } != nil)
        let late = try test.connect(.intent)
        let barriers = late.subscribe(Barrier.self, in: session)
        try await late.ready()
        try late.publish(Barrier(attempt: 1), session: session)
        #expect(await barriers.first()?.body.attempt == 1)
    }

    @Test("a subscriber that never reads does not slow the others")
    func stuckSubscriber() async throws {
        let test = try TestBus()
        let stuck = try StuckSubscriber(address: test.address)
        try stuck.subscribeToAll()
        let listener = try test.connect(.intent)
        let partials = listener.subscribe(SpeechPartial.self, buffer: 200_000)
        try await listener.ready()
        let speaker = try test.connect(.transcribe)
        try await speaker.ready()
        let text = String(repeating: "x", count: 1000)
        for number in 0..<50_000 {
            try speaker.publish(SpeechPartial(text: text, revision: number))
            // The loop waits for the reader now and then, so that only the stuck subscriber's queue
            // overflows.
            if number % 5000 == 4999 { _ = await partials.collect(5000) }
        }
        #expect(listener.counters.lost == 0)
        withExtendedLifetime(stuck) {}
    }
}
