import Foundation
import Logging
import SaybusBus
import SaybusMessages
import SaybusTesting

/// A broker process in a temporary folder, with functions to start stages on its bus. The broker exists as long as
/// this object, the folder as long as one of the programs.
final class TemporaryBus: Sendable {
    private let temporary: TemporaryFolder
    var folder: String { temporary.path }
    let address: BusAddress
    let broker: BenchmarkProgram

    init() throws {
        temporary = try TemporaryFolder()
        address = try BusAddress("ipc://\(temporary.path)/bus")
        try Self.app.write(toFile: temporary.path + "/app.yaml", atomically: true, encoding: .utf8)
        broker = try BenchmarkProgram("saybus-broker", ["--bus", address.url], in: temporary)
    }

    /// An app without speech output, so that a turn ends when its command is done.
    private static let app = """
        app: bench
        commands:
          SetTimer:
            patterns: ["set a timer for @minutes:Number minutes"]
            do:
              - log: "{minutes}"
        """

    /// The sentence that the app understands.
    static let sentence = "set a timer for ten minutes"

    /// Starts a stage, which waits up to 30 seconds for the broker.
    func stage(_ role: Role, _ instance: String, _ arguments: [String] = []) throws -> BenchmarkProgram {
        let own = role == .dispatch ? ["--app", folder + "/app.yaml"] : []
        return try BenchmarkProgram(
            "saybus-\(role)",
            own + ["--instance", instance, "--bus", address.url, "--wait", "30", "--log-level", "error"] + arguments,
            in: temporary)
    }

    /// Starts `saybus swap`, which puts a stage in the place of the one that works in a role.
    func swap(_ role: Role, _ instance: String) throws -> BenchmarkProgram {
        let stage = BenchmarkProgram.path(of: "saybus-\(role)")
        return try BenchmarkProgram(
            "saybus",
            ["swap", role.rawValue, "--bus", address.url, "--", stage, "--instance", instance, "--log-level", "error"],
            in: temporary)
    }

    /// Creates a connection of this process.
    func connect(_ instance: String, tracking: [any BusMessage.Type] = []) throws -> Bus {
        try Bus(
            at: address, as: Source(role: Role("bench"), instance: instance)!, tracking: tracking,
            logger: quiet)
    }

    /// A logger that discards all messages.
    let quiet = Logger(label: "bench", factory: { _ in SwiftLogNoOpLogHandler() })
}
