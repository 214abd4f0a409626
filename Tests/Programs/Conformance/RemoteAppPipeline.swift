import Foundation
import SaybusBus
import SaybusMessages
import SaybusTesting
import Testing

/// A bus with the stages that process typed text: intent, dispatch and audio.
struct RemoteAppPipeline {
    let test: TestBus
    let observer: Bus
    private let programs: [ProgramUnderTest]

    /// - Parameter app: The dispatcher's own app as YAML; nil uses the example kitchen.
    init(app: String? = nil) async throws {
        let test = try TestBus()
        var file = TestEnvironment.project + "/deploy/examples/kitchen.yaml"
        if let app {
            file = try #require(test.address.directory) + "/app.yaml"
            try app.write(toFile: file, atomically: true, encoding: .utf8)
        }
        self.test = test
        observer = try test.connect(.tap)
        try await observer.ready()
        programs = try [
            ("intent", []), ("dispatch", ["--app", file]),
            ("audio", ["--sink", "null"]),
        ].map { try ProgramUnderTest("saybus-\($0.0)", ["--bus", test.address.url] + $0.1) }
        for program in programs { try await program.ready() }
    }

    /// Waits until the intent stage has loaded an app's catalog.
    func waitForCatalog(_ app: String) async throws {
        let statuses = observer.subscribe(StageStatus.self)
        _ = try #require(
            await statuses.first {
                $0.body.role == .intent && $0.body.catalogRevision?.contains("\(app)@") == true
            })
    }

    /// Publishes a text as a turn, and returns the turn's end.
    func publishText(
        _ text: String, in session: Session = .default, confidence: Double = 1
    ) async throws -> TurnEnded? {
        let ends = observer.subscribe(TurnEnded.self)
        try await observer.ready()
        let turn = TurnID()
        try observer.publish(
            SpeechTranscript(text: text, confidence: confidence, engine: "text"), session: session, turn: turn)
        return await ends.first { $0.header.turn == turn }?.body
    }
}
