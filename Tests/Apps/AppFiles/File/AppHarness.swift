import Foundation
import SaybusBus
import SaybusMessages
import SaybusTesting
import Testing

/// A dispatch stage with an app file on its own bus, with the real intent stage, a double of the audio stage, and
/// a client that publishes transcripts.
final class AppHarness: Sendable {
    let file: String
    let dispatch: ProgramUnderTest
    /// The folder of the app's file, of its state and of its secrets.
    let folder: String
    private let options: [String]
    private let environment: [String: String]
    private let stages: AppBus

    var test: TestBus { stages.test }
    var client: Bus { stages.client }
    var recorder: Recorder { stages.recorder }
    var audio: AudioDouble { stages.audio }

    /// Starts the stages.
    /// - Parameters:
    ///   - yaml: The app's file.
    ///   - options: Further options of `saybus-dispatch`.
    ///   - environment: Further variables of `saybus-dispatch`.
    ///   - files: Further files of the app's folder, which their owner only can read.
    init(
        _ yaml: String, options: [String] = [], environment: [String: String] = [:], files: [String: String] = [:]
    ) async throws {
        folder = NSTemporaryDirectory() + "saybus-app-" + UUID().uuidString.prefix(13).lowercased()
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for (name, text) in files {
            _ = FileManager.default.createFile(
                atPath: folder + "/" + name, contents: Data(text.utf8), attributes: [.posixPermissions: 0o600])
        }
        self.options = options
        self.environment = environment.merging(["SAYBUS_STATE": folder + "/state"]) { given, _ in given }
        file = folder + "/app.yaml"
        try yaml.write(toFile: file, atomically: true, encoding: .utf8)
        stages = try await AppBus()
        dispatch = try ProgramUnderTest(
            "saybus-dispatch", ["--bus", stages.test.address.url, "--instance", "d", "--app", file] + options,
            environment: self.environment)
        try await dispatch.ready()
        _ = try #require(await recorder.first(Catalog.self))
        try await waitForIntentStage()
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    /// Starts `saybus-dispatch` again after it has ended.
    func startAgain() async throws -> ProgramUnderTest {
        let dispatch = try ProgramUnderTest(
            "saybus-dispatch", ["--bus", test.address.url, "--instance", "d", "--app", file] + options,
            environment: environment)
        try await dispatch.ready()
        return dispatch
    }

    /// Waits until the intent stage has the newest catalog.
    func waitForIntentStage() async throws {
        let revision = try #require(recorder.bodies(Catalog.self).last).revision
        _ = try #require(
            await recorder.first(StageStatus.self) {
                $0.body.role == .intent && $0.body.catalogRevision?.contains(revision) == true
            })
    }

    /// Replaces the file atomically, as many editors do.
    func rewrite(_ yaml: String) throws { try yaml.write(toFile: file, atomically: true, encoding: .utf8) }

    /// Publishes a text in a conversation and waits for the turn's end.
    func say(_ text: String, in session: Session = .default) async throws -> TurnEnded {
        let turn = try send(text, in: session)
        return try #require(await stages.end(of: turn))
    }

    /// Publishes a text in a conversation.
    func send(_ text: String, in session: Session = .default) throws -> TurnID {
        try stages.send(SpeechTranscript(text: text, confidence: 1, engine: "text"), in: session)
    }
}
