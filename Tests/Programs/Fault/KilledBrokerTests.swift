import Foundation
import SaybusBus
import SaybusMessages
import SaybusTesting
import Synchronization
import Testing

/// Rounds of each test: 5, or the number in `SAYBUS_TEST_ROUNDS`.
private let rounds = ProcessInfo.processInfo.environment["SAYBUS_TEST_ROUNDS"].flatMap { Int($0) } ?? 5

@Suite("kill -9 of the broker while stages have a backlog", .serialized)
struct KilledBrokerTests {
    /// A broker and stages as processes, on a bus of any transport, with or without keys.
    private struct Bench {
        let folder = NSTemporaryDirectory() + "saybus-backlog-" + UUID().uuidString.prefix(13).lowercased()
        let address: BusAddress
        let environment: [String: String]
        let brokerOptions: [String]
        let client: Bus
        let statuses: Subscription<StageStatus>

        init(isLocal: Bool, hasKeys: Bool) throws {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            var address = isLocal ? try BusAddress("ipc://\(folder)/bus") : try FreePort.busAddress()
            if hasKeys {
                let keys = KeyDirectory(folder + "/saybus/keys")
                for name in ["broker", "all"] { _ = try keys.make(name) }
                try "users:\n  all: {publish: ['*'], subscribe: ['*']}\n".write(
                    toFile: folder + "/policy.yaml", atomically: true, encoding: .utf8)
                brokerOptions = ["--key", "broker", "--policy", folder + "/policy.yaml"]
                environment = ["XDG_CONFIG_HOME": folder, "SAYBUS_KEY": "all", "SAYBUS_SERVER_KEY": "broker"]
                address.credentials = try Credentials(keys.secret("all"), serverKey: keys.publicKey("broker"))
            } else {
                brokerOptions = isLocal ? [] : ["--insecure"]
                environment = [:]
            }
            self.address = address
            client = try Bus(
                at: address, as: Source(role: .console, instance: "test")!, logger: TestBus.quiet)
            statuses = client.subscribe(StageStatus.self)
        }

        func start(_ role: Role, _ options: [String]) throws -> ProgramUnderTest {
            // The broker reads its own key, and must not take that of a client.
            let variables = role == .broker ? environment.filter { $0.key == "XDG_CONFIG_HOME" } : environment
            return try ProgramUnderTest(
                "saybus-\(role)", ["--bus", address.url] + options, environment: variables)
        }

        /// Waits until the given stages have published their status through a broker.
        func expectStages(_ names: [String], at broker: Int32, _ comment: String) async {
            let epoch = await statuses.first { $0.body.role == .broker && $0.body.pid == Int(broker) }?.stamp?.epoch
            #expect(epoch != nil)
            let missing = Mutex(Set(names))
            _ = await statuses.first { status in
                missing.withLock { missing in
                    if status.stamp?.epoch == epoch, status.body.state == .ready {
                        missing.remove(status.body.instance)
                    }
                    return missing.isEmpty
                }
            }
            #expect(missing.withLock { $0 } == [], "\(comment)")
        }
    }

    @Test(
        "stages whose connection is lost while they read a backlog survive, and rejoin the new broker",
        arguments: [true, false], [false, true])
    func backlog(isLocal: Bool, hasKeys: Bool) async throws {
        let bench = try Bench(isLocal: isLocal, hasKeys: hasKeys)
        defer { try? FileManager.default.removeItem(atPath: bench.folder) }
        var broker = try bench.start(.broker, bench.brokerOptions)
        try await broker.ready()
        let names = ["one", "two", "three", "four"]
        let stages = try names.map { try bench.start(.intent, ["--instance", $0]) }
        for stage in stages { try await stage.ready() }
        try await bench.client.ready()
        for round in 1...rounds {
            for stage in stages { stage.send(SIGSTOP) }
            for _ in 0..<700 { try bench.client.publish(Receipt(of: AudioSequence.kind)) }
            // This client's barrier returns after the broker has forwarded them.
            try await bench.client.ready()
            broker.send(SIGKILL)
            #expect(try await broker.exitCode() == 128 + SIGKILL)
            for stage in stages { stage.send(SIGCONT) }
            broker = try bench.start(.broker, bench.brokerOptions)
            try await broker.ready()
            await bench.expectStages(names, at: broker.processID, "round \(round)")
            for stage in stages { try #require(stage.isRunning, "round \(round): \(stage.report)") }
        }
        for stage in stages { stage.send(SIGTERM) }
        for stage in stages { #expect(try await stage.exitCode() == 0, "\(stage.report)") }
    }
}
