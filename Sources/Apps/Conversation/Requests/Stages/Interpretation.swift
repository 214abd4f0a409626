/// The interpretation of an answer.
///
/// An interpretation without errors is valid, even if its value is nil.
public struct Interpretation<Value: Sendable>: Sendable {
    /// The value; nil for none.
    public var value: Value?
    /// The reasons why the answer is unsuitable; empty for a valid answer.
    public var validationErrors: [ValidationError]

    /// Creates the interpretation of a valid answer.
    public init(value: Value?) { (self.value, validationErrors) = (value, []) }

    /// Creates the interpretation of an unsuitable answer.
    public init(errors: [ValidationError]) { (value, validationErrors) = (nil, errors) }

    /// Whether the answer is valid.
    public var isValid: Bool { validationErrors.isEmpty }
}
