/// A program to run, with all values filled in.
struct ProgramCall: Sendable, Equatable {
    /// A name to look up in `PATH`, or a path.
    var program: String
    /// The arguments.
    var arguments: [String]
    /// Time that the program may take.
    var timeout: Duration
    /// The working directory; nil is the current directory.
    var directory: String?
    /// Environment variables in addition to the inherited ones.
    var environment: [String: String]

    /// Creates a call.
    init(
        _ program: String, _ arguments: [String] = [], timeout: Duration = Exec.defaultTimeout,
        directory: String? = nil, environment: [String: String] = [:]
    ) {
        self.program = program
        self.arguments = arguments
        self.timeout = timeout
        self.directory = directory
        self.environment = environment
    }
}
