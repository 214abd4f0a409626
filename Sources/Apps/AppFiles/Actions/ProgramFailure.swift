/// A failure to run a program to success.
public struct ProgramFailure: Error, Sendable, Equatable, CustomStringConvertible {
    /// The causes that callers distinguish.
    public enum Code: String, Sendable, CaseIterable {
        /// The program does not exist or is not executable.
        case notFound = "not-found"
        /// The program could not be started for another reason.
        case notStarted = "not-started"
        /// The program exited with a code other than 0.
        case exitCode = "exit-code"
        /// A signal terminated the program.
        case signal
        /// The program exceeded its time and was terminated.
        case timeout
        /// An argument is not allowed.
        case badArgument = "bad-argument"
    }

    /// The cause, for programs; ``reason`` is for people.
    public let code: Code
    /// The problem and its remedy.
    public let reason: String

    /// Creates a failure with a reason.
    init(_ code: Code, _ reason: String) { (self.code, self.reason) = (code, reason) }

    /// The same as ``reason``.
    public var description: String { reason }
}
