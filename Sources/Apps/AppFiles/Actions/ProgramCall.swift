/// A program to run, with all values filled in.
public struct ProgramCall: Sendable, Equatable {
    /// A name to look up in `PATH`, or a path.
    public var program: String
    /// The arguments.
    public var arguments: [String]
    /// Time that the program may take.
    public var timeout: Duration
    /// The working directory; nil is the current directory.
    public var directory: String?
    /// Environment variables in addition to the inherited ones.
    public var environment: [String: String]

    /// Creates a call.
    public init(
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
