import Foundation
import SaybusProcesses

/// A message bus with the library through which its users reach it.
public enum PeerBus: String, CaseIterable, Sendable {
    case saybusSwift = "saybus-swift"
    case saybusSwiftTracked = "saybus-swift-tracked"
    case saybusPython = "saybus"
    case saybusPythonTracked = "saybus-tracked"
    case mosquitto = "mqtt"
    case mosquittoAcknowledged = "mqtt-acknowledged"
    case openVoiceOS = "ovos"
    case pipecat

    /// The name for people.
    public var name: String {
        switch self {
        case .saybusSwift: "Saybus, Swift"
        case .saybusSwiftTracked: "Saybus, Swift, tracked"
        case .saybusPython: "Saybus, Python"
        case .saybusPythonTracked: "Saybus, Python, tracked"
        case .mosquitto: "mosquitto, paho, QoS 0"
        case .mosquittoAcknowledged: "mosquitto, paho, QoS 1"
        case .openVoiceOS: "OpenVoiceOS"
        case .pipecat: "Pipecat's RedisBus"
        }
    }

    /// Whether it is Saybus.
    var isOwn: Bool {
        switch self {
        case .saybusSwift, .saybusSwiftTracked, .saybusPython, .saybusPythonTracked: true
        case .mosquitto, .mosquittoAcknowledged, .openVoiceOS, .pipecat: false
        }
    }

    /// Whether its messages are kept until they are answered.
    var keepsMessages: Bool { self == .saybusSwiftTracked || self == .saybusPythonTracked }

    /// The environment of `deploy/peers` with its Python library; nil for Swift.
    var environment: String? {
        switch self {
        case .saybusSwift, .saybusSwiftTracked: nil
        case .saybusPython, .saybusPythonTracked: "saybus-python"
        case .mosquitto, .mosquittoAcknowledged: "paho-mqtt"
        case .openVoiceOS: "ovos-messagebus"
        case .pipecat: "pipecat"
        }
    }

    /// The program that Debian must have installed; nil when the environment has the server.
    var debianProgram: String? {
        switch self {
        case .mosquitto, .mosquittoAcknowledged: "mosquitto"
        case .pipecat: "redis-server"
        default: nil
        }
    }

    /// The messages with which the rate is measured.
    var rateMessages: Int { environment == nil ? 100_000 : 10_000 }

    /// Returns the URL of the bus on a port of this machine.
    func url(port: Int) -> String {
        switch self {
        case .mosquitto, .mosquittoAcknowledged: "mqtt://127.0.0.1:\(port)"
        case .openVoiceOS: "ws://127.0.0.1:\(port)"
        case .pipecat: "redis://127.0.0.1:\(port)"
        default: "tcp://127.0.0.1:\(port)"
        }
    }

    /// Returns the command of its server, whose configuration and data are in a folder.
    func server(port: Int, folder: String, environment: PeerEnvironment?) throws -> ProcessCommand {
        switch self {
        case .mosquitto, .mosquittoAcknowledged:
            let file = "\(folder)/mosquitto.conf"
            let lines = [
                "listener \(port) 127.0.0.1", "allow_anonymous true", "persistence true",
                "persistence_location \(folder)/", "max_queued_messages 0", "user root",
            ]
            try lines.joined(separator: "\n").write(toFile: file, atomically: true, encoding: .utf8)
            return ProcessCommand(try Self.path(of: "mosquitto"), ["-c", file])
        case .pipecat:
            let options = ["--port", "\(port)", "--bind", "127.0.0.1", "--save", "", "--dir", folder]
            return ProcessCommand(try Self.path(of: "redis-server"), options)
        case .openVoiceOS:
            guard let environment else { throw BenchmarkError(.peer, "there is no environment of \(name)") }
            try environment.configureOpenVoiceOS(port: port, in: folder)
            return ProcessCommand(
                "\(environment.folder)/bin/ovos-messagebus", [], addingToEnvironment: ["XDG_CONFIG_HOME": folder])
        default:
            // Without keys, as the others; the port is open to this machine only.
            return ProcessCommand(
                MonitoredProgram.path(of: "saybus-broker"), ["--bus", url(port: port), "--insecure"])
        }
    }

    /// Returns the command of a client.
    /// - Parameter side: `publish` or `subscribe`.
    func client(_ side: String, url: String, folder: String, environment: PeerEnvironment?) -> ProcessCommand {
        guard let environment else {
            let kind = keepsMessages ? "tracked" : "untracked"
            return ProcessCommand(BenchmarkProgram.path(of: "saybus-bench"), ["peer-client", kind, url, side])
        }
        return ProcessCommand(
            "\(environment.folder)/bin/python", [environment.script, rawValue, url, side],
            addingToEnvironment: [
                "PYTHONPATH": environment.saybusPackage, "PYTHONUNBUFFERED": "1", "XDG_CONFIG_HOME": folder,
            ])
    }

    /// Returns the path of a program of Debian, some of which are not in an ordinary user's `PATH`.
    static func path(of program: String) throws -> String {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init)
        for folder in folders + ["/usr/sbin", "/usr/bin"] {
            let path = "\(folder)/\(program)"
            if FileManager.default.isExecutableFile(atPath: path) { return path }
        }
        throw BenchmarkError(.peer, "there is no \(program): apt-get install \(program)")
    }
}
