/// A deviation of a JSON value from its schema.
public struct Violation: Sendable, Equatable, Codable, CustomStringConvertible {
    /// The place, as a JSON Pointer (RFC 6901); empty for the whole value.
    public let path: String
    /// A phrase that says what is expected at the place and what was found.
    public let expectation: String

    /// Creates a violation.
    public init(path: String, expectation: String) { (self.path, self.expectation) = (path, expectation) }

    /// The place and the expectation, on one line.
    public var description: String { "\(path.isEmpty ? "the whole value" : path): \(expectation)" }
}

extension Schema {
    /// The most violations that ``validate(_:)`` reports, so that megabytes of garbage do not produce a
    /// report of the same size.
    public static let maximumViolations = 20

    /// Checks a JSON value against this schema.
    /// - Returns: The violations; empty when the value conforms. Fields that the schema does not name are
    ///   accepted, since they may come from a later version.
    public func validate(_ value: JSONValue) -> [Violation] {
        var validation = SchemaValidation(root: self)
        validation.check(value, self, at: "")
        return validation.violations
    }
}

/// A parallel walk through a value and its schema.
private struct SchemaValidation {
    let root: Schema
    private(set) var violations: [Violation] = []

    init(root: Schema) { self.root = root }

    mutating func check(_ value: JSONValue, _ schema: Schema, at path: String) {
        guard violations.count < Schema.maximumViolations else { return }
        switch (schema, value) {
        case (.string, .string), (.bytes, .string), (.integer, .integer), (.boolean, .boolean): break
        case (.number, .integer), (.number, .number): break
        case (.fraction, .integer(0...1)), (.fraction, .number(0...1)): break
        case (.uuid, .string(let text)) where MessageID(text) != nil: break
        case (.choice(let words), .string(let word)) where words.contains(word): break
        case (.array(let element), .array(let values)):
            for (index, value) in values.enumerated() { check(value, element, at: "\(path)/\(index)") }
        case (.dictionary(let element), .object(let members)):
            for (name, value) in members.sorted(by: { $0.key < $1.key }) {
                check(value, element, at: path + "/" + escaped(name))
            }
        case (.anyOf(let shapes), _): checkAny(value, shapes, at: path)
        case (.reference(let pointer), _):
            if let target = root.resolve(pointer) {
                check(value, target, at: path)
            } else {
                violate(path, "the schema refers to \(pointer), where nothing is")
            }
        case (.object(_, let fields), .object(let members)):
            for field in fields {
                // An optional field that is null counts as absent.
                let isRequired = field.isRequired(in: members)
                if let member = members[field.name], isRequired || member != .null {
                    check(member, field.schema, at: path + "/" + escaped(field.name))
                } else if isRequired {
                    violate(path + "/" + escaped(field.name), "expected \(field.schema.inWords), and it is missing")
                }
            }
        default: violate(path, "expected \(schema.inWords), not \(excerpt(value))")
        }
    }

    private mutating func checkAny(_ value: JSONValue, _ shapes: [Schema], at path: String) {
        let fits = shapes.contains { shape in
            var validation = SchemaValidation(root: root)
            validation.check(value, shape, at: path)
            return validation.violations.isEmpty
        }
        if !fits { violate(path, "expected \(Schema.anyOf(shapes).inWords), not \(excerpt(value))") }
    }

    private mutating func violate(_ path: String, _ expectation: String) {
        if violations.count < Schema.maximumViolations {
            violations.append(Violation(path: path, expectation: expectation))
        }
    }

    private func escaped(_ name: String) -> String {
        var text = ""
        for character in name.unicodeScalars {
            switch character {
            case "~": text += "~0"
            case "/": text += "~1"
            default: text.unicodeScalars.append(character)
            }
        }
        return text
    }

    private func excerpt(_ value: JSONValue) -> String {
        switch value {
        case .array: return "a list"
        case .object: return "an object"
        default:
            let text = value.text()
            return text.count > 60 ? text.prefix(60) + "…" : text
        }
    }
}

extension Schema {
    /// The expected value as a phrase.
    fileprivate var inWords: String {
        switch self {
        case .string: "text"
        case .uuid: "a UUID"
        case .choice(let words): "one of " + words.map { "\"\($0)\"" }.joined(separator: ", ")
        case .integer: "a whole number"
        case .number: "a number"
        case .fraction: "a number from 0 to 1"
        case .boolean: "true or false"
        case .bytes: "base64 text"
        case .array: "a list"
        case .dictionary, .object, .reference: "an object"
        case .anyOf(let shapes): shapes.map(\.inWords).joined(separator: " or ")
        }
    }

    /// Returns the schema at a JSON Pointer into the JSON Schema of this one, such as
    /// `/properties/events/items`.
    fileprivate func resolve(_ pointer: String) -> Schema? {
        var schema = self
        for part in pointer.split(separator: "/") where part != "properties" {
            if part == "items", case .array(let element) = schema {
                schema = element
            } else if let field = schema.fields.first(where: { $0.name == part }) {
                schema = field.schema
            } else {
                return nil
            }
        }
        return schema
    }
}
