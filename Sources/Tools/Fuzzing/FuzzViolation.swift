/// A breach of what must hold for every input of a decoder.
public struct FuzzViolation: Error, Sendable, Equatable, CustomStringConvertible {
    /// The kind of breach.
    public enum Code: String, Sendable {
        /// A decoded value differs after it was encoded and decoded again.
        case roundTrip = "round-trip"
        /// Two readers of the same format read different values.
        case disagreement
        /// An input is refused without a reason, or with one that has no end.
        case reason
        /// The result is out of proportion to the input.
        case size
        /// An input took more processor time than ``FuzzTarget/timeLimit``.
        case time
        /// An error of a type that the decoder does not document.
        case foreignError = "foreign-error"
    }

    /// The cause, for programs; ``reason`` is for people.
    public let code: Code
    /// A sentence that says what happened.
    public let reason: String

    /// Creates a violation with a sentence.
    init(_ code: Code, _ reason: String) { (self.code, self.reason) = (code, reason) }

    /// `code: reason`
    public var description: String { "\(code.rawValue): \(reason)" }
}
