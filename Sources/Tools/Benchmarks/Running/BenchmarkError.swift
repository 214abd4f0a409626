/// Why a benchmark could not be carried out.
public struct BenchmarkError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The cause, as far as callers tell causes apart.
    public enum Code: String, Sendable {
        /// A stage did not become what it should in time.
        case stage
        /// Nothing passes a bus.
        case bus
        /// There is nothing to say.
        case speech
    }

    /// The cause.
    public let code: Code
    /// What happened and what to do.
    public let reason: String

    /// An error with a sentence.
    public init(_ code: Code, _ reason: String) { (self.code, self.reason) = (code, reason) }

    /// The sentence.
    public var description: String { reason }
}
