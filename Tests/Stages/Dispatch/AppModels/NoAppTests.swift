import Foundation
import SaybusBus
import SaybusMessages
import SaybusTesting
import Testing

@Suite("A dispatcher without an app of its own", .timeLimit(.minutes(1)))
struct NoAppTests {
    @Test("it has a catalog only while a question is open, with the answers, which are valid in its session alone")
    func catalog() async throws {
        let (test, folder) = (try TestBus(), try TemporaryFolder())
        let audio = try await AudioDouble(test)
        let app = try await RemoteModelApp(test, marks: folder.path("marks"), gate: Gate(folder.path("gate")))
        let publisher = try test.connect(.intent, tracking: [SpeechIntent.self])
        let statuses = publisher.subscribe(StageStatus.self)
        let ends = publisher.subscribe(TurnEnded.self)
        let catalogs = publisher.subscribe(Catalog.self)
        try await publisher.ready()
        let dispatcher = try await start(on: test, folder)
        let (asked, answered) = (TurnID(), TurnID())
        let command = SpeechIntent(
            text: "ask me", hypotheses: [.init(app: AppModel.app, type: "Ask", confidence: 1)], engine: "test")
        try publisher.publish(command, turn: asked)
        let question = await ends.first { $0.header.turn == asked }
        #expect(question?.body.spoken == "Ready?")
        let asking = await statuses.first { $0.body.instance == "d" && $0.body.catalogRevision != nil }
        try #require(asking != nil)
        let published = await catalogs.first { $0.header.source.instance == "d" && !$0.body.commands.isEmpty }
        let answers = try #require(published).body
        let hall = try #require(Session(rawValue: "hall"))
        #expect(answers.absent(in: .default).isEmpty && answers.absent(in: hall) == ["answer"])
        try publisher.publish(SpeechIntent(text: "yes", hypotheses: [], engine: "test"), turn: answered)
        let answer = await ends.first { $0.header.turn == answered }
        #expect(answer?.body.spoken == "Good.")
        let idle = await statuses.first { $0.body.instance == "d" && $0.body.catalogRevision == nil }
        #expect(idle != nil)
        withExtendedLifetime((audio, app, dispatcher, folder)) {}
    }

    @Test("killed while a question is open, it has a successor that withdraws the answers, as nobody waits for them")
    func killed() async throws {
        let (test, folder) = (try TestBus(), try TemporaryFolder())
        let audio = try await AudioDouble(test)
        let app = try await RemoteModelApp(test, marks: folder.path("marks"), gate: Gate(folder.path("gate")))
        let publisher = try test.connect(.intent, tracking: [SpeechIntent.self])
        let catalogs = publisher.subscribe(Catalog.self)
        let questions = publisher.subscribe(VoiceRequestStatus.self)
        try await publisher.ready()
        let dispatcher = try await start(on: test, folder)
        let command = SpeechIntent(
            text: "ask me", hypotheses: [.init(app: AppModel.app, type: "Ask", confidence: 1)], engine: "test")
        try publisher.publish(command, turn: TurnID())
        // The answers are published before, and the question is in the journal.
        let asked = await questions.first { $0.body.state == .presented }
        try #require(asked != nil)
        dispatcher.send(SIGKILL)
        try await dispatcher.exitCode()
        let successor = try await start(on: test, folder)
        let withdrawn = await catalogs.first { $0.header.source.instance == "d" && $0.body.commands.isEmpty }
        #expect(withdrawn != nil)
        withExtendedLifetime((audio, app, successor, folder)) {}
    }

    private func start(on test: TestBus, _ folder: TemporaryFolder) async throws -> ProgramUnderTest {
        let dispatcher = try ProgramUnderTest(
            "saybus-dispatch", ["--bus", test.address.url, "--no-app", "--instance", "d"],
            environment: ["SAYBUS_STATE": folder.path])
        try await dispatcher.ready()
        return dispatcher
    }
}
