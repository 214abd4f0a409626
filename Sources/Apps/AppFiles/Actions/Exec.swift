/// A program to run with a list of arguments. No shell interprets them, so a value is always one argument.
public struct Exec: Sendable, Equatable {
    /// Default time that a program may take.
    static let defaultTimeout = Duration.seconds(10)

    /// The program: a name to look up in `PATH`, or a path. A relative path starts at the app's folder.
    ///
    /// The program is not a template, so that spoken words cannot choose it.
    var program: String
    /// The arguments.
    ///
    /// A value that begins with `-` at the start of an argument could be taken for an option. It is refused,
    /// unless an argument `--` precedes it, after which programs by convention accept no options. A negative number is
    /// passed as it is, unless the program is known to read it as an option, as `head` does; `kill` gets none, since it
    /// would end a group of processes.
    var arguments: [Template]
    /// Time after which the program and its process group are terminated.
    var timeout: Duration
    /// Maximum characters of `{output}`; the rest of the line is cut.
    var maximumLength = ProgramOutput.lineLimit
    /// The working directory; nil is the app's folder.
    var directory: String?
    /// Environment variables in addition to the inherited ones.
    var environment: [String: String]

    /// Creates a program to run.
    init(
        _ program: String, _ arguments: [Template] = [], timeout: Duration = Exec.defaultTimeout,
        directory: String? = nil, environment: [String: String] = [:]
    ) {
        self.program = program
        self.arguments = arguments
        self.timeout = timeout
        self.directory = directory
        self.environment = environment
    }
}
