import Foundation
import SaybusBus
import SaybusMessages
import SaybusTesting
import Testing

@testable import SaybusConversation

@Suite("Reloading an app file")
struct AppReloadTests {
    private func app(_ word: String, extra: String = "") -> String {
        "app: live\ncommands:\n  Go: {patterns: [\(word)], do: [{speak: \"\(word)!\"}]}\n\(extra)"
    }

    @Test(
        "a changed file is loaded at once; an invalid file is refused with its line, and the previous app continues"
    )
    func reload() async throws {
        let harness = try await AppHarness(app("one"))
        #expect(try await harness.say("one").spoken == "one!")
        let first = try #require(harness.recorder.bodies(Catalog.self).last).revision
        try harness.rewrite(app("two"))
        _ = try #require(await harness.recorder.first(Catalog.self) { $0.body.revision != first })
        try await harness.waitForIntentStage()
        #expect(try await harness.say("two").spoken == "two!")
        #expect(try await harness.say("one").outcome == .notUnderstood)
        try harness.rewrite(app("three", extra: "comands: {}\n"))
        let status = await harness.recorder.first(StageStatus.self) {
            $0.body.role == .dispatch && $0.body.problem != nil
        }
        #expect(
            status?.body.problem?.contains("app.yaml:4:1: the file has no \"comands\"; did you mean \"commands\"?")
                == true)
        #expect(try await harness.say("two").spoken == "two!")
        try harness.rewrite("app: other\ncommands: {Go: {patterns: [x], do: [{log: x}]}}")
        let renamed = await harness.recorder.first(StageStatus.self) {
            $0.body.problem?.contains("must stay live") == true
        }
        #expect(renamed != nil)
        // Writes into the existing file instead of replacing it.
        let handle = try #require(FileHandle(forWritingAtPath: harness.file))
        try handle.truncate(atOffset: 0)
        try handle.write(contentsOf: Data(app("four").utf8))
        try handle.close()
        _ = try #require(
            await harness.recorder.first(Catalog.self) { $0.body.commands.contains { $0.patterns == ["four"] } })
        try await harness.waitForIntentStage()
        #expect(try await harness.say("four").spoken == "four!")
        let clear = await harness.recorder.first(StageStatus.self) {
            $0.body.role == .dispatch && $0.body.problem == nil && $0.body.catalogRevision != first
        }
        #expect(clear != nil)
    }

    @Test("an app whose language has changed tells that it is spoken in the former one until the next start")
    func language() async throws {
        let harness = try await AppHarness(app("one"))
        try harness.rewrite(app("one", extra: "language: de-DE\n"))
        let status = await harness.recorder.first(StageStatus.self) {
            $0.body.role == .dispatch && $0.body.problem?.contains("from en-US to de-DE") == true
        }
        #expect(status != nil)
        #expect(try await harness.say("one").spoken == "one!")
    }

    @Test("what the start has found about an app is logged once")
    func startedOnce() async throws {
        let count = "\n  Count: {patterns: [\"count to @n:Number\"], do: [{speak: \"{n}!\"}]}\nlanguage: de\n"
        let harness = try await AppHarness(app("one", extra: count))
        #expect(try await harness.say("one").spoken == "one!")
        let isAboutNumbers = { @Sendable (line: String) in line.contains("values of Number are read in English") }
        try await harness.dispatch.line(on: .standardError, where: isAboutNumbers)
        let lines = harness.dispatch.lines(.standardError).filter(isAboutNumbers)
        #expect(lines.count == 1, "\(lines)")
    }

    @Test("words that were recognized without the app's catalog are matched with its patterns, and others are not")
    func recognizedWithoutCatalog() async throws {
        let harness = try await AppHarness(app("one"))
        let own = try #require(harness.recorder.bodies(Catalog.self).last).revision
        let cases: [(revision: String?, outcome: TurnEnded.Outcome)] = [
            (nil, .handled), ("", .handled), ("other@1", .handled), ("other@1+\(own)", .notUnderstood),
        ]
        for (revision, outcome) in cases {
            let turn = TurnID()
            let intent = SpeechIntent(text: "one", hypotheses: [], engine: "test", catalogRevision: revision)
            try harness.client.publish(intent, turn: turn)
            let end = try #require(await harness.recorder.first(TurnEnded.self) { $0.header.turn == turn })
            #expect(end.body.outcome == outcome, "\(revision ?? "none")")
        }
    }

    @Test("when another dispatcher of the same name withdraws its commands, those of the first are published again")
    func namesake() async throws {
        let harness = try await AppHarness(app("one"))
        let first = try #require(await harness.recorder.first(Catalog.self))
        let other = try await harness.startAgain()
        other.send(SIGTERM)
        #expect(try await other.exitCode() == 0)
        let withdrawal = try #require(await harness.recorder.first(Catalog.self) { $0.body.commands.isEmpty })
        let again = try #require(
            await harness.recorder.first(Catalog.self) {
                $0.header.run == first.header.run && $0.header.causes.isEmpty && $0.header.id != first.header.id
                    && !$0.body.commands.isEmpty
            })
        #expect(withdrawal.header.run != first.header.run && again.body == first.body)
        #expect(try await harness.say("one").spoken == "one!")
    }

    @Test("a removed file is reported as a problem, the app continues, and a new file is loaded")
    func gone() async throws {
        let harness = try await AppHarness(app("one"))
        try FileManager.default.removeItem(atPath: harness.file)
        let problem = await harness.recorder.first(StageStatus.self) {
            $0.body.role == .dispatch && $0.body.problem != nil
        }?.body.problem
        #expect(problem?.contains("cannot be read, the one before goes on") == true, "\(problem ?? "none")")
        #expect(problem?.contains("app.yaml: cannot be read: No such file") == true, "\(problem ?? "none")")
        #expect(try await harness.say("one").spoken == "one!")
        try harness.rewrite(app("two"))
        _ = try #require(
            await harness.recorder.first(Catalog.self) { $0.body.commands.contains { $0.patterns == ["two"] } })
        try await harness.waitForIntentStage()
        #expect(try await harness.say("two").spoken == "two!")
        let newest = try #require(harness.recorder.bodies(Catalog.self).last).revision
        let clear = await harness.recorder.first(StageStatus.self) {
            $0.body.role == .dispatch && $0.body.problem == nil && $0.body.catalogRevision == newest
        }
        #expect(clear != nil)
    }
}
