import Foundation
import SaybusBus
import SaybusMessages
import SaybusTesting
import Testing

/// A dispatcher with an app's file on a bus of its own, with the real intent stage and programs, and a client that types.
final class AppHarness: Sendable {
    let test: TestBus
    let client: Bus
    let recorder: Recorder
    let audio: AudioDouble
    let file: String
    let dispatch: ProgramUnderTest
    private let folder: String
    private let intent: ProgramUnderTest

    init(_ yaml: String) async throws {
        folder = NSTemporaryDirectory() + "saybus-app-" + UUID().uuidString.prefix(13).lowercased()
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        file = folder + "/app.yaml"
        try yaml.write(toFile: file, atomically: true, encoding: .utf8)
        test = try TestBus()
        client = try test.connect("client")
        recorder = Recorder(client.subscribeToAll())
        try await client.ready()
        audio = try await AudioDouble(test)
        intent = try ProgramUnderTest("saybus-intent", ["--bus", test.address.url, "--instance", "i"])
        try await intent.ready()
        dispatch = try ProgramUnderTest(
            "saybus-dispatch", ["--bus", test.address.url, "--instance", "d", "--app", file])
        try await dispatch.ready()
        _ = try #require(await recorder.first(Catalog.self))
        try await understood()
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    /// Waits until the intent stage knows the newest catalog.
    func understood() async throws {
        let revision = try #require(recorder.bodies(Catalog.self).last).revision
        _ = try #require(
            await recorder.first(StageStatus.self) {
                $0.body.role == "intent" && $0.body.catalogRevision?.contains(revision) == true
            })
    }

    /// Changes the file, as an editor does that puts a new one in its place.
    func rewrite(_ yaml: String) throws { try yaml.write(toFile: file, atomically: true, encoding: .utf8) }

    /// Says a text in a conversation and waits for the turn's end.
    func say(_ text: String, in session: Session = .default) async throws -> TurnEnded {
        let turn = TurnID()
        try client.publish(SpeechTranscript(text: text, confidence: 1, engine: "text"), session: session, turn: turn)
        return try #require(await recorder.first(TurnEnded.self) { $0.header.turn == turn }).body
    }
}
