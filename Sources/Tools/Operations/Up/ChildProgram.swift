import Foundation
import SaybusMessages
import SaybusTelemetry

/// A program of a pipeline.
public struct ChildProgram: Sendable, Equatable {
    /// The prefix of its log lines and the name of its instance: its role, with a number when there are several.
    public let name: String
    /// The path of the executable.
    public let path: String
    /// The arguments after the program's name.
    public let arguments: [String]
    /// Variables of its environment, besides those of the supervisor.
    public let environment: [String: String]
    /// The rule by which it is restarted.
    public let rule: Supervisor.Rule

    /// Creates the description of a program.
    public init(
        name: String, path: String, arguments: [String], environment: [String: String] = [:],
        rule: Supervisor.Rule = Supervisor.Rule()
    ) {
        (self.name, self.path, self.arguments, self.environment) = (name, path, arguments, environment)
        self.rule = rule
    }

    /// The label of its own lines in a log of JSON objects.
    var logLabel: String { role == .broker ? role.rawValue : "\(role)/\(name)" }

    /// The port of its metrics; nil for none, and for one that the system chooses.
    var metricsPort: Int? {
        let (option, options) = ("--metrics", arguments.prefix { $0 != "--" })
        let joined = options.last { $0.hasPrefix("\(option)=") }.map { String($0.dropFirst(option.count + 1)) }
        let separate = zip(options, options.dropFirst()).first { $0.0 == option }?.1
        let port = (joined ?? separate).flatMap { ListeningAddress($0) }?.port
        return port == 0 ? nil : port
    }

    /// The program without `saybus-`; nil for a program of one's own.
    private var program: String? {
        let file = (path as NSString).lastPathComponent
        return file.hasPrefix("saybus-") ? String(file.dropFirst("saybus-".count)) : nil
    }

    /// The role of its stage: mostly the program without `saybus-`; `app` for a program of one's own.
    package var role: Role {
        guard let program else { return .app }
        let options = arguments.prefix { $0 != "--" }
        switch program {
        case "esphome": return .transcribe
        case "wyoming": return options.contains("--as-satellite") ? .transcribe : .wyoming
        case "audio": return options.contains("--from-bus") ? .speaker : .audio
        default: return Role(program)
        }
    }

    /// Whether its stage has another role than the program's name says.
    package var hasOtherRole: Bool { program.map { Role($0) != role } ?? false }
}
