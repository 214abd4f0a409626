import Foundation
import SaybusBus
import SaybusEspeakNG
import SaybusExternalEngines
import SaybusMessages
import SaybusSound
import SaybusTesting

/// A gateway on a private bus, with an app, its dispatcher and a recognizer of intents, all as processes.
struct GatewayUnderTest {
    /// Whether the gateway's engines are installed here.
    static let hasEngines =
        SynthesizedSpeech.isAvailable
        && FileManager.default.fileExists(atPath: "/usr/share/pocketsphinx/model/en-us/en-us")
    /// Whether the protocol's own library is installed.
    static let hasClient = PythonInterpreter.canImport("wyoming")

    /// The app that is started when a test names no other one.
    static let app = """
        app: kitchen
        types: {Room: [kitchen, bedroom]}
        commands:
          Light:
            patterns: ["(turn|switch) on the @room:Room light[s]"]
            do:
              - speak: "The {room} light is on."
        """

    let test: TestBus
    let folder: TemporaryFolder
    let gateway: ProgramUnderTest
    private let programs: [ProgramUnderTest]
    private let watcher: Bus

    /// The address at which peers connect.
    var address: SocketAddress { .unix(path: folder.path("wyoming.sock")) }

    /// Starts all programs, and waits until the gateway knows the app.
    init(_ arguments: [String] = [], app: String = GatewayUnderTest.app) async throws {
        test = try TestBus()
        folder = try TemporaryFolder()
        let file = try folder.write("app.yaml", app)
        let bus = ["--bus", test.address.url]
        watcher = try test.connect(.tap)
        let statuses = watcher.subscribe(StageStatus.self)
        try await watcher.ready()
        programs = [
            try ProgramUnderTest("saybus-intent", bus),
            try ProgramUnderTest("saybus-dispatch", bus + ["--app", file]),
        ]
        gateway = try ProgramUnderTest(
            "saybus-wyoming",
            bus + [
                "--uri", "unix://\(folder.path("wyoming.sock"))", "--engine", "pocketsphinx", "--voice-engine",
                "espeak-ng",
            ]
                + arguments)
        for program in programs + [gateway] { try await program.ready() }
        var waiting: Set<Role> = [.intent, .wyoming]
        for try await status in statuses where status.body.catalogRevision != nil {
            waiting.remove(status.body.role)
            if waiting.isEmpty { return }
        }
    }

    /// Runs the protocol's own client.
    /// - Returns: What it prints.
    func client(_ arguments: String...) async throws -> JSONValue { try await client(arguments) }

    /// Runs the protocol's own client.
    /// - Returns: What it prints.
    func client(_ arguments: [String]) async throws -> JSONValue {
        let script = PackageFolder.containing().appending(path: "Tests/Gateways/WyomingServer/wyoming_client.py")
        let client = try ProgramUnderTest(
            PythonInterpreter.path, ["-B", script.path(percentEncoded: false), "\(address)"] + arguments)
        let code = try await client.exitCode(within: .seconds(60))
        guard code == 0, let line = client.lines().last else { throw ClientFailure(report: client.report) }
        return try JSONValue(parsing: Array(line.utf8))
    }

    /// A client that has not done what it was told.
    struct ClientFailure: Error {
        let report: String
    }

    /// Writes a spoken text as a sound file, which ends right after the last sound when `tail` is 0.
    func wav(_ text: String, tail: Double? = nil, rate: Int = 16_000) async throws -> String {
        let path = folder.path("\(UUID().uuidString).wav")
        var samples = try SynthesizedSpeech.samples(text, voice: "en-us+f3", speed: 150)
        if let tail {
            let end = (samples.lastIndex { abs(Int($0)) > 200 } ?? 0) + 1
            samples = Array(samples[..<min(samples.count, end + Int(tail * 16_000))])
        }
        let sink = try SoundFileSink(path: path, rate: 16_000)
        try await sink.play(SynthesizedSpeech.silence(0.5) + samples)
        await sink.close()
        return path
    }

    /// Waits for the gateway's status to have a problem that contains a text.
    func problem(containing text: String) async throws -> String {
        let statuses = watcher.subscribe(StageStatus.self)
        for try await status in statuses where status.body.role == .wyoming {
            if let problem = status.body.problem, problem.contains(text) { return problem }
        }
        return ""
    }
}
