import Foundation
import SaybusBus
import SaybusTesting

/// Programs of a pipeline with metrics, on a bus of their own.
final class ObservedPipeline: Sendable {
    let folder: TemporaryFolder
    let address: BusAddress

    init() throws {
        folder = try TemporaryFolder()
        address = try TestBus.freshAddress()
        try folder.write(
            "app.yaml",
            """
            app: kitchen
            commands:
              SetTimer:
                patterns: ["set a timer for @minutes:Number minutes"]
                do:
                  - speak: "The timer is set for {minutes} minutes."
            """)
    }

    deinit { if let directory = address.directory { try? FileManager.default.removeItem(atPath: directory) } }

    /// Starts a program with metrics at a free port.
    func start(
        _ role: Role, _ arguments: [String] = [], environment: [String: String] = [:]
    ) throws -> ProgramUnderTest {
        let own =
            switch role {
            case .dispatch: ["--app", folder.path("app.yaml")]
            case .audio: ["--sink", "null"]
            default: [String]()
            }
        return try ProgramUnderTest(
            "saybus-\(role)", ["--bus", address.url, "--metrics", "127.0.0.1:0"] + own + arguments,
            environment: environment)
    }

    /// Starts broker, intent, dispatch and audio, and waits until they are ready.
    func startAll(
        _ arguments: [String] = [], environment: [String: String] = [:]
    ) async throws -> [Role: ProgramUnderTest] {
        var programs: [Role: ProgramUnderTest] = [:]
        for role in [Role.broker, .audio, .dispatch, .intent] {
            let program = try start(role, role == .broker ? [] : arguments, environment: environment)
            try await program.ready()
            programs[role] = program
        }
        return programs
    }

    /// Sends words, and waits for the end of their turn.
    /// - Returns: What `saybus ask` has written.
    @discardableResult
    func ask(_ words: String) async throws -> String {
        let ask = try ProgramUnderTest("saybus", ["ask", "--bus", address.url, words])
        try await ask.exitCode(within: .seconds(30))
        return ask.lines().joined(separator: "\n")
    }
}
