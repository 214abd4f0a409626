/// A program that a pipeline consists of.
public struct ChildProgram: Sendable, Equatable {
    /// What its log lines begin with, and its instance's name: its role, and its number among several.
    public let name: String
    /// Where it is.
    public let path: String
    /// Its arguments.
    public let arguments: [String]
    /// When it is started again.
    public let rule: Supervisor.Rule

    /// A program.
    public init(name: String, path: String, arguments: [String], rule: Supervisor.Rule = Supervisor.Rule()) {
        (self.name, self.path, self.arguments, self.rule) = (name, path, arguments, rule)
    }
}
