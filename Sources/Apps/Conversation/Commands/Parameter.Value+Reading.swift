import SaybusMessages

extension Parameter.Value {
    /// The text; nil for a number.
    public var text: String? { if case .text(let text) = self { text } else { nil } }

    /// The number; nil for text.
    public var number: Double? { if case .number(let number) = self { number } else { nil } }

    /// The whole number; nil for text and for numbers with decimals.
    public var integer: Int? { number.flatMap { Int(exactly: $0) } }
}

extension Parameter.Value: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
    /// Creates a text from a literal, such as `"kitchen"`.
    public init(stringLiteral value: String) { self = .text(value) }
    /// Creates a number from a literal, such as `7`.
    public init(integerLiteral value: Int) { self = .number(Double(value)) }
    /// Creates a number from a literal, such as `2.5`.
    public init(floatLiteral value: Double) { self = .number(value) }
}
