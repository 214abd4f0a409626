import Foundation
import SaybusBus
import SaybusMessages
import SaybusTesting
import Testing

@testable import SaybusAppFiles

@Suite("Timers of a running app", .timeLimit(.minutes(1)))
struct TimerProgramTests {
    private static let yaml = """
        app: k
        commands:
          Timer:
            patterns: ["set a timer for @length:Duration"]
            do:
              - after: {time: "{length}", do: [{log: "begun"}, {speak: "Ding."}]}
              - speak: "A timer for {length}, which is {length.seconds} seconds or {length.value}."
          Left: {patterns: [how long is left], do: [{remaining: {kind: timer}}, {speak: "{count}: {output}"}]}
          Cancel: {patterns: [cancel the timer], do: [{cancel: {kind: timer}}, {speak: "{output}"}]}
          Stop: {patterns: [stop], do: [{cancel: ringing}, {speak: "{count}"}]}
          Add: {patterns: ["buy @item"], do: [{list: {name: shopping, add: "{item}"}}, {speak: "{count}"}]}
          Read: {patterns: [read the list], do: [{list: {name: shopping, none: nothing}}, {speak: "{output}"}]}
        """

    private func rings(_ harness: AppHarness) -> [Message<AudioSequence>] {
        harness.recorder.all(AudioSequence.self).filter { $0.body.track == "alarm" }
    }

