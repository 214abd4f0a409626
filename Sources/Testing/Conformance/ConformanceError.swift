/// The reason why a conformance run could not be carried out.
public struct ConformanceError: Error, Sendable, CustomStringConvertible {
    /// The kinds of reasons.
    public enum Code: String, Sendable {
        /// There is no such program, or it may not be executed.
        case noProgram = "no-program"
        /// The system did not start the program.
        case notStarted = "not-started"
        /// The broker or the messages of the conformance run itself do not work.
        case broken
    }

    /// The kind of reason.
    public let code: Code
    /// A sentence for people.
    public let reason: String

    init(_ code: Code, _ reason: String) { (self.code, self.reason) = (code, reason) }

    /// The same as ``reason``.
    public var description: String { reason }
}
