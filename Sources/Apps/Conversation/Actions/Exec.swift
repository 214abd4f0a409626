/// A program to run with a list of arguments. No shell reads them: a value is one argument, whatever is in it.
public struct Exec: Sendable, Equatable {
    /// How long a program may take unless the action says otherwise.
    public static let defaultTimeout = Duration.seconds(10)

    /// The program: a name to be found in `PATH`, or a path; a relative one starts at the app's folder.
    ///
    /// Never a template: words that somebody says must not choose the program.
    public var program: String
    /// The arguments.
    ///
    /// A value that begins with `-` where an argument begins could be taken for an option: it is refused, unless an
    /// argument `--` stands before it, after which programs by convention take no options.
    public var arguments: [Template]
    /// How long it may take; past it the program and its process group are ended.
    public var timeout: Duration
    /// Where it runs; nil is the app's folder.
    public var directory: String?
    /// Variables to set besides those that are inherited.
    public var environment: [String: String]

    /// Creates a program to run.
    public init(
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
