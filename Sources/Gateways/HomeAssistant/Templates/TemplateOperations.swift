import Foundation

/// Operators and members of template values, as in Python.
enum TemplateOperations {
    /// Returns an item or a member; undefined when there is none.
    static func item(of value: TemplateValue, _ key: TemplateValue) -> TemplateValue {
        switch (value, key) {
        case (.map(let members), _): return members[key.string] ?? .undefined
        case (.list(let items), .integer(let index)):
            let place = index < 0 ? items.count + index : index
            return items.indices.contains(place) ? items[place] : .undefined
        case (.text(let text), .integer(let index)):
            let place = index < 0 ? text.count + index : index
            guard place >= 0, place < text.count else { return .undefined }
            return .text(String(text[text.index(text.startIndex, offsetBy: place)]))
        default: return .undefined
        }
    }

    /// Returns the items of a list, the characters of a text, or the keys of a dictionary.
    static func items(of value: TemplateValue) throws(ResponseTemplateError) -> [TemplateValue] {
        switch value {
        case .list(let items): items
        case .text(let text): text.map { .text(String($0)) }
        case .map(let members): members.keys.sorted().map { .text($0) }
        case .undefined: []
        default: throw ResponseTemplateError("\(value.string) is no list")
        }
    }

    /// Returns a part of a list or text.
    static func slice(
        of value: TemplateValue, from: TemplateValue?, to: TemplateValue?
    ) throws(ResponseTemplateError) -> TemplateValue {
        let items = try items(of: value)
        func place(_ value: TemplateValue?, _ otherwise: Int) -> Int {
            guard case .integer(let index)? = value else { return otherwise }
            return max(0, min(items.count, index < 0 ? items.count + index : index))
        }
        let (start, end) = (place(from, 0), place(to, items.count))
        let part = start < end ? Array(items[start..<end]) : []
        if case .text = value { return .text(part.map(\.string).joined()) }
        return .list(part)
    }

    /// Applies an operator other than `and` and `or`.
    static func apply(
        _ operation: TemplateExpression.Operation, _ left: TemplateValue, _ right: TemplateValue
    ) throws(ResponseTemplateError) -> TemplateValue {
        switch operation {
        case .equal: return .boolean(left.equals(right))
        case .unequal: return .boolean(!left.equals(right))
        case .less: return .boolean(try isLess(left, right))
        case .more: return .boolean(try isLess(right, left))
        case .atMost: return .boolean(!(try isLess(right, left)))
        case .atLeast: return .boolean(!(try isLess(left, right)))
        case .isIn: return .boolean(try contains(right, left))
        case .concatenate: return .text(left.string + right.string)
        case .plus:
            if case .text(let one) = left, case .text(let other) = right { return .text(one + other) }
            if case .list(let one) = left, case .list(let other) = right { return .list(one + other) }
            return try arithmetic(operation, left, right)
        case .or, .and: return .boolean(operation == .or ? left.isTrue || right.isTrue : left.isTrue && right.isTrue)
        case .minus, .times, .divide, .quotient, .remainder: return try arithmetic(operation, left, right)
        }
    }

    /// Returns the order of two values.
    static func isLess(_ left: TemplateValue, _ right: TemplateValue) throws(ResponseTemplateError) -> Bool {
        if let one = left.double, let other = right.double { return one < other }
        guard case .text(let one) = left, case .text(let other) = right else {
            throw ResponseTemplateError("\(left.string) and \(right.string) have no order")
        }
        return one < other
    }

    private static func contains(_ whole: TemplateValue, _ part: TemplateValue) throws(ResponseTemplateError) -> Bool {
        switch whole {
        case .text(let text): return part.string.isEmpty || text.contains(part.string)
        case .map(let members): return members[part.string] != nil
        default: return try items(of: whole).contains { $0.equals(part) }
        }
    }

    private static func arithmetic(
        _ operation: TemplateExpression.Operation, _ left: TemplateValue, _ right: TemplateValue
    ) throws(ResponseTemplateError) -> TemplateValue {
        guard let one = left.double, let other = right.double else {
            throw ResponseTemplateError("\(left.string) \(operation.rawValue) \(right.string) is no calculation")
        }
        if [.divide, .quotient, .remainder].contains(operation), other == 0 {
            throw ResponseTemplateError("\(left.string) is divided by 0")
        }
        let result: Double =
            switch operation {
            case .plus: one + other
            case .minus: one - other
            case .times: one * other
            case .divide: one / other
            case .quotient: (one / other).rounded(.down)
            default: one - other * (one / other).rounded(.down)
            }
        if operation != .divide, isWhole(left), isWhole(right), let whole = Int(exactly: result) {
            return .integer(whole)
        }
        return .number(result)
    }

    private static func isWhole(_ value: TemplateValue) -> Bool {
        if case .number = value { false } else { true }
    }
}
