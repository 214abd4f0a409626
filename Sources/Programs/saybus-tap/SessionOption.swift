import ArgumentParser
import SaybusMessages

/// The option `--session` of commands that read recordings.
struct SessionOption: ParsableArguments {
    @Option(name: .customLong("session"), help: ArgumentHelp("Only this session.", valueName: "name"))
    var name: String?

    /// The chosen session; nil for all.
    var session: Session? { name.flatMap(Session.init(rawValue:)) }

    func validate() throws {
        if let name, session == nil {
            throw ValidationError("--session takes a conversation's name, not \"\(name)\".")
        }
    }
}
