import Foundation
import SaybusBus
import SaybusMessages
import SaybusTesting
import Testing

/// Starts the six programs of a pipeline on a bus of their own, and a tap.
final class Pipeline: Sendable {
    static let roles: [Role] = [.broker, .listen, .transcribe, .intent, .dispatch, .audio]

    /// The app file of these tests.
    static let app = """
        app: kitchen
        types:
          Room: [kitchen, bedroom]
        commands:
          SetTimer:
            patterns: ["set a timer for @minutes:Number minutes"]
            do:
              - tone: {frequency: 880, duration: 120ms}
              - speak: "The timer is set for {minutes} minutes."
          Light:
            patterns: ["turn on the @room:Room light"]
            do:
              - speak: "The {room} light is on."
        """

    let folder: String
    let address: BusAddress

    init() throws {
        folder = NSTemporaryDirectory() + "saybus-pipeline-" + UUID().uuidString.prefix(13).lowercased()
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        address = try BusAddress("ipc://\(folder)/bus")
        try Self.app.write(toFile: folder + "/app.yaml", atomically: true, encoding: .utf8)
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    /// The path of the WAV file into which the audio stage plays.
    var answer: String { folder + "/answer.wav" }

    func arguments(_ role: Role, wav: [String]) -> [String] {
        let own =
            switch role {
            case .listen: ["--wav"] + wav
            case .dispatch: ["--app", folder + "/app.yaml"]
            // A voice that the recognizer transcribes well.
            case .audio: ["--sink", "wav:\(answer)", "--voice", "en-us+f2"]
            default: [String]()
            }
        return ["--bus", address.url] + (role == .broker ? [] : ["--wait", "60"]) + own
    }

    /// Starts a program without waiting until it is ready.
    func start(_ role: Role, wav: [String] = []) throws -> ProgramUnderTest {
        try ProgramUnderTest("saybus-\(role)", arguments(role, wav: wav))
    }

    /// Connects a tap. The broker may start later.
    func tap() throws -> Bus {
        try Bus(at: address, as: Source(role: .tap, instance: "test")!, logger: TestBus.quiet)
    }
}

/// Synthesizes speech for the tests with espeak-ng, in a voice other than that of the answers.
enum Utterance {
    static var hasSynthesizer: Bool { FileManager.default.isExecutableFile(atPath: "/usr/bin/espeak-ng") }
    static var hasModel: Bool { FileManager.default.fileExists(atPath: "/usr/share/pocketsphinx/model/en-us/en-us") }

    static func wav(_ text: String, in folder: String) async throws -> String {
        let path = "\(folder)/\(abs(text.hashValue)).wav"
        let program = try ProgramUnderTest("/usr/bin/espeak-ng", ["-v", "en-us+f3", "-s", "150", "-w", path, text])
        #expect(try await program.exitCode() == 0)
        return path
    }
}
