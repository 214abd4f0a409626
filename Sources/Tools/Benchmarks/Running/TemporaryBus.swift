import Foundation
import Logging
import SaybusBus
import SaybusMessages

/// A broker process in a temporary folder, with functions to start stages on its bus. Both exist as long as
/// this object.
final class TemporaryBus: Sendable {
    let folder: String
    let address: BusAddress
    let broker: ChildProgram

    init() throws {
        folder =
            FileManager.default.temporaryDirectory.appendingPathComponent(
                "saybus-bench-\(getpid())-\(UUID().uuidString.prefix(8).lowercased())"
            ).path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        address = try BusAddress("ipc://\(folder)/bus")
        broker = try ChildProgram("saybus-broker", ["--bus", address.url])
        try Self.app.write(toFile: folder + "/app.yaml", atomically: true, encoding: .utf8)
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

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
    func stage(_ role: String, _ instance: String, _ arguments: [String] = []) throws -> ChildProgram {
        let own = role == "dispatch" ? ["--app", folder + "/app.yaml"] : []
        return try ChildProgram(
            "saybus-\(role)",
            own + ["--instance", instance, "--bus", address.url, "--wait", "30", "--log-level", "error"] + arguments)
    }

    /// Creates a connection of this process.
    func connect(_ instance: String, tracking: [any BusMessage.Type] = []) throws -> Bus {
        try Bus(
            at: address, as: Source(role: "bench", instance: instance)!, tracking: tracking,
            logger: quiet)
    }

    /// A logger that discards all messages.
    let quiet = Logger(label: "bench", factory: { _ in SwiftLogNoOpLogHandler() })
}
