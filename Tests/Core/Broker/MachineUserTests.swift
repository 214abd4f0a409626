import Foundation
import SaybusBroker
import SaybusBus
import SaybusMessages
import SaybusSupport
import SaybusTesting
import Testing

/// Programs of another user than the broker's, whom the kernel names. The tests need root, to start them.
@Suite(
    "The users of this machine on an ipc bus",
    .enabled(if: geteuid() == 0, "needs root, to start programs of another user"))
struct MachineUserTests {
    /// A user without a login name.
    private static let guest: UInt32 = 54_321
    private static let folder = PackageFolder.containing().appending(path: "deploy/python").standardizedFileURL
    private static let python = ProcessInfo.processInfo.environment["SAYBUS_PYTHON"]

    /// A broker with a policy for users, in a directory that all users may enter.
    private final class SharedBus: Sendable {
        let address: BusAddress
        let broker: Broker
        private let folder: String

        /// Creates a bus.
        /// - Parameter prepare: A closure that is called before the broker starts.
        init(_ users: String, before prepare: (BusAddress) throws -> Void = { _ in }) throws {
            folder = NSTemporaryDirectory() + "saybus-users-" + UUID().uuidString.prefix(13).lowercased()
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o711])
            address = try BusAddress("ipc://\(folder)/bus")
            let security = BrokerSecurity(policy: try Self.policy(users, folder))
            try prepare(address)
            broker = try Broker(at: address, security: security, logger: TestBus.quiet)
        }

        deinit {
            broker.close()
            try? FileManager.default.removeItem(atPath: folder)
        }

        func reload(_ users: String) throws { broker.reload(try Self.policy(users, folder)) }

        private static func policy(_ users: String, _ folder: String) throws -> Policy {
            let file = folder + "/policy.yaml"
            try "users:\n\(users)\n".write(toFile: file, atomically: true, encoding: .utf8)
            // A umask of 002 would let the group write it.
            chmod(file, 0o644)
            return try Policy(file: file, keys: KeyDirectory(folder))
        }

        func connect(_ role: Role) throws -> Bus {
            try Bus(at: address, as: Source(role: role, instance: "test")!, logger: TestBus.quiet)
        }

        /// Starts a program as the guest.
        func start(_ path: String, _ arguments: [String]) throws -> ProgramUnderTest {
            let user = "\(MachineUserTests.guest)"
            return try ProgramUnderTest(
                "/usr/bin/setpriv", ["--reuid", user, "--regid", user, "--clear-groups", path] + arguments,
                environment: ["SAYBUS_BUS": address.url, "HOME": "/", "XDG_RUNTIME_DIR": ""])
        }
    }

    @Test("root may do everything; another user gets what the policy says, and is told what it refuses and why")
    func rights() async throws {
        let bus = try SharedBus("  guest: {unix: \(Self.guest), publish: [speech.transcript], subscribe: [turn.ended]}")
        let dispatch = try bus.connect(.dispatch)
        let transcripts = dispatch.subscribe(SpeechTranscript.self)
        let sound = dispatch.subscribe(AudioInput.self)
        try await dispatch.ready()
        #expect(dispatch.refusal == nil)
        let python = try #require(Self.python, "SAYBUS_PYTHON names no Python with pyzmq")
        let script = """
            import sys
            sys.path.insert(0, sys.argv[1])
            from saybus import Bus, BusError
            try:
                with Bus("console", "guest") as bus:
                    bus.connect(sys.argv[2], timeout=10)
                    bus.publish("speech.transcript", {"text": "hello", "confidence": 1, "engine": "text"})
                    bus.publish("command.response", {"isTerminal": True})
                    while not bus.counters["refused"]:
                        bus.receive(0.1)
            except BusError as error:
                print("error:", error, flush=True)
            """
        let allowed = try bus.start(
            python, ["-B", "-c", script, Self.folder.path(percentEncoded: false), "turn.ended"])
        let transcript = await transcripts.first()
        #expect(transcript?.body.text == "hello" && transcript?.stamp?.user == "guest", "\(allowed.report)")
        #expect(try await allowed.exitCode() == 0)
        #expect(
            allowed.lines(.standardError).contains { $0.contains("does not let \"guest\" publish command.response") },
            "\(allowed.report)")
        let curious = try bus.start(
            python, ["-B", "-c", script, Self.folder.path(percentEncoded: false), "audio.input"])
        try await curious.line { $0.contains("does not let \"guest\" subscribe to audio.input") }
        withExtendedLifetime(sound) {}
    }

    @Test("a stage that was started before the broker does not keep the users out, and what it remembers stays private")
    func earlierStage() throws {
        func mode(_ path: String) throws -> Int? {
            (try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? NSNumber)?.intValue
        }
        let bus = try SharedBus("  guest: {unix: \(Self.guest), publish: [barrier], subscribe: [stage.status]}") {
            try PrivateDirectory.create($0.turnFolder)
        }
        let directory = try #require(bus.address.directory)
        #expect(try mode(directory) == 0o711)
        #expect(try mode(bus.address.turnFolder) == 0o700)
    }

    @Test("a Swift program of a user whom the policy does not name is turned away, in words, until the policy names it")
    func strangers() async throws {
        let bus = try SharedBus("  other: {unix: 54322, publish: [\"*\"], subscribe: [\"*\"]}")
        let tap = try bus.connect(.tap)
        let statuses = tap.subscribe(StageStatus.self)
        try await tap.ready()
        let stranger = try bus.start(ProgramUnderTest.path(of: "saybus"), ["status", "--wait", "20"])
        #expect(try await stranger.exitCode(within: .seconds(30)) == 69)
        #expect(
            stranger.lines(.standardError).contains { $0.contains("our user (unix: \(Self.guest))") },
            "\(stranger.report)")
        #expect(await statuses.first { $0.body.problem?.contains("a program of \(Self.guest)") == true } != nil)
        try bus.reload("  guest: {unix: \(Self.guest), publish: [barrier], subscribe: [stage.status]}")
        let guest = try bus.start(ProgramUnderTest.path(of: "saybus"), ["status", "--wait", "20"])
        #expect(try await guest.exitCode(within: .seconds(30)) == 0, "\(guest.report)")
        let intent = try bus.start(ProgramUnderTest.path(of: "saybus-intent"), ["--wait", "20"])
        #expect(try await intent.exitCode(within: .seconds(30)) == 69)
        #expect(
            intent.lines(.standardError).contains {
                $0.contains("does not let \"guest\" subscribe to speech.transcript")
            },
            "\(intent.report)")
    }
}
