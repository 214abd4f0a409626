import ArgumentParser
import SaybusMessages

/// The conversation that a command takes part in.
struct SessionOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The conversation (session), such as a room's name.", valueName: "name"))
    var session: String?

    func validate() throws { _ = try parsed() }

    /// Returns the session; nil if none was named.
    func parsed() throws -> Session? { try session.map(Self.session) }

    /// Returns the session with a name.
    static func session(named name: String) throws -> Session {
        guard let session = Session(rawValue: name) else {
            throw ValidationError(
                "--session takes 1 to 64 letters a to z, digits, dots, underscores or hyphens, not \"\(name)\".")
        }
        return session
    }
}
