/// A program to run now, every value filled in.
public struct ProgramCall: Sendable, Equatable {
    /// A name to be found in `PATH`, or a path.
    public var program: String
    /// One argument each, as the program will see it.
    public var arguments: [String]
    /// How long it may take.
    public var timeout: Duration
    /// Where it runs; nil is the current directory.
    public var directory: String?
    /// Variables to set besides those that are inherited.
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
