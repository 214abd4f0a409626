/// The reason that samples cannot be used.
public struct SampleError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The causes that callers distinguish.
    public enum Code: String, Sendable {
        /// The file cannot be read, or is too large.
        case unreadable
        /// A line is not a sample.
        case syntax
        /// No sample has an intent.
        case empty
    }

    /// The cause, for programs; ``reason`` is for people.
    public let code: Code
    /// The file and line, such as `samples.jsonl:12`, or the file.
    public let place: String
    /// A sentence that says what happened and what to do.
    public let reason: String

    init(_ code: Code, at place: String, _ reason: String) {
        (self.code, self.place, self.reason) = (code, place, reason)
    }

    /// `place: reason`
    public var description: String { "\(place): \(reason)" }
}
