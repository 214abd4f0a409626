/// What an interpreter makes of an answer.
///
/// It is valid when there are no errors: a valid answer may well be "nothing", a nil value.
public struct Interpretation<Value: Sendable>: Sendable {
    /// The value; nil when there is none.
    public var value: Value?
    /// Why the answer does not fit; empty when it does.
    public var validationErrors: [ValidationError]

    /// Creates a valid answer.
    public init(value: Value?) { (self.value, validationErrors) = (value, []) }

    /// Creates an answer that does not fit.
    public init(errors: [ValidationError]) { (value, validationErrors) = (nil, errors) }

    /// Whether the answer fits.
    public var isValid: Bool { validationErrors.isEmpty }
}
