import Foundation

/// Jinja's filters.
enum TemplateFilters {
    /// Applies a filter.
    /// - Throws: ``ResponseTemplateError`` for a filter that is not supported, or a value for which it is not made.
    static func apply(
        _ name: String, to value: TemplateValue, _ arguments: TemplateArguments
    ) throws(ResponseTemplateError) -> TemplateValue {
        switch name {
        case "length", "count": return .integer(try TemplateOperations.items(of: value).count)
        case "list": return .list(try TemplateOperations.items(of: value))
        case "first": return try TemplateOperations.items(of: value).first ?? .undefined
        case "last": return try TemplateOperations.items(of: value).last ?? .undefined
        case "join":
            let separator = arguments.value(0, "d")?.string ?? ""
            return .text(try TemplateOperations.items(of: value).map(\.string).joined(separator: separator))
        case "string": return .text(value.string)
        case "int":
            return number(value).map { .integer(Int(clampingTo: $0)) } ?? arguments.value(0, "default") ?? .integer(0)
        case "float": return number(value).map { .number($0) } ?? arguments.value(0, "default") ?? .number(0)
        case "abs": return try TemplateOperations.isLess(value, .integer(0)) ? try negative(value) : value
        case "round": return round(value, arguments)
        case "default", "d":
            let isMissing = value == .undefined || (arguments.value(1, "boolean")?.isTrue == true && !value.isTrue)
            return isMissing ? arguments.value(0, "default_value") ?? .text("") : value
        case "sort", "unique", "map", "select", "reject", "selectattr", "rejectattr", "reverse":
            return .list(try list(name, try TemplateOperations.items(of: value), arguments))
        default: return try TemplateMethods.call(name, of: .text(value.string), arguments)
        }
    }

    private static func negative(_ value: TemplateValue) throws(ResponseTemplateError) -> TemplateValue {
        try TemplateOperations.apply(.minus, .integer(0), value)
    }

    private static func number(_ value: TemplateValue) -> Double? {
        if case .text(let text) = value { return Double(text.filter { !$0.isWhitespace }) }
        return value.double
    }

    private static func round(_ value: TemplateValue, _ arguments: TemplateArguments) -> TemplateValue {
        guard let number = number(value) else { return value }
        let places = min(10, max(0, Int(clampingTo: arguments.value(0, "precision")?.double ?? 0)))
        let factor = pow(10, Double(places))
        let rule: FloatingPointRoundingRule =
            switch arguments.value(1, "method")?.string {
            case "floor": .down
            case "ceil": .up
            default: .toNearestOrEven
            }
        return .number((number * factor).rounded(rule) / factor)
    }

    private static func list(
        _ name: String, _ items: [TemplateValue], _ arguments: TemplateArguments
    ) throws(ResponseTemplateError) -> [TemplateValue] {
        switch name {
        case "reverse": return items.reversed()
        case "unique":
            return items.reduce(into: []) { kept, item in
                if !kept.contains(where: { $0.equals(item) }) { kept.append(item) }
            }
        case "sort": return try sorted(items, arguments)
        case "map": return try mapped(items, arguments)
        default: return try selected(name, items, arguments)
        }
    }

    private static func sorted(
        _ items: [TemplateValue], _ arguments: TemplateArguments
    ) throws(ResponseTemplateError) -> [TemplateValue] {
        let attribute = arguments.named["attribute"]
        let keyed = items.map { item in (attribute.map { TemplateOperations.item(of: item, $0) } ?? item, item) }
        let sorted = keyed.sorted { one, other in
            // Jinja ignores the case of letters.
            if case .text(let one) = one.0, case .text(let other) = other.0 {
                return one.lowercased() < other.lowercased()
            }
            return (one.0.double ?? 0) < (other.0.double ?? 0)
        }
        return (arguments.value(0, "reverse")?.isTrue == true ? sorted.reversed() : sorted).map(\.1)
    }

    private static func mapped(
        _ items: [TemplateValue], _ arguments: TemplateArguments
    ) throws(ResponseTemplateError) -> [TemplateValue] {
        var result: [TemplateValue] = []
        for item in items {
            if let attribute = arguments.named["attribute"] {
                let member = TemplateOperations.item(of: item, attribute)
                result.append(member == .undefined ? arguments.named["default"] ?? .undefined : member)
            } else {
                var rest = arguments
                let filter = rest.values.isEmpty ? "" : rest.values.removeFirst().string
                result.append(try apply(filter, to: item, rest))
            }
        }
        return result
    }

    private static func selected(
        _ name: String, _ items: [TemplateValue], _ arguments: TemplateArguments
    ) throws(ResponseTemplateError) -> [TemplateValue] {
        var rest = arguments.values
        let attribute = name.hasSuffix("attr") && !rest.isEmpty ? rest.removeFirst() : nil
        let test = rest.isEmpty ? nil : rest.removeFirst().string
        let wanted = name.hasPrefix("select")
        var result: [TemplateValue] = []
        for item in items {
            let value = attribute.map { TemplateOperations.item(of: item, $0) } ?? item
            let holds = if let test { try TemplateTests.holds(test, for: value, rest) } else { value.isTrue }
            if holds == wanted { result.append(item) }
        }
        return result
    }
}

extension Int {
    /// Creates the nearest whole number towards zero; 0 for what is no number.
    init(clampingTo value: Double) {
        if value.isNaN {
            self = 0
        } else {
            self = value >= 9e18 ? .max : value <= -9e18 ? .min : Int(value)
        }
    }
}
