import Foundation
import SaybusBus
import SaybusMessages
import SaybusTesting
import Testing

@testable import SaybusTap

@Suite("The program saybus-tap replay")
struct ReplayProgramTests {
    /// Records a turn with an intent and a command.
    /// - Parameter life: Microseconds until the command's deadline.
    /// - Returns: The command's header.
    private static func record(_ test: TestBus, _ folder: RecordingFolder, life: Int64? = nil) async throws -> Header {
        let bus = try test.connect(.dispatch)
        try await bus.ready()
        let recorder = try await folder.record(test.address)
        let turn = TurnID()
        try bus.publish(ListenRequest(mode: .off))
        let intent = try bus.publish(SpeechIntent(text: "stop", hypotheses: [], engine: "x"), turn: turn)
        let command = try bus.publish(
            CommandInvoked(
                app: "a", type: "Stop", parameters: [:], confidence: 1, text: "stop",
                owner: Source(role: .app, instance: "old")), answering: intent,
            deadline: life.map { WallClock.microseconds() + $0 })
        try await bus.ready()
        try await folder.written(3, by: recorder)
        recorder.send(SIGTERM)
        #expect(try await recorder.exitCode() == 0)
        await bus.close()
        return command
    }

    @Test(
        "--only replays its kinds with new ids, source and number, a shifted deadline, and the recorded turn's id",
        arguments: ["0", "1"])
    func only(speed: String) async throws {
        let (test, folder) = (try TestBus(), try RecordingFolder())
        let recorded = try await Self.record(test, folder, life: 3_000_000)
        let observer = try test.connect(Role("observer"))
        let commands = observer.subscribe(CommandInvoked.self)
        let intents = observer.subscribe(SpeechIntent.self)
        try await observer.ready()
        let replay = try await folder.tap(
            "replay", folder.file, "--only", "command.invoked", "--speed", speed, "--bus", test.address.url)
        #expect(replay.code == 0, "\(replay.errors)")
        #expect(replay.errors.contains { $0.contains("not played: 1 listen.request") }, "\(replay.errors)")
        let message = try #require(await commands.first())
        #expect(message.body.owner == nil, "the program may have another name now")
        let played = message.header
        #expect(played.replays == recorded.turn && played.turn != recorded.turn && played.turn != nil)
        #expect(played.id != recorded.id && played.source.role == .tap && played.sequence == 0)
        #expect(played.at > recorded.at)
        #expect(abs(try #require(played.deadline) - played.at - 3_000_000) < 100_000)
        // The intent was not replayed, so it is not among the causes, and no intent is published.
        #expect(played.causes.isEmpty)
        try observer.publish(SpeechIntent(text: "mine", hypotheses: [], engine: "x"))
        #expect(await intents.first()?.body.text == "mine")
    }

    @Test(
        "--only plays messages outside turns of the chosen session alone, and none for a turn", arguments: ["0", "1"])
    func outsideTurns(speed: String) async throws {
        let (test, folder) = (try TestBus(), try RecordingFolder())
        _ = try await Self.record(test, folder)
        func errors(_ options: String...) async throws -> [String] {
            let replay = try ProgramUnderTest(
                "saybus-tap",
                ["replay", folder.file, "--only", "listen.request", "--speed", speed, "--bus", test.address.url]
                    + options)
            #expect(try await replay.exitCode() == 0)
            return replay.lines(.standardError)
        }
        #expect(try await errors("--session", "attic").contains { $0.contains(" 0 messages played") })
        #expect(try await errors("--turn", "0123456789ab").contains { $0.contains(" 0 messages played") })
        #expect(try await errors("--session", "default").contains { $0.contains(" 1 message played") })
    }

    @Test("a turn that is not in the recording is told from a recording without turns")
    func noTurn() async throws {
        let (test, folder) = (try TestBus(), try RecordingFolder())
        _ = try await Self.record(test, folder)
        let unknown = try await folder.tap("replay", folder.file, "--turn", "0123456789ab", "--bus", test.address.url)
        #expect(unknown.code == 66 && unknown.errors.contains { $0.contains("no such turn") }, "\(unknown.errors)")
        let none = try await folder.tap("replay", folder.file, "--bus", test.address.url)
        #expect(none.code == 66 && none.errors.contains { $0.contains("no turn to replay") }, "\(none.errors)")
        #expect(none.errors.contains { $0.contains("1 turn not played") }, "\(none.errors)")
    }

    @Test("a turn that does not end is reported with exit code 1; a signal ends a replay at once")
    func unended() async throws {
        let (test, folder) = (try TestBus(), try RecordingFolder())
        _ = try await Self.record(test, folder)
        let dispatch = try test.connect(.dispatch, instance: "silent")
        let intents = dispatch.subscribe(SpeechIntent.self)
        try await dispatch.ready()
        // Published before each replay, since a stage without a heartbeat for three seconds counts as lost.
        let status = StageStatus(role: .dispatch, instance: "silent", state: .ready, pid: 1, uptimeMs: 0)
        try dispatch.publish(status)
        let arguments = ["replay", folder.file, "--from", "intent", "--speed", "0", "--bus", test.address.url]
        let replay = try ProgramUnderTest("saybus-tap", arguments + ["--timeout", "0.2"])
        #expect(try await replay.exitCode() == 1)
        #expect(replay.lines().first?.contains("has not ended in time") == true, "\(replay.lines())")
        #expect(await intents.first() != nil)
        try dispatch.publish(status)
        let endless = try ProgramUnderTest("saybus-tap", arguments + ["--timeout", "600"])
        #expect(await intents.first() != nil)
        endless.send(SIGTERM)
        #expect(try await endless.exitCode() == 1)
        #expect(
            endless.lines(.standardError).last == "saybus-tap: 0 turns ended, interrupted, 1 turn not played",
            "\(endless.report)")
    }

    @Test(
        "an invalid command line exits with 64",
        arguments: [
            (["--only", "stage.status"], "start the stage"), (["--only", "speech.*"], "whole kind"),
            (["--only", "shadow.speech.transcript"], "--shadow"), (["--only", "lamp.state"], "no kind of the"),
            (["--speed", "-1"], "--speed takes 0"), (["--from", "audio"], "listen"), (["--timeout", "0"], "--timeout"),
        ])
    func usage(arguments: [String], words: String) async throws {
        let tap = try ProgramUnderTest("saybus-tap", ["replay", "a.db"] + arguments)
        #expect(try await tap.exitCode() == 64)
        #expect(tap.lines(.standardError).joined(separator: "\n").contains(words))
    }
}
