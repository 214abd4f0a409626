import SaybusMessages

/// A validation of a JSON value against a schema. Errors are written for people: the path, the expected value and the
/// actual one.
struct SchemaCheck {
    /// A mismatch between a value and the schema.
    struct Mismatch: Error, Sendable, Equatable, CustomStringConvertible {
        /// The path, such as `hypotheses[0].confidence`; empty for the body itself.
        let path: String
        let expected: String
        let found: String

        var description: String { "\(path.isEmpty ? "the body" : path): expected \(expected), found \(found)" }
    }

    private let root: Schema
    /// The fields that the schema does not contain. Receivers ignore them.
    private(set) var unknown: [String] = []

    /// Creates a check against the schema of a kind.
    init(_ schema: Schema) { root = schema }

    /// Validates a body.
    mutating func check(_ value: JSONValue) throws(Mismatch) { try check(value, root, "") }

    private mutating func check(_ value: JSONValue, _ schema: Schema, _ path: String) throws(Mismatch) {
        switch (schema, value) {
        case (.string, .string), (.bytes, .string), (.integer, .integer), (.boolean, .boolean), (.number, .integer),
            (.number, .number), (.fraction, .integer(0...1)), (.fraction, .number(0...1)):
            break
        case (.uuid, .string(let text)) where MessageID(text) != nil: break
        case (.choice(let words), .string(let word)) where words.contains(word): break
        case (.array(let element), .array(let values)):
            for (index, value) in values.enumerated() { try check(value, element, "\(path)[\(index)]") }
        case (.dictionary(let element), .object(let members)):
            for (name, value) in members.sorted(by: { $0.key < $1.key }) {
                try check(value, element, Self.join(path, name))
            }
        case (.anyOf(let shapes), _):
            var mismatches: [Mismatch] = []
            for shape in shapes {
                do { return try check(value, shape, path) } catch { mismatches.append(error) }
            }
            throw mismatch(value, schema, path)
        case (.reference(let pointer), _):
            guard let target = resolve(pointer) else { throw mismatch(value, schema, path) }
            try check(value, target, path)
        case (.object(_, let fields), .object(let members)): try check(members, fields, path)
        default: throw mismatch(value, schema, path)
        }
    }

    private mutating func check(
        _ members: [String: JSONValue], _ fields: [Schema.Field], _ path: String
    ) throws(Mismatch) {
        for field in fields {
            let place = Self.join(path, field.name)
            let isRequired = field.isRequired(in: members)
            switch members[field.name] {
            case nil where isRequired:
                throw Mismatch(path: place, expected: Self.words(field.schema), found: "nothing")
            case nil: break
            case .null? where !isRequired: break
            case let value?: try check(value, field.schema, place)
            }
        }
        let names = Set(fields.map(\.name))
        for name in members.keys.sorted() where !names.contains(name) { unknown.append(Self.join(path, name)) }
    }

    private func mismatch(_ value: JSONValue, _ schema: Schema, _ path: String) -> Mismatch {
        Mismatch(path: path, expected: Self.words(schema), found: Self.words(value))
    }

    /// Returns the schema at a JSON Pointer such as `/properties/events/items`.
    private func resolve(_ pointer: String) -> Schema? {
        var schema = root
        var steps = pointer.split(separator: "/").map(String.init)[...]
        while let step = steps.popFirst() {
            switch (schema, step) {
            case (.object(_, let fields), "properties"):
                guard let name = steps.popFirst(), let field = fields.first(where: { $0.name == name }) else {
                    return nil
                }
                schema = field.schema
            case (.array(let element), "items"): schema = element
            case (.dictionary(let element), "additionalProperties"): schema = element
            default: return nil
            }
        }
        return schema
    }

    private static func join(_ path: String, _ name: String) -> String { path.isEmpty ? name : "\(path).\(name)" }

    private static func words(_ schema: Schema) -> String {
        switch schema {
        case .string: "a string"
        case .uuid: "a UUID"
        case .choice(let words): "one of \(words.map { "\"\($0)\"" }.joined(separator: ", "))"
        case .integer: "a whole number"
        case .number: "a number"
        case .fraction: "a number from 0 to 1"
        case .boolean: "true or false"
        case .bytes: "base64 text"
        case .array(let element): "a list, each element \(words(element))"
        case .dictionary(let value): "an object, each value \(words(value))"
        case .anyOf(let shapes): shapes.map(words).joined(separator: " or ")
        case .reference: "such a value again"
        case .object(_, let fields):
            "an object with \(fields.filter(\.isRequired).map { "\"\($0.name)\"" }.joined(separator: ", "))"
        }
    }

    private static func words(_ value: JSONValue) -> String {
        let text = value.text()
        return text.count <= 60 ? text : "\(text.prefix(60))…"
    }
}
