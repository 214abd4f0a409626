/// The shape of a JSON value, expressed in the part of JSON Schema (draft 2020-12) that the messages need.
public indirect enum Schema: Sendable, Equatable {
    /// Text of any length.
    case string
    /// A UUID in its 36-character form.
    case uuid
    /// One of several strings.
    case choice([String])
    /// A whole number.
    case integer
    /// A number with or without decimals.
    case number
    /// A number from 0 to 1.
    case fraction
    /// `true` or `false`.
    case boolean
    /// Base64 text, in which the tap shows raw bytes.
    case bytes
    /// An array of values of a shape.
    case array(Schema)
    /// An object with names of the publisher's choice, and values of a shape.
    case dictionary(Schema)
    /// One of several shapes.
    case anyOf([Schema])
    /// The shape at another place of the schema, as a JSON Pointer (RFC 6901), for recursive shapes.
    case reference(String)
    /// An object with named fields. Receivers ignore other fields, which later versions may add.
    case object(String, [Field])

    /// A named field of an object.
    public struct Field: Sendable, Equatable {
        /// The key in the JSON object.
        public let name: String
        /// The value's shape.
        public let schema: Schema
        /// The meaning, unit and range, in words.
        public let description: String
        /// Whether a body without the field is malformed.
        public let isRequired: Bool
        /// The objects of which a body without the field is malformed; nil when ``isRequired`` says all.
        public let condition: Condition?

        /// A condition on another field of the object.
        public struct Condition: Sendable, Equatable {
            /// The other field's key.
            public let name: String
            /// The values of the other field with which the field is required.
            public let values: [String]
        }

        /// Creates a field without which a body is malformed.
        public static func required(_ name: String, _ schema: Schema, _ description: String) -> Field {
            Field(name: name, schema: schema, description: description, isRequired: true, condition: nil)
        }

        /// Creates a field that is required where another field has one of some values.
        public static func required(
            _ name: String, _ schema: Schema, _ description: String, where other: String, is values: [String]
        ) -> Field {
            Field(
                name: name, schema: schema, description: description, isRequired: false,
                condition: Condition(name: other, values: values))
        }

        /// Creates a field that may be absent.
        public static func optional(_ name: String, _ schema: Schema, _ description: String) -> Field {
            Field(name: name, schema: schema, description: description, isRequired: false, condition: nil)
        }

        /// Returns whether an object with these members must have the field.
        public func isRequired(in members: [String: JSONValue]) -> Bool {
            guard let condition, case .string(let value)? = members[condition.name] else { return isRequired }
            return condition.values.contains(value)
        }
    }

    /// The fields of an object; empty for other shapes.
    public var fields: [Field] {
        if case .object(_, let fields) = self { fields } else { [] }
    }
}

extension Schema {
    /// Returns the JSON Schema of this shape, with sorted keys, as `saybus schema` prints it.
    /// - Parameters:
    ///   - title: The kind's name.
    ///   - examples: JSON documents to show.
    public func jsonSchema(title: String, examples: [JSONValue] = []) -> JSONValue {
        guard case .object(var members) = json else { return json }
        members["$schema"] = .string("https://json-schema.org/draft/2020-12/schema")
        members["title"] = .string(title)
        if !examples.isEmpty { members["examples"] = .array(examples) }
        return .object(members)
    }

    private var json: JSONValue {
        switch self {
        case .string: ["type": "string"]
        case .uuid:
            ["type": "string", "format": "uuid", "pattern": "^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$"]
        case .choice(let words): ["type": "string", "enum": .array(words.map { .string($0) })]
        case .integer: ["type": "integer"]
        case .number: ["type": "number"]
        case .fraction: ["type": "number", "minimum": 0, "maximum": 1]
        case .boolean: ["type": "boolean"]
        case .bytes: ["type": "string", "contentEncoding": "base64"]
        case .array(let element): ["type": "array", "items": element.json]
        case .dictionary(let value): ["type": "object", "additionalProperties": value.json]
        case .anyOf(let shapes): ["anyOf": .array(shapes.map(\.json))]
        case .reference(let pointer): ["$ref": .string("#" + pointer)]
        case .object(let description, let fields): Self.object(description, fields)
        }
    }

    private static func object(_ description: String, _ fields: [Field]) -> JSONValue {
        var properties: [String: JSONValue] = [:]
        for field in fields {
            guard case .object(var members) = field.schema.json else { continue }
            let own = members["description"]
            members["description"] = .string(field.description)
            // A nested object has a description of its own, which is appended.
            if case .string(let text)? = own, text != field.description {
                members["description"] = .string(field.description + " " + text)
            }
            properties[field.name] = .object(members)
        }
        var members: [String: JSONValue] = [
            "type": "object", "description": .string(description), "properties": .object(properties),
            "required": .array(fields.filter(\.isRequired).map { .string($0.name) }),
        ]
        let conditions = conditions(fields)
        if !conditions.isEmpty { members["allOf"] = .array(conditions) }
        return .object(members)
    }

    /// Returns for each value of another field which fields it requires.
    private static func conditions(_ fields: [Field]) -> [JSONValue] {
        var required: [(name: String, value: String, fields: [JSONValue])] = []
        for field in fields {
            guard let condition = field.condition else { continue }
            for value in condition.values {
                if let index = required.firstIndex(where: { $0.name == condition.name && $0.value == value }) {
                    required[index].fields.append(.string(field.name))
                } else {
                    required.append((condition.name, value, [.string(field.name)]))
                }
            }
        }
        return required.map { name, value, fields in
            let known: JSONValue = .object([name: ["const": .string(value)]])
            return [
                "if": ["properties": known, "required": [.string(name)]], "then": ["required": .array(fields)],
            ]
        }
    }
}
