/// A program of a pipeline.
public struct ChildProgram: Sendable, Equatable {
    /// The prefix of its log lines and the name of its instance: its role, with a number when there are several.
    public let name: String
    /// The path of the program.
    public let path: String
    /// The arguments.
    public let arguments: [String]
    /// The rule by which it is restarted.
    public let rule: Supervisor.Rule

    /// Creates the description of a program.
    public init(name: String, path: String, arguments: [String], rule: Supervisor.Rule = Supervisor.Rule()) {
        (self.name, self.path, self.arguments, self.rule) = (name, path, arguments, rule)
    }
}
