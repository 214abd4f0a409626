import SaybusMessages

/// A command of the user: a type, and its parameters.
public struct Command: Sendable, Equatable {
    /// Values by the names that the patterns give them.
    public typealias Parameters = [String: Parameter.Value]

    /// The command's type: one of ``StandardCommand``, or the app's own.
    public var type: String
    /// The parameters found in the utterance, by name.
    public var parameters: Parameters

    /// Creates a command.
    public init(type: String, parameters: Parameters = [:]) { (self.type, self.parameters) = (type, parameters) }
}
