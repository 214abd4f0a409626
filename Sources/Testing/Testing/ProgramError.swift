/// Why a test could not go on with a program.
public struct ProgramError: Error, Sendable, CustomStringConvertible {
    /// The cause.
    public enum Code: String, Sendable {
        /// The program is not beside the tests.
        case notBuilt = "not-built"
        /// The system did not start it.
        case notStarted = "not-started"
        /// The line that was waited for did not come.
        case noLine = "no-line"
        /// It did not end in time.
        case stillRunning = "still-running"
        /// It does not read what is written to it.
        case inputClosed = "input-closed"
    }

    /// The cause.
    public let code: Code
    /// What happened, with what the program has said.
    public let reason: String

    /// An error with a sentence.
    public init(_ code: Code, _ reason: String) { (self.code, self.reason) = (code, reason) }

    /// The sentence.
    public var description: String { reason }
}
