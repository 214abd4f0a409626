/// Why a program did not do what it was run for.
public struct ProgramFailure: Error, Sendable, Equatable, CustomStringConvertible {
    /// What happened.
    public enum Code: String, Sendable, CaseIterable {
        /// No such program, or it may not be run.
        case notFound = "not-found"
        /// It could not be started for another reason.
        case notStarted = "not-started"
        /// It ended with a code other than 0.
        case exitCode = "exit-code"
        /// A signal ended it.
        case signal
        /// It took too long and was ended.
        case timeout
        /// An argument must not be passed on.
        case badArgument = "bad-argument"
    }

    /// What happened.
    public let code: Code
    /// What happened and what to do, in a sentence.
    public let reason: String

    /// Creates a failure with a sentence.
    public init(_ code: Code, _ reason: String) { (self.code, self.reason) = (code, reason) }

    /// The sentence.
    public var description: String { reason }
}
