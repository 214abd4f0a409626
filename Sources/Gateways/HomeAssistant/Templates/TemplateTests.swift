/// Jinja's tests, as in `is defined`.
enum TemplateTests {
    /// Returns whether a test holds.
    /// - Throws: ``ResponseTemplateError`` for a test that is not supported.
    static func holds(
        _ name: String, for value: TemplateValue, _ arguments: [TemplateValue]
    ) throws(ResponseTemplateError) -> Bool {
        let other = arguments.first ?? .undefined
        switch name {
        case "defined": return value != .undefined
        case "undefined": return value == .undefined
        case "none": return value == .none
        case "true": return value == .boolean(true)
        case "false": return value == .boolean(false)
        case "number": if case .text = value { return false } else { return value.double != nil }
        case "integer": if case .integer = value { return true } else { return false }
        case "string": if case .text = value { return true } else { return false }
        case "mapping": if case .map = value { return true } else { return false }
        case "sequence", "iterable": return (try? TemplateOperations.items(of: value)) != nil
        case "odd", "even", "divisibleby":
            guard case .integer(let number) = value else { return false }
            guard name == "divisibleby" else { return number.isMultiple(of: 2) == (name == "even") }
            guard case .integer(let divisor) = other, divisor != 0 else { return false }
            return number.isMultiple(of: divisor)
        case "eq", "equalto", "==", "sameas": return value.equals(other)
        case "ne", "!=": return !value.equals(other)
        case "in": return try TemplateOperations.apply(.isIn, value, other).isTrue
        case "lt", "<", "lessthan": return try TemplateOperations.isLess(value, other)
        case "gt", ">", "greaterthan": return try TemplateOperations.isLess(other, value)
        case "search", "match":
            guard case .text(let text) = value, let pattern = try? Regex(other.string) else { return false }
            return name == "match" ? text.prefixMatch(of: pattern) != nil : text.firstMatch(of: pattern) != nil
        default: throw ResponseTemplateError("the test \(name) is not supported")
        }
    }
}
