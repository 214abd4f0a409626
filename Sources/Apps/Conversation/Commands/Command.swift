import SaybusMessages

/// What the user wants done: a type, and what belongs to it.
public struct Command: Sendable, Equatable {
    /// Values by name.
    public typealias Parameters = [String: Parameter.Value]

    /// What kind of command it is: one of ``StandardCommand``, or the app's own.
    public var type: String
    /// What was found in the words, by name; empty when nothing was.
    public var parameters: Parameters

    /// Creates a command.
    public init(type: String, parameters: Parameters = [:]) { (self.type, self.parameters) = (type, parameters) }
}
