import Foundation
import SaybusBus
import SaybusMessages
import SaybusTesting
import Synchronization
import Testing

@Suite(
    "Programs of one bus in several process namespaces",
    .enabled(if: ProcessNamespace.isPossible, "unshare --pid needs root"), .serialized)
struct ProcessNamespaceTests {
    @Test("of two dispatchers, exactly one sends a remote app its command, and exactly one says not understood")
    func dispatchers() async throws {
        let rig = try Rig()
        try await rig.start(.broker)
        try await rig.start(.dispatch, ["--instance", "a"])
        // The other one is alone in its namespace, where it sees no process of the first one.
        let other = try ProcessNamespace.start(
            "saybus-dispatch",
            ["--bus", rig.address.url, "--app", rig.folder + "/app.yaml", "--instance", "b", "--wait", "30"])
        try await other.ready()
        try await rig.start(.audio)
        try await rig.start(.intent)
        let app = try Bus(at: rig.address, as: Source(role: .app, instance: "dice")!, logger: TestBus.quiet)
        let commands = app.subscribe(CommandInvoked.self)
        let ends = rig.client.subscribe(TurnEnded.self)
        let invoked = rig.client.subscribe(CommandInvoked.self)
        let intents = rig.client.subscribe(SpeechIntent.self)
        try await app.ready()
        try app.publish(Catalog(app: "dice", commands: [.init(type: "Roll", patterns: ["roll the dice"])]))
        try app.publish(StageStatus(role: .app, instance: "dice", state: .ready, pid: 1, uptimeMs: 0))
        try await rig.client.ready()

        // The intent stage has the app's catalog when it finds the command.
        var asked: TurnID?
        while asked == nil {
            let turn = try rig.publishText("roll the dice")
            let intent = await intents.first { $0.header.turn == turn }
            if try #require(intent).body.hypotheses.first?.app == "dice" { asked = turn }
        }
        let turn = try #require(asked)
        let command = try #require(await commands.first { $0.header.turn == turn })
        try app.publish(CommandResponse(feedback: "A six."), answering: command.header)
        #expect(await ends.first { $0.header.turn == turn }?.body.outcome == .handled)
        let lost = try rig.publishText("colourless green ideas")
        #expect(await ends.first { $0.header.turn == lost }?.body.outcome == .notUnderstood)
        // Whatever a second dispatcher does with these turns, it has done when it has ended.
        // unshare(1) itself leaves the signal alone, and ends with its child.
        kill(-other.processID, SIGTERM)
        try await other.exitCode()
        rig.send(.dispatch, SIGTERM)
        try await rig.client.ready()
        let after = try rig.client.publish(
            CommandInvoked(app: "end", type: "End", parameters: [:], confidence: 1, text: ""))
        let counted = Mutex(0)
        _ = try #require(
            await invoked.first { message in
                if message.header.turn == turn { counted.withLock { $0 += 1 } }
                return message.header.id == after.id
            })
        #expect(counted.withLock { $0 } == 1, "the command was sent once")
        try rig.client.publish(TurnEnded(outcome: .handled))
        let ended = Mutex(0)
        _ = try #require(
            await ends.first { message in
                if message.header.turn == lost { ended.withLock { $0 += 1 } }
                return message.header.turn == nil
            })
        #expect(ended.withLock { $0 } == 0, "it was said once")
    }
}

/// A process namespace of its own for a program, with its own `/proc`.
private enum ProcessNamespace {
    static let tool = "/usr/bin/unshare"
    private static let options = ["--pid", "--fork", "--kill-child", "--mount-proc"]

    /// Whether this process can make process namespaces, which needs root and is not possible in every container.
    static let isPossible: Bool = {
        guard geteuid() == 0, FileManager.default.isExecutableFile(atPath: tool) else { return false }
        return ProgramUnderTest.succeeds(tool, options + ["true"])
    }()

    /// Starts a program in a namespace.
    static func start(_ program: String, _ arguments: [String]) throws -> ProgramUnderTest {
        try ProgramUnderTest(tool, options + [ProgramUnderTest.path(of: program)] + arguments)
    }
}
