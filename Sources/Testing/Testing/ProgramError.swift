/// The error that a program under test causes.
public struct ProgramError: Error, Sendable, CustomStringConvertible {
    /// The kinds of reasons.
    public enum Code: String, Sendable {
        /// The program is neither in the folder of the tests nor where ``ProgramUnderTest/path(of:)`` looks else.
        case notBuilt = "not-built"
        /// The system did not start the program.
        case notStarted = "not-started"
        /// The expected line did not come.
        case noLine = "no-line"
        /// The program did not end in time.
        case stillRunning = "still-running"
        /// The program does not read its input.
        case inputClosed = "input-closed"
    }

    /// The kind of reason.
    public let code: Code
    /// A sentence, with the program's output.
    public let reason: String

    /// Creates an error with a sentence.
    public init(_ code: Code, _ reason: String) { (self.code, self.reason) = (code, reason) }

    /// The same as ``reason``.
    public var description: String { reason }
}
