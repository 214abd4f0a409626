import Foundation
import SaybusBroker
import SaybusBus
import SaybusMessages
import SaybusStage
import SaybusTerminal
import SaybusTesting
import Testing

@testable import SaybusOperations

@Suite("saybus status")
struct StatusTests {
    @Test("every stage is shown with its state, in pipeline order")
    func table() async throws {
        let test = try TestBus()
        let stages = [
            try await StageDouble(.audio, on: test), try await StageDouble(Role("zebra"), on: test, state: .failed),
            try await StageDouble.intent(on: test, catalogRevision: "test@1"),
        ]
        let page = Page()
        try await Status(at: test.address).run(output: page.output)
        let roles = page.lines.dropFirst(2).map { String($0.split(separator: " ")[0]) }
        #expect(roles.filter { $0 != "broker" } == ["intent", "audio", "zebra"])
        let intent = try #require(page.lines.first { $0.hasPrefix("intent") })
        #expect(
            intent.contains("ready") && intent.contains("double") && intent.contains("1 min 01 s")
                && intent.contains("test@1"))
        withExtendedLifetime(stages) {}
    }

    @Test("a required stage that is not ready is a failure, after the table has been shown")
    func required() async throws {
        let test = try TestBus()
        let stages = [try await StageDouble.intent(on: test)]
        try await Status(at: test.address, required: ["intent"]).run(output: Page().output)
        let page = Page()
        let failure = await #expect(throws: StageFailure.self) {
            try await Status(at: test.address, required: ["intent", "listen"]).run(output: page.output)
        }
        #expect(failure?.code == .unavailable && failure?.reason.contains("no listen stage is ready") == true)
        let unknown = await #expect(throws: StageFailure.self) {
            try await Status(at: test.address, required: ["hearing"]).run(output: page.output)
        }
        #expect(
            unknown?.reason.hasSuffix("no program of Saybus has the role hearing") == true, "\(unknown?.reason ?? "")")
        #expect(page.text.contains("intent"))
        withExtendedLifetime(stages) {}
    }

    @Test("a share of the conversations without a replica is told of, and a role is required for all of them")
    func shares() async throws {
        func statuses(_ states: [(share: String?, state: StageStatus.State)]) -> [StageStatus] {
            states.enumerated().map { index, stage in
                StageStatus(
                    role: .intent, instance: "i\(index)", state: stage.state, pid: 1, uptimeMs: 1,
                    coverage: SessionScope(share: stage.share.flatMap(BucketShare.init(rawValue:))))
            }
        }
        func troubles(_ states: [(share: String?, state: StageStatus.State)]) -> [String] {
            UnservedConversations.list(statuses(states)).map(\.trouble)
        }
        #expect(
            troubles([("0/3", .ready), ("0/3", .standby)]).first?.contains("for 66 % of the conversations") == true)
        #expect(troubles([("0/2", .ready), ("1/2", .standby)]).count == 1)
        #expect(troubles([("0/2", .ready), ("1/4", .ready), ("3/4", .ready)]).isEmpty)
        #expect(troubles([("0/2", .ready), (nil, .ready)]).isEmpty && troubles([("0/2", .standby)]).isEmpty)
        let test = try TestBus()
        let replica = try test.connect(.intent, instance: "i")
        try await replica.ready()
        try replica.publish(statuses([("0/2", .ready)])[0])
        let page = Page()
        let failure = await #expect(throws: StageFailure.self) {
            try await Status(at: test.address, wait: .seconds(1), required: ["intent"]).run(output: page.output)
        }
        #expect(failure?.code == .unavailable && page.text.contains("no stage is ready for 50 % of the conversations"))
    }

    @Test("stages that have failed are shown for ten minutes, and longer only with the option for all")
    func failed() async throws {
        let test = try TestBus()
        let bus = try test.connect(.intent)
        try await bus.ready()
        let now = WallClock.microseconds()
        for (instance, state, minutes) in [
            ("old", StageStatus.State.failed, 11), ("new", .failed, 9), ("broken", .failed, 11), ("well", .ready, 11),
        ] {
            let status = StageStatus(role: .intent, instance: instance, state: state, pid: 1, uptimeMs: 0)
            var header = Header(
                kind: StageStatus.kind, session: .default, source: Source(role: .intent, instance: instance)!,
                run: bus.run, sequence: 0, at: now - Int64(minutes) * 60_000_000, retain: true)
            let body = try status.wire(header: &header)
            try bus.publish(frames: RawMessage(header: header, body: body).frames)
        }
        try await bus.ready()
        for (showsAll, shown) in [(false, ["new", "well"]), (true, ["broken", "new", "old", "well"])] {
            let page = Page()
            try await Status(at: test.address, showsAll: showsAll).run(output: page.output)
            let instances = page.lines.filter { $0.hasPrefix("intent") }.map { $0.split(separator: " ")[1] }
            #expect(instances == shown.map { $0[...] })
        }
    }

    @Test("the JSON is a list of statuses that conforms to the schema")
    func json() async throws {
        let test = try TestBus()
        let stage = try await StageDouble(.audio, on: test)
        let page = Page()
        try await Status(at: test.address, isJSON: true).run(output: page.output)
        let stages = try JSONDecoder().decode([StageStatus].self, from: Data(page.text.utf8))
        #expect(stages.contains { $0.role == .audio && $0.state == .ready })
        withExtendedLifetime(stage) {}
    }

    @Test("states are coloured, and a stage's text cannot control the terminal")
    func colours() async throws {
        let test = try TestBus()
        let stage = try await StageDouble(.audio, on: test, state: .failed, catalogRevision: "\u{1B}[2J")
        let page = Page(isColoured: true)
        try await Status(at: test.address).run(output: page.output)
        #expect(page.text.contains("\u{1B}[31mfailed\u{1B}[0m"))
        #expect(!page.text.contains("\u{1B}[2J"))
        withExtendedLifetime(stage) {}
    }

    @Test("watching shows changes until it is cancelled")
    func watch() async throws {
        let test = try TestBus()
        let stage = try await StageDouble(.audio, on: test)
        let (seen, sight) = AsyncStream.makeStream(of: String.self)
        let watching = Task {
            try await Status(at: test.address, watches: true).run(output: TextOutput { sight.yield($0) })
        }
        #expect(await seen.first { $0.contains("audio") && $0.contains("ready") } != nil)
        try stage.update { $0.state = .draining }
        #expect(await seen.first { $0.contains("draining") } != nil)
        watching.cancel()
        _ = await watching.result
    }

    @Test("watching tells when the broker is silent, and its return")
    func silentBroker() async throws {
        let test = try TestBus()
        let (seen, sight) = AsyncStream.makeStream(of: String.self)
        let watching = Task {
            try await Status(at: test.address, watches: true).run(output: TextOutput { sight.yield($0) })
        }
        #expect(await seen.first { $0.contains("ready") && !$0.contains("silent") } != nil)
        test.broker.close()
        #expect(await seen.first { $0.contains("✗ the broker is silent") } != nil)
        let restarted = try TestBus.at(test.address)
        #expect(await seen.first { $0.contains("ready") && !$0.contains("silent") } != nil)
        watching.cancel()
        _ = await watching.result
        withExtendedLifetime((test, restarted)) {}
    }

    @Test("a silent broker is shown as lost")
    func lostBroker() {
        let statuses = [Role.broker, .intent].map {
            StageStatus(role: $0, instance: "one", state: .ready, pid: 1, uptimeMs: 1)
        }
        let report = StatusReport(statuses, isSilent: true)
        #expect(report.stages.map(\.state) == [.lost, .ready])
        #expect(StatusReport(statuses).stages.map(\.state) == [.ready, .ready])
        #expect(report.lines(Style(isColoured: false)).last?.hasPrefix("✗ the broker is silent") == true)
    }

    @Test("a bus of another user is told as such, and with what helps: a pipeline of one's own would not")
    func foreign() throws {
        let address = try BusAddress("ipc:///run/saybus")
        let known = ClientConnection.noBroker(address, .forbidden(owner: "saybus")).reason
        #expect(known.contains("belongs to the user saybus; run this as that user"), "\(known)")
        #expect(known.contains("with sudo -u saybus and --bus ipc:///run/saybus"), "\(known)")
        let unknown = ClientConnection.noBroker(address, .forbidden(owner: nil)).reason
        #expect(unknown.contains("as the user of its broker") && !unknown.contains("saybus up"), "\(unknown)")
    }

    @Test("where the services of the machine have a bus, it is named to who looks for one and finds none")
    func services() throws {
        let folder = try TemporaryFolder()
        let address = try BusAddress.chosen(nil)
        func reason(_ address: BusAddress, _ path: String) -> String {
            ClientConnection.noBroker(address, .absent("there is no socket"), services: ServicePlaces(bus: path)).reason
        }
        #expect(reason(address, folder.path).hasSuffix("give --bus ipc://\(folder.path), with sudo -u saybus"))
        #expect(!reason(address, folder.path("none")).contains("services"))
        #expect(try !reason(BusAddress("ipc:///nowhere/at/all"), folder.path).contains("services"), "it was chosen")
    }

    @Test("a socket on which no process listens is reported at once as a missing broker")
    func stale() async throws {
        let address = try TestBus.freshAddress()
        let directory = try #require(address.directory)
        try FileManager.default.createDirectory(
            atPath: directory, withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let absent = await #expect(throws: BusError.self) { try await Status(at: address).run(output: Page().output) }
        #expect(absent?.code == .noBroker && absent?.reason.contains("there is no socket") == true)
        let broker = try TestBus.at(address)
        broker.broker.close()
        let closed = await #expect(throws: BusError.self) { try await Status(at: address).run(output: Page().output) }
        #expect(closed?.code == .noBroker)
    }
}
