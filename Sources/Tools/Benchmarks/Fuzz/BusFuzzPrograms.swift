import Foundation
import SaybusBus
import SaybusMessages
import SaybusProcesses

/// The programs of a fuzzed bus: broker, all stages, a tap, a recorder, and programs of others.
final class BusFuzzPrograms: Sendable {
    let address: BusAddress
    private let programs: [MonitoredProgram]

    /// Starts the programs.
    /// - Parameters:
    ///   - folder: The folder for the bus's socket, the app, the recording and the programs' output.
    ///   - others: Further programs with their arguments.
    ///   - microphone: The descriptor that the listening stage reads sound from.
    init(_ folder: String, others: [[String]], microphone: Int32) throws {
        let address = try BusAddress("ipc://\(folder)/bus")
        self.address = address
        try Self.app.write(toFile: folder + "/app.yaml", atomically: true, encoding: .utf8)
        let onBus = ["--bus", address.url]
        let asStage = onBus + ["--wait", "60", "--instance", "fuzzed", "--log-level", "error"]
        func start(_ role: Role, _ arguments: [String], input: Int32? = nil, name: String? = nil) throws
            -> MonitoredProgram
        {
            let name = name ?? role.rawValue
            let command = ProcessCommand(MonitoredProgram.path(of: "saybus-\(role)"), arguments)
            return try MonitoredProgram(
                role, name, command, input: input, log: "\(folder)/\(name).log", isRestarted: false)
        }
        programs =
            try [
                start(.broker, onBus), start(.intent, asStage),
                start(.dispatch, ["--app", folder + "/app.yaml"] + asStage),
                start(.audio, ["--sink", "null"] + asStage), start(.transcribe, asStage),
                start(.listen, ["--stdin", "--push-to-talk"] + asStage, input: microphone),
                start(.tap, onBus), start(.tap, ["record", folder + "/recording.sqlite"] + onBus, name: "recorder"),
            ]
            + others.enumerated().map { number, words in
                try MonitoredProgram(
                    Role("other"), "other-\(number)",
                    ProcessCommand("/usr/bin/env", words + onBus), log: "\(folder)/other-\(number).log",
                    isRestarted: false)
            }
    }

    /// The programs that have ended, and how.
    var crashes: [String] { programs.flatMap { program in program.crashes.map { "\(program.name): \($0)" } } }

    /// Returns the resident memory of each program in MiB.
    func memory() -> [String: Double] {
        Dictionary(programs.map { ($0.name, $0.residentMiB) }, uniquingKeysWith: { first, _ in first })
    }

    /// Ends the programs, the broker last.
    func end() { for program in programs.reversed() { program.end() } }

    private static let app = """
        app: fuzzed
        commands:
          Mark:
            patterns: ["mark @number:Number"]
            do:
              - speak: "Marked {number}."
        """
}
