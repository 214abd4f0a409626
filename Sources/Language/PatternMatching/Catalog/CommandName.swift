/// The name of a command among the commands of all apps.
public struct CommandName: Sendable, Hashable {
    /// The app's name.
    public let app: String
    /// The command's type.
    public let type: String

    /// Creates a command's name.
    public init(app: String, type: String) { (self.app, self.type) = (app, type) }
}
