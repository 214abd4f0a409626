import Foundation
import SaybusBroker
import SaybusBus
import SaybusMessages
import SaybusTesting
import Testing

@Suite("The files of an ipc bus", .timeLimit(.minutes(1)))
struct EndpointTests {
    private func removed(_ test: TestBus, _ remove: (String) throws -> Void) async throws {
        let directory = try #require(test.address.directory)
        let present = try test.connect(.tap)
        let statuses = present.subscribe(StageStatus.self)
        try await present.ready()
        try remove(directory)
        let status = await statuses.first { $0.body.problem?.contains("made them again") == true }
        #expect(status?.body.role == .broker)
        // A new client finds the bus, and the one that was there has lost nothing.
        let late = try test.connect(.transcribe)
        try await late.ready()
        let partials = present.subscribe(SpeechPartial.self)
        try await present.ready()
        try late.publish(SpeechPartial(text: "a", revision: 1))
        #expect(await partials.first()?.body.revision == 1)
        #expect(present.counters.lost == 0)
    }

    @Test("a broker whose sockets were removed makes them again, and keeps its connections")
    func sockets() async throws {
        try await removed(TestBus()) { directory in
            try FileManager.default.removeItem(atPath: directory + "/publish")
            try FileManager.default.removeItem(atPath: directory + "/subscribe")
        }
    }

    @Test("a broker whose directory was removed makes it again, locked, and no second broker starts meanwhile")
    func directory() async throws {
        let test = try TestBus()
        try await removed(test) { directory in
            try FileManager.default.removeItem(atPath: directory)
            // Before the broker has noticed.
            let error = #expect(throws: BrokerError.self) { try Broker(at: test.address, logger: TestBus.quiet) }
            #expect(error?.code == .addressInUse && error?.reason.contains("\(getpid())") == true)
        }
        let error = #expect(throws: BrokerError.self) { try Broker(at: test.address, logger: TestBus.quiet) }
        #expect(error?.code == .addressInUse)
    }

    @Test("others pass the directories that a broker makes above its own, but do not enter its own")
    func parents() throws {
        let folder = try TemporaryFolder()
        let broker = try Broker(at: BusAddress("ipc://\(folder.path)/a/b/bus/"), logger: TestBus.quiet)
        func mode(_ path: String) throws -> Int? {
            let attributes = try FileManager.default.attributesOfItem(atPath: folder.path(path))
            return (attributes[.posixPermissions] as? NSNumber)?.intValue
        }
        for path in ["a", "a/b"] { #expect(try mode(path).map { $0 & 0o011 } == 0o011, "\(path)") }
        #expect(try mode("a/b/bus") == 0o700)
        withExtendedLifetime(broker) {}
    }

    @Test("a broker whose directory another one has locked ends with the reason")
    func taken() async throws {
        let test = try TestBus()
        let directory = try #require(test.address.directory)
        // A broker in another network namespace shares the directory, but not the table of names. Its lock takes the
        // place of the former one at once: between a removal and a new one this broker could make its own again.
        let descriptor = open(directory + "/other", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        defer { close(descriptor) }
        try #require(flock(descriptor, LOCK_EX | LOCK_NB) == 0)
        try #require(rename(directory + "/other", directory + "/lock") == 0)
        var reasons: [String] = []
        for await reason in test.broker.failures { reasons.append(reason) }
        #expect(reasons.count == 1 && reasons.first?.contains("another broker") == true, "\(reasons)")
    }
}
