import Foundation
import SaybusTesting

/// A pipeline of programs with a console, on a bus of its own.
struct PagePipeline {
    let folder: TemporaryFolder
    /// The options for programs on the bus.
    let bus: [String]
    /// The link that the console has printed.
    let link: String
    private let programs: [String: ProgramUnderTest]

    /// Starts the broker, an app, an intent stage, a transcriber and the console, and waits until all are ready.
    /// - Parameters:
    ///   - app: The name of one of the examples.
    ///   - console: Further options of the console.
    ///   - hasAudio: Whether an audio stage plays what is said in the rooms, silently.
    init(app: String = "pizza.yaml", console: [String] = [], hasAudio: Bool = false) async throws {
        folder = try TemporaryFolder()
        bus = ["--bus", "ipc://\(folder.path)/bus"]
        let file = Self.example(app)
        var programs = ["broker": try ProgramUnderTest("saybus-broker", bus)]
        var stages: [(String, [String])] = [
            ("dispatch", ["--app", file]), ("intent", []), ("transcribe", []),
            ("console", ["--http", "127.0.0.1:0", "--app", file] + console),
        ]
        if hasAudio { stages.append(("audio", ["--sink", "null"])) }
        for (name, arguments) in stages {
            programs[name] = try ProgramUnderTest("saybus-\(name)", bus + ["--instance", "test"] + arguments)
        }
        for program in programs.values { try await program.ready(within: .seconds(60)) }
        guard let console = programs["console"] else { throw WebDriverError("no console") }
        let line = try await console.line(on: .standardError) { $0.hasPrefix("console: open ") }
        link = String(line.dropFirst("console: open ".count))
        self.programs = programs
    }

    /// Returns the path of an example app.
    static func example(_ name: String) -> String {
        PackageFolder.containing().appending(path: "deploy/examples/\(name)").path
    }

    /// Sends a signal to a program.
    func send(_ signal: Int32, to name: String) { programs[name]?.send(signal) }

    /// Ends all programs.
    func end() async throws {
        for program in programs.values { program.send(SIGTERM) }
        for program in programs.values { try await program.exitCode() }
    }
}
