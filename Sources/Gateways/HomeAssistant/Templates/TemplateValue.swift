import Foundation

/// A value of a response template, as in Jinja.
enum TemplateValue: Sendable, Equatable {
    /// The value of a variable that was never set.
    case undefined
    /// Python's `None`.
    case none
    /// True or false.
    case boolean(Bool)
    /// A whole number.
    case integer(Int)
    /// A number with a fraction.
    case number(Double)
    /// A text.
    case text(String)
    /// A list or tuple.
    case list([TemplateValue])
    /// A dictionary, or an object with its attributes.
    case map([String: TemplateValue])

    /// Whether the value counts as true in a condition.
    var isTrue: Bool {
        switch self {
        case .undefined, .none: false
        case .boolean(let value): value
        case .integer(let value): value != 0
        case .number(let value): value != 0
        case .text(let value): !value.isEmpty
        case .list(let value): !value.isEmpty
        case .map(let value): !value.isEmpty
        }
    }

    /// The number; nil for a value that is none. True is 1.
    var double: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .number(let value): value
        case .boolean(let value): value ? 1 : 0
        default: nil
        }
    }

    /// The text as Python writes it.
    var string: String {
        switch self {
        case .undefined: ""
        case .none: "None"
        case .boolean(let value): value ? "True" : "False"
        case .integer(let value): "\(value)"
        case .number(let value): Self.string(value)
        case .text(let value): value
        case .list(let items): "[" + items.map(\.quoted).joined(separator: ", ") + "]"
        case .map(let members):
            members["entity_id"]?.string
                ?? "{"
                + members.sorted { $0.key < $1.key }.map { "'\($0.key)': \($0.value.quoted)" }
                .joined(separator: ", ") + "}"
        }
    }

    private var quoted: String { if case .text(let text) = self { "'\(text)'" } else { string } }

    private static func string(_ value: Double) -> String {
        value == value.rounded() && abs(value) < 1e16 ? String(format: "%.1f", value) : "\(value)"
    }

    /// Returns whether two values are equal; 1 equals 1.0.
    func equals(_ other: TemplateValue) -> Bool {
        if let one = double, let two = other.double { return one == two }
        return self == other
    }
}
