import Foundation

/// A program of a pipeline.
public struct ChildProgram: Sendable, Equatable {
    /// The prefix of its log lines and the name of its instance: its role, with a number when there are several.
    public let name: String
    /// The path of the program.
    public let path: String
    /// The arguments.
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
    var logLabel: String { role == "broker" ? role : "\(role)/\(name)" }

    /// The role of its stage: the program without `saybus-`; `app` for a program of one's own.
    var role: String {
        let program = (path as NSString).lastPathComponent
        return program.hasPrefix("saybus-") ? String(program.dropFirst("saybus-".count)) : "app"
    }
}