    @Test(
        "a timer rings on the alarm track of the room that set it until \"stop\", and a list and a timer survive a kill"
    )
    func whole() async throws {
        let harness = try await AppHarness(Self.yaml)
        let kitchen = try #require(Session(rawValue: "kitchen"))
        let spoken = try await harness.say("set a timer for ten minutes", in: kitchen).spoken
        #expect(spoken == "A timer for 10 minutes, which is 600 seconds or PT10M.")
        #expect(try await harness.say("buy milk").spoken == "1")
        #expect(try await harness.say("buy dark bread").spoken == "1")
        #expect(try await harness.say("how long is left").spoken == "0: No timer is set.")
        // The ringing is not played to its end, so that nothing is repeated.
        harness.audio.hold()
        let turn = TurnID()
        try harness.client.publish(
            SpeechTranscript(text: "set a timer for one second", confidence: 1, engine: "text"), session: kitchen,
            turn: turn)
        let ring = try #require(await harness.recorder.first(AudioSequence.self) { $0.body.track == "alarm" })
        #expect(ring.header.session == kitchen && ring.header.turn == nil)
        #expect(ring.body.spokenText == "Ding." && ring.body.bargeIn == .stop && ring.body.priority == 500)
        // Killed while it rings, it rings once more after the restart.
        harness.dispatch.send(SIGKILL)
        _ = try await harness.dispatch.exitCode()
        try harness.audio.release()
        harness.audio.hold()
        let again = try await harness.startAgain()
        _ = try #require(
            await harness.recorder.first(AudioSequence.self) {
                $0.body.track == "alarm" && $0.header.run != ring.header.run
            })
        try harness.audio.release()
        #expect(try await harness.say("stop", in: kitchen).spoken == "1")
        #expect(rings(harness).count(where: { $0.header.run != ring.header.run }) == 1)
        #expect(!again.report.contains("begun"), "the actions run once")
        _ = try #require(await harness.recorder.first(AudioControl.self) { $0.body.track == "alarm" })
        #expect(try await harness.say("stop", in: kitchen).spoken == "0")
        let left = try await harness.say("how long is left", in: kitchen).spoken ?? ""
        #expect(left.hasPrefix("1: The 10 minute timer has 9 minutes"), "\(left)")
        #expect(try await harness.say("cancel the timer", in: kitchen).spoken == "Cancelled: the 10 minute timer.")
        #expect(try await harness.say("read the list").spoken == "milk and dark bread")
    }

    @Test("\"stop\" is for the app that rings, and otherwise for the one whose name comes first")
    func twoApps() async throws {
        let harness = try await AppHarness(Self.yaml)
        let file = harness.folder + "/first.yaml"
        try "app: a\ncommands: {Halt: {patterns: [stop], do: [{speak: \"All right.\"}]}}"
            .write(toFile: file, atomically: true, encoding: .utf8)
        let other = try ProgramUnderTest(
            "saybus-dispatch", ["--bus", harness.test.address.url, "--instance", "a", "--app", file],
            environment: ["SAYBUS_STATE": harness.folder + "/state"])
        try await other.ready()
        _ = try #require(await harness.recorder.first(Catalog.self) { $0.body.app == "a" })
        try await harness.waitForIntentStage()
        #expect(try await harness.say("stop").spoken == "All right.")
        harness.audio.hold()
        try harness.client.publish(
            SpeechTranscript(text: "set a timer for one second", confidence: 1, engine: "text"), turn: TurnID())
        _ = try #require(await harness.recorder.first(AudioSequence.self) { $0.body.track == "alarm" })
        try harness.audio.release()
        #expect(try await harness.say("stop").spoken == "1")
        // The app's catalog without the ringing timer was published before the answer.
        #expect(try await harness.say("stop").spoken == "All right.")
    }

    @Test("\"stop\" for what rings does not wait for the end of an answer")
    func stopDuringAnAnswer() async throws {
        let harness = try await AppHarness(Self.yaml)
        // The answer that tells of the timer sounds on, and so does the ring.
        harness.audio.hold()
        let asking = TurnID()
        try harness.client.publish(
            SpeechTranscript(text: "set a timer for one second", confidence: 1, engine: "text"), turn: asking)
        _ = try #require(await harness.recorder.first(AudioSequence.self) { $0.body.track == "alarm" })
        try harness.client.publish(SpeechTranscript(text: "stop", confidence: 1, engine: "text"), turn: TurnID())
        let stop = try #require(await harness.recorder.first(AudioControl.self) { $0.body.track == "alarm" })
        // The double of the audio stage ends all that sounds, also the answer.
        let end = try #require(await harness.recorder.first(TurnEnded.self) { $0.header.turn == asking })
        let (stopped, ended) = (try #require(stop.stamp), try #require(end.stamp))
        #expect(stopped.offset < ended.offset, "\(end.body)")
    }

    @Test("while something rings, \"stop\" ends that and no question, neither of another app nor of the one that rings")
    func stopDuringAQuestion() async throws {
        let question = """
            {patterns: [ASK], do: [{ask: {kind: pattern, prompt: "Which?", \
            patterns: ["the @one:Number"], do: [{speak: "The {one}."}]}}]}
            """
        let harness = try await AppHarness(Self.yaml + "\n  Own: " + question.replacing("ASK", with: "own question"))
        let file = harness.folder + "/first.yaml"
        try ("app: a\ncommands:\n  Foreign: " + question.replacing("ASK", with: "foreign question"))
            .write(toFile: file, atomically: true, encoding: .utf8)
        let other = try ProgramUnderTest(
            "saybus-dispatch", ["--bus", harness.test.address.url, "--instance", "a", "--app", file],
            environment: ["SAYBUS_STATE": harness.folder + "/state"])
        _ = try #require(await harness.recorder.first(Catalog.self) { $0.body.app == "a" })
        try await harness.waitForIntentStage()
        for words in ["foreign question", "own question"] {
            harness.audio.hold()
            try harness.client.publish(
                SpeechTranscript(text: "set a timer for one second", confidence: 1, engine: "text"), turn: TurnID())
            let silenced = Set(harness.recorder.all(AudioControl.self).map(\.header.sequence))
            let rung = Set(rings(harness).map(\.header.sequence))
            _ = try await #require(
                harness.recorder.first(AudioSequence.self) {
                    $0.body.track == "alarm" && !rung.contains($0.header.sequence)
                })
            try harness.audio.release()
            let asked = TurnID()
            try harness.client.publish(SpeechTranscript(text: words, confidence: 1, engine: "text"), turn: asked)
            _ = try await #require(
                harness.recorder.first(VoiceRequestStatus.self) {
                    $0.header.turn == asked && $0.body.state == .listening
                })
            #expect(try await harness.say("stop").spoken == "1", "the timer is stopped during \(words)")
            _ = try await #require(
                harness.recorder.first(AudioControl.self) {
                    $0.body.track == "alarm" && !silenced.contains($0.header.sequence)
                })
            #expect(try await harness.say("the 2").spoken == "The 2.", "the question of \(words) stays")
        }
        _ = other
    }

    @Test("\"stop\" for what rings does not wait for the actions of an answered question")
    func stopDuringActions() async throws {
        let folder = NSTemporaryDirectory() + "saybus-pipe-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let pipe = folder + "/pipe"
        try #require(mkfifo(pipe, 0o600) == 0)
        let question = """
              Fruit:
                patterns: [fruit question]
                do:
                  - ask:
                      kind: string
                      prompt: Which?
                      as: fruit
                      do: [{exec: {run: [cat, \(pipe)], timeout: 60s}}, {speak: "The {fruit}."}]
            """
        let harness = try await AppHarness(Self.yaml + "\n" + question)
        harness.audio.hold()
        try harness.client.publish(
            SpeechTranscript(text: "set a timer for one second", confidence: 1, engine: "text"), turn: TurnID())
        _ = try #require(await harness.recorder.first(AudioSequence.self) { $0.body.track == "alarm" })
        try harness.audio.release()
        #expect(try await harness.say("fruit question").spoken == "Which?")
        let answer = TurnID()
        try harness.client.publish(SpeechTranscript(text: "apple", confidence: 1, engine: "text"), turn: answer)
        // Opens when the program begins to read. While the test holds it open, the program goes on.
        let writer = await withCheckedContinuation { opened in
            DispatchQueue.global().async { opened.resume(returning: open(pipe, O_WRONLY | O_CLOEXEC)) }
        }
        try #require(writer >= 0)
        #expect(try await harness.say("stop").spoken == "1")
        #expect(harness.recorder.all(TurnEnded.self).allSatisfy { $0.header.turn != answer })
        close(writer)
        let end = try #require(await harness.recorder.first(TurnEnded.self) { $0.header.turn == answer })
        #expect(end.body.spoken == "The apple.")
    }

    @Test("a timer that becomes due between a kill and the next start rings once after it")
    func between() async throws {
        let harness = try await AppHarness(Self.yaml)
        #expect(try await harness.say("set a timer for three seconds").outcome == .handled)
        harness.dispatch.send(SIGKILL)
        _ = try await harness.dispatch.exitCode()
        harness.audio.hold()
        let again = try await harness.startAgain()
        let ring = try #require(await harness.recorder.first(AudioSequence.self) { $0.body.track == "alarm" })
        #expect(ring.body.spokenText == "Ding.")
        try harness.audio.release()
        #expect(try await harness.say("stop").spoken == "1")
        #expect(rings(harness).count == 1)
        again.send(SIGTERM)
        #expect(try await again.exitCode() == 0)
    }

    @Test(
        "a timer rings once beside a second dispatcher with the same app, and by the second one when the first is killed"
    )
    func secondDispatcher() async throws {
        let harness = try await AppHarness(Self.yaml)
        let other = try ProgramUnderTest(
            "saybus-dispatch", ["--bus", harness.test.address.url, "--instance", "zz", "--app", harness.file],
            environment: ["SAYBUS_STATE": harness.folder + "/state"])
        try await other.ready()
        harness.audio.hold()
        try harness.client.publish(
            SpeechTranscript(text: "set a timer for one second", confidence: 1, engine: "text"), turn: TurnID())
        let ring = try #require(await harness.recorder.first(AudioSequence.self) { $0.body.track == "alarm" })
        harness.dispatch.send(SIGKILL)
        _ = try await harness.dispatch.exitCode()
        let next = try #require(
            await harness.recorder.first(AudioSequence.self) {
                $0.body.track == "alarm" && $0.header.source.instance == "zz"
            }, "\(other.report)")
        let lost = try #require(
            await harness.recorder.first(StageStatus.self) { $0.body.instance == "d" && $0.body.state == .lost })
        #expect(ring.header.source.instance == "d" && next.body.spokenText == "Ding.")
        #expect(next.header.at > lost.header.at, "it rang beside the first one")
        #expect(!other.report.contains("begun"), "the actions run once")
        try harness.audio.release()
        #expect(try await harness.say("stop").spoken == "1")
    }

    @Test("the status tells of a folder in which a timer could not be kept")
    func unwritable() async throws {
        let harness = try await AppHarness(Self.yaml)
        let folder = harness.folder + "/state"
        try? FileManager.default.removeItem(atPath: folder)
        // A file in the place of the folder: the superuser may write everywhere.
        try Data().write(to: URL(fileURLWithPath: folder))
        #expect(try await harness.say("set a timer for ten minutes").outcome == .failed)
        let told = await harness.recorder.first(StageStatus.self) {
            $0.body.role == .dispatch && $0.body.problem?.contains("cannot be used") == true
        }
        let time = try #require(told, "\(harness.dispatch.report)").header.at
        try FileManager.default.removeItem(atPath: folder)
        #expect(try await harness.say("set a timer for ten minutes").outcome == .handled)
        let later = await harness.recorder.first(StageStatus.self) {
            $0.body.role == .dispatch && $0.header.at > time && $0.body.problem?.contains("cannot be used") != true
        }
        #expect(later != nil, "\(harness.dispatch.report)")
    }

    @Test("the status tells from the start of a folder in which no timer can be kept")
    func unwritableFromStart() async throws {
        let harness = try await AppHarness(Self.yaml, environment: ["SAYBUS_STATE": "/dev/null"])
        let told = await harness.recorder.first(StageStatus.self) {
            $0.body.role == .dispatch && $0.body.problem?.contains("/dev/null/k-") == true
        }
        #expect(told != nil, "\(harness.dispatch.report)")
    }

    @Test("the status tells of timers that cannot be read also after the app's file has changed")
    func unreadable() async throws {
        let harness = try await AppHarness(Self.yaml)
        #expect(try await harness.say("set a timer for ten minutes").outcome == .handled)
        harness.dispatch.send(SIGTERM)
        #expect(try await harness.dispatch.exitCode() == 0)
        let path = AppStore.path(of: "k", bus: harness.test.address, in: harness.folder + "/state")
        #expect(FileManager.default.fileExists(atPath: path))
        try String(repeating: "no database ", count: 100).write(toFile: path, atomically: true, encoding: .utf8)
        let again = try await harness.startAgain()
        let told = try #require(
            await harness.recorder.first(StageStatus.self) {
                $0.body.problem?.contains("cannot be used: file is not a database") == true
            }, "\(again.report)")
        // The file has been looked at for the first change when the catalog has the second one.
        for name in ["Alpha", "Beta"] {
            try harness.rewrite(Self.yaml + "\n  \(name): {patterns: [a new command], do: [{speak: New.}]}\n")
            _ = try #require(
                await harness.recorder.first(Catalog.self) { $0.body.commands.contains { $0.type == name } })
        }
        let later = harness.recorder.all(StageStatus.self).filter {
            $0.header.source == told.header.source && $0.header.run == told.header.run && $0.header.at >= told.header.at
        }
        #expect(later.allSatisfy { $0.body.problem == told.body.problem })
    }

    @Test("a dispatcher that stood still, and steps back for its successor, no longer rings")
    func stoodStill() async throws {
        let harness = try await AppHarness(Self.yaml, options: ["--standby"])
        let other = try ProgramUnderTest(
            "saybus-dispatch",
            ["--bus", harness.test.address.url, "--instance", "zz", "--app", harness.file, "--standby"],
            environment: ["SAYBUS_STATE": harness.folder + "/state"])
        _ = try #require(
            await harness.recorder.first(StageStatus.self) { $0.body.instance == "zz" && $0.body.state == .standby })
        try harness.client.publish(
            SpeechTranscript(text: "set a timer for one second", confidence: 1, engine: "text"), turn: TurnID())
        _ = try #require(await harness.recorder.first(AudioSequence.self) { $0.body.track == "alarm" })
        harness.dispatch.send(SIGSTOP)
        let taken = try #require(
            await harness.recorder.first(AudioSequence.self) {
                $0.body.track == "alarm" && $0.header.source.instance == "zz"
            }, "\(other.report)")
        harness.dispatch.send(SIGCONT)
        let back = try #require(
            await harness.recorder.first(StageStatus.self) {
                $0.body.instance == "d" && $0.body.state == .standby && $0.header.at > taken.header.at
            }, "\(harness.dispatch.report)")
        // Two more rings of the successor; the other one would ring as often.
        var last = back.header.at
        for _ in 0..<2 {
            let former = last
            last = try #require(
                await harness.recorder.first(AudioSequence.self) {
                    $0.body.track == "alarm" && $0.header.source.instance == "zz" && $0.header.at > former
                }, "\(other.report)"
            ).header.at
        }
        #expect(!rings(harness).contains { $0.header.source.instance == "d" && $0.header.at > back.header.at })
        #expect(try await harness.say("stop").spoken == "1")
    }
}
