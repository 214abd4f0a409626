import Foundation

/// Methods of Python's texts, dictionaries and dates; filters of texts have the same names.
enum TemplateMethods {
    /// Calls a method.
    /// - Throws: ``ResponseTemplateError`` for a method that is not supported.
    static func call(
        _ name: String, of value: TemplateValue, _ arguments: TemplateArguments
    ) throws(ResponseTemplateError) -> TemplateValue {
        switch value {
        case .text(let text): return try call(name, text, arguments)
        case .map(let members): return try call(name, members, arguments)
        default: throw ResponseTemplateError("\(value.string) has no supported method \(name)")
        }
    }

    private static func call(
        _ name: String, _ text: String, _ arguments: TemplateArguments
    ) throws(ResponseTemplateError) -> TemplateValue {
        let first = arguments.values.first?.string
        switch name {
        case "lower": return .text(text.lowercased())
        case "upper": return .text(text.uppercased())
        case "capitalize": return .text(text.prefix(1).uppercased() + text.dropFirst().lowercased())
        case "title": return .text(text.capitalized)
        case "strip", "trim": return .text(stripped(text, first, start: true, end: true))
        case "lstrip": return .text(stripped(text, first, start: true, end: false))
        case "rstrip": return .text(stripped(text, first, start: false, end: true))
        case "split": return .list(parts(text, first).map { .text($0) })
        case "replace":
            guard arguments.values.count >= 2, let first else { throw ResponseTemplateError("replace needs two texts") }
            return .text(first.isEmpty ? text : text.replacing(first, with: arguments.values[1].string))
        case "startswith": return .boolean(first.map { text.hasPrefix($0) } ?? false)
        case "endswith": return .boolean(first.map { text.hasSuffix($0) } ?? false)
        case "isdigit": return .boolean(!text.isEmpty && text.allSatisfy(\.isWholeNumber))
        case "join":
            let items = try TemplateOperations.items(of: arguments.values.first ?? .undefined)
            return .text(items.map(\.string).joined(separator: text))
        case "format": return .text(try format(text, arguments.values))
        default: throw ResponseTemplateError("\(name) of a text is not supported")
        }
    }

    private static func stripped(_ text: String, _ characters: String?, start: Bool, end: Bool) -> String {
        let isStripped = { (character: Character) in characters?.contains(character) ?? character.isWhitespace }
        var rest = text[...]
        if start { rest = rest.drop(while: isStripped) }
        if end { while let last = rest.last, isStripped(last) { rest = rest.dropLast() } }
        return String(rest)
    }

    private static func parts(_ text: String, _ separator: String?) -> [String] {
        guard let separator, !separator.isEmpty else {
            return text.split(whereSeparator: \.isWhitespace).map(String.init)
        }
        return text.components(separatedBy: separator)
    }

    /// Formats as Python's `str.format` does: `{}`, `{0}`, `{:02d}`, `{:.1f}`.
    private static func format(_ text: String, _ values: [TemplateValue]) throws(ResponseTemplateError) -> String {
        var result = ""
        var rest = text[...]
        var automatic = 0
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            result += rest[..<open]
            let parts = rest[rest.index(after: open)..<close].split(
                separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            let index = parts[0].isEmpty ? automatic : Int(parts[0])
            automatic += 1
            guard let index, values.indices.contains(index) else {
                throw ResponseTemplateError("format has no such value")
            }
            result += try formatted(values[index], parts.count == 2 ? String(parts[1]) : "")
            rest = rest[rest.index(after: close)...]
        }
        return result + rest
    }

    private static func formatted(_ value: TemplateValue, _ format: String) throws(ResponseTemplateError) -> String {
        if format.isEmpty { return value.string }
        guard let match = format.wholeMatch(of: /(0?)(\d{0,2})(?:\.(\d))?([df]?)/), let number = value.double else {
            throw ResponseTemplateError("the format \(format) is not supported")
        }
        let places = match.output.3.flatMap { Int($0) } ?? (match.output.4 == "f" ? 6 : 0)
        let isWhole = match.output.4 != "f" && match.output.3 == nil
        let text = isWhole ? value.string : String(format: "%.\(places)f", number)
        let width = Int(match.output.2) ?? 0
        let padding = String(repeating: match.output.1.isEmpty ? " " : "0", count: max(0, width - text.count))
        return padding + text
    }

    private static func call(
        _ name: String, _ members: [String: TemplateValue], _ arguments: TemplateArguments
    ) throws(ResponseTemplateError) -> TemplateValue {
        switch name {
        case "get":
            guard let key = arguments.values.first else { throw ResponseTemplateError("get needs a key") }
            return members[key.string] ?? arguments.value(1, "default") ?? .none
        case "items": return .list(members.sorted { $0.key < $1.key }.map { .list([.text($0.key), $0.value]) })
        case "keys": return .list(members.keys.sorted().map { .text($0) })
        case "values": return .list(members.sorted { $0.key < $1.key }.map(\.value))
        // The day of the week of a date, Monday first.
        case "weekday":
            guard case .integer(let weekday)? = members["weekday"] else {
                throw ResponseTemplateError("this is no date")
            }
            return .integer(weekday)
        default: throw ResponseTemplateError("\(name) is not supported")
        }
    }
}
