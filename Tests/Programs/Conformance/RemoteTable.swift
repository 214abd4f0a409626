import Foundation
import SaybusBus
import SaybusMessages
import SaybusTesting
import Testing

/// A bus with the stages that turn a text into an answer.
struct RemoteTable {
    let test: TestBus
    let ear: Bus
    private let programs: [ProgramUnderTest]

    /// - Parameter app: What the dispatcher runs itself, in YAML; nil is the example of the kitchen.
    init(app: String? = nil) async throws {
        let test = try TestBus()
        var file = Place.project + "/deploy/examples/kitchen.yaml"
        if let app {
            file = try #require(test.address.directory) + "/app.yaml"
            try app.write(toFile: file, atomically: true, encoding: .utf8)
        }
        self.test = test
        ear = try test.connect("tap")
        try await ear.ready()
        programs = try [
            ("intent", []), ("dispatch", ["--app", file]),
            ("audio", ["--sink", "null"]),
        ].map { try ProgramUnderTest("saybus-\($0.0)", ["--bus", test.address.url] + $0.1) }
        for program in programs { try await program.ready() }
    }

    /// Waits until the recognizer knows an app.
    func waitForCatalog(_ app: String) async {
        let statuses = ear.subscribe(StageStatus.self)
        _ = await statuses.first {
            $0.body.role == "intent" && $0.body.catalogRevision?.contains("\(app)@") == true
        }
    }

    /// Says a text and waits for the turn's end.
    func say(_ text: String, in session: Session = .default) async throws -> TurnEnded? {
        let ends = ear.subscribe(TurnEnded.self)
        try await ear.ready()
        let turn = TurnID()
        try ear.publish(SpeechTranscript(text: text, engine: "text"), session: session, turn: turn)
        return await ends.first { $0.header.turn == turn }?.body
    }
}
