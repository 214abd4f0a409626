import Foundation
import SaybusBus
import SaybusMessages
import SaybusTesting
import Testing

@testable import SaybusOperations

@Suite("saybus purge")
struct PurgeTests {
    /// Returns whether a file has a text somewhere.
    private func contains(_ path: String, _ text: String) throws -> Bool {
        try Data(contentsOf: URL(fileURLWithPath: path)).firstRange(of: Data(text.utf8)) != nil
    }

    /// Records a turn in each of two rooms.
    private func record(to recording: String, on bus: String) async throws {
        let broker = try ProgramUnderTest("saybus-broker", ["--bus", bus])
        try await broker.line(on: .standardError) { $0.hasPrefix("ready ") }
        let recorder = try ProgramUnderTest("saybus-tap", ["record", recording, "--bus", bus])
        try await recorder.line(on: .standardError) { $0.hasPrefix("ready ") }
        let client = try Bus(
            at: BusAddress(bus), as: try #require(Source(role: .console, instance: "test")), logger: TestBus.quiet)
        try await client.ready()
        for (session, text) in [("hall", "hall secret"), ("den", "den secret")] {
            let room = try #require(Session(rawValue: session))
            try client.publish(SpeechPartial(text: text, revision: 0), session: room, turn: TurnID())
        }
        try await client.ready()
        await client.close()
        recorder.send(SIGTERM)
        #expect(try await recorder.exitCode() == 0)
        broker.send(SIGTERM)
        _ = try await broker.exitCode()
    }

    @Test("a folder that cannot be read is named, and what is in it does not pass for not stored")
    func unreadableFolder() async throws {
        let folder = try TemporaryFolder()
        // A link to itself, since nothing is closed to root.
        let state = folder.path + "/state"
        try FileManager.default.createSymbolicLink(atPath: state, withDestinationPath: state)
        let purge = try ProgramUnderTest(
            "saybus", ["purge", "hall", "--bus", "ipc://\(folder.path)/bus"], environment: ["SAYBUS_STATE": state])
        #expect(try await purge.exitCode() == 74)
        #expect(purge.lines().isEmpty)
        #expect(purge.lines(.standardError).last?.contains("\(state) cannot be read") == true, "\(purge.report)")
    }

    @Test(
        "the apps' values, the timers, the recorded messages and the turns of one conversation are removed, and no others"
    )
    func purge() async throws {
        let folder = try TemporaryFolder()
        let state = folder.path + "/state"
        for app in ["kitchen", "player"] {
            try FileManager.default.createDirectory(atPath: "\(state)/apps/\(app)", withIntermediateDirectories: true)
            for session in ["hall", "den"] { try folder.write("state/apps/\(app)/\(session).json", "{}") }
        }
        try FileManager.default.createDirectory(atPath: folder.path + "/bus/turns", withIntermediateDirectories: true)
        chmod(folder.path + "/bus", 0o700)
        let journal = try folder.write("bus/turns/kitchen.1.2.jsonl", #"{"intent":"{\"session\":\"hall\"}"}"# + "\n")
        let other = try folder.write("bus/turns/kitchen.1.3.jsonl", #"{"session":"den","text":"hall"}"# + "\n")
        let bus = "ipc://\(folder.path)/bus"
        let recording = folder.path + "/evening.db"
        try await record(to: recording, on: bus)

        func saybus(_ arguments: [String]) async throws -> ProgramUnderTest {
            let program = try ProgramUnderTest(
                "saybus", arguments + ["--bus", bus, "--recording", recording], environment: ["SAYBUS_STATE": state])
            #expect(try await program.exitCode() == 0, "\(program.report)")
            return program
        }
        #expect(try contains(recording, "hall secret"))
        let trial = try await saybus(["purge", "hall", "--dry-run"])
        #expect(
            trial.lines().count == 4 && trial.lines().allSatisfy { $0.hasPrefix("would remove ") }, "\(trial.report)")
        let purge = try await saybus(["purge", "hall"])
        #expect(purge.lines().count == 4 && purge.lines().contains("removed 1 recorded message: \(recording)"))
        #expect(try contains(recording, "hall secret") == false)
        #expect(try contains(recording, "den secret"))
        #expect(!FileManager.default.fileExists(atPath: state + "/apps/kitchen/hall.json"))
        #expect(FileManager.default.fileExists(atPath: state + "/apps/player/den.json"))
        #expect(!FileManager.default.fileExists(atPath: journal) && FileManager.default.fileExists(atPath: other))
        let again = try await saybus(["purge", "hall"])
        #expect(again.lines() == ["nothing is stored about hall"])
        let missing = try ProgramUnderTest("saybus", ["purge", "hall", "--recording", folder.path + "/none.db"])
        #expect(try await missing.exitCode() == 66)
        // Nothing is removed from the first one then.
        let second = try ProgramUnderTest(
            "saybus", ["purge", "den", "--recording", recording, "--recording", folder.path + "/none.db"])
        #expect(try await second.exitCode() == 66)
        #expect(try contains(recording, "den secret"))
    }

    @Test("the files of programs that run are left alone, and named")
    func inUse() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("listen-x.1.open", "0 hall 1\n")
        let session = try #require(Session(rawValue: "hall"))
        let descriptor = open(path, O_RDWR)
        #expect(flock(descriptor, LOCK_EX | LOCK_NB) == 0)
        #expect(TurnFilePurge.purge(session, in: folder.path, isTrial: false).inUse == [path])
        close(descriptor)
        #expect(TurnFilePurge.purge(session, in: folder.path, isTrial: false).removed == [path])
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test("the file that a killed program was writing anew in place of its journal is removed, too")
    func unfinished() throws {
        let folder = try TemporaryFolder()
        let question = #"{"question":{"state":"listening"},"session":"hall","at":1}"#
        let path = try folder.write("kitchen.1.2.jsonl.new", question + "\n")
        let (hall, den) = (try #require(Session(rawValue: "hall")), try #require(Session(rawValue: "den")))
        #expect(TurnFilePurge.purge(den, in: folder.path, isTrial: false).removed.isEmpty)
        #expect(TurnFilePurge.purge(hall, in: folder.path, isTrial: false).removed == [path])
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test("files of other buses stay, and are named with the option that takes them, too")
    func otherBuses() async throws {
        let folder = try TemporaryFolder()
        // A file that cannot be read may have timers of the conversation.
        let file = try folder.write("kitchen-12ab.sqlite", String(repeating: "no database ", count: 100))
        let arguments = ["purge", "hall", "--bus", "ipc://\(folder.path)/bus"]
        let environment = ["SAYBUS_STATE": folder.path]
        let purge = try ProgramUnderTest("saybus", arguments, environment: environment)
        #expect(try await purge.exitCode() == 0, "\(purge.report)")
        #expect(purge.lines() == ["nothing is stored about hall on the bus ipc://\(folder.path)/bus"])
        let hint = purge.lines(.standardError).first { $0.contains(file) }
        #expect(hint?.contains("--all-buses") == true, "\(purge.report)")
        let all = try ProgramUnderTest("saybus", arguments + ["--all-buses"], environment: environment)
        #expect(try await all.exitCode() == 74, "\(all.report)")
    }

    @Test("what the services of the machine store is not passed over in silence")
    func services() async throws {
        let folder = try TemporaryFolder()
        let session = try #require(Session(rawValue: "hall"))
        let address = try BusAddress("ipc://\(folder.path)/bus")
        func notes(in state: String, services: String) async throws -> String {
            var purge = Purge(session, at: address, folder: state)
            purge.services.state = services
            let page = Page()
            try await purge.run([], isJSON: false, output: Page().output, notes: page.output)
            return page.text
        }
        let command = "sudo -u saybus env SAYBUS_STATE=\(folder.path) saybus purge hall --bus ipc:///run/saybus"
        #expect(try await notes(in: folder.path("own"), services: folder.path).contains(command))
        #expect(try await notes(in: folder.path + "/", services: folder.path).isEmpty)
        #expect(try await notes(in: folder.path("own"), services: folder.path("none")).isEmpty)
    }
}
