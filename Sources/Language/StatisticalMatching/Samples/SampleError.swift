/// Why samples cannot be used: where, what, and what to do.
public struct SampleError: Error, Sendable, Equatable, CustomStringConvertible {
    /// What is wrong.
    public enum Code: String, Sendable {
        /// The file cannot be read, or is too large.
        case unreadable
        /// A line is no sample.
        case syntax
        /// There is nothing to learn from.
        case empty
    }

    /// What is wrong.
    public let code: Code
    /// The file and line, `samples.jsonl:12`, or the file.
    public let place: String
    /// What happened and what to do.
    public let reason: String

    /// An error.
    public init(_ code: Code, at place: String, _ reason: String) {
        (self.code, self.place, self.reason) = (code, place, reason)
    }

    /// `place: reason`
    public var description: String { "\(place): \(reason)" }
}
