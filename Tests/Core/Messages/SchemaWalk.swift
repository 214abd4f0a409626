import SaybusMessages

/// A comparison of a JSON value with a schema, which finds the fields of the value and its deviations.
struct SchemaWalk {
    /// A copy of a document with one field changed.
    struct Variant {
        let path: String
        let isRequired: Bool
        let document: JSONValue
    }

    private(set) var found: Set<String> = []
    private(set) var misfits: [String] = []
    private let root: Schema

    init(root: Schema) { self.root = root }

    mutating func visit(_ value: JSONValue) { visit(value, root, "") }

    private mutating func visit(_ value: JSONValue, _ schema: Schema, _ path: String) {
        switch (schema, value) {
        case (.string, .string), (.bytes, .string), (.integer, .integer), (.boolean, .boolean): break
        case (.number, .integer), (.number, .number): break
        case (.fraction, .integer(0...1)), (.fraction, .number(0...1)): break
        case (.uuid, .string(let text)) where MessageID(text) != nil: break
        case (.choice(let words), .string(let word)) where words.contains(word): break
        case (.array(let element), .array(let values)):
            for value in values { visit(value, element, path + "[]") }
        case (.dictionary(let element), .object(let members)):
            for value in members.values { visit(value, element, path + "{}") }
        case (.anyOf(let shapes), _):
            let fits = shapes.contains { shape in
                var walk = SchemaWalk(root: root)
                walk.visit(value, shape, path)
                return walk.misfits.isEmpty
            }
            if !fits { misfits.append("\(path): \(value.text())") }
        case (.reference(let pointer), _):
            if let (schema, path) = Self.resolve(pointer, root) {
                visit(value, schema, path)
            } else {
                misfits.append("\(path): nothing is at \(pointer)")
            }
        case (.object(_, let fields), .object(let members)):
            for field in fields {
                guard let value = members[field.name] else {
                    if field.isRequired { misfits.append("\(path).\(field.name) is missing") }
                    continue
                }
                found.insert("\(path).\(field.name)")
                visit(value, field.schema, "\(path).\(field.name)")
            }
            let names = Set(fields.map(\.name))
            for name in members.keys where !names.contains(name) {
                misfits.append("\(path).\(name) is not in the schema")
            }
        default: misfits.append("\(path): \(value.text())")
        }
    }

    /// The paths of all fields of a schema.
    static func paths(_ schema: Schema, _ path: String = "") -> Set<String> {
        switch schema {
        case .array(let element): paths(element, path + "[]")
        case .dictionary(let element): paths(element, path + "{}")
        case .object(_, let fields):
            Set(fields.map { "\(path).\($0.name)" }).union(
                fields.flatMap { paths($0.schema, "\(path).\($0.name)") })
        default: []
        }
    }

    /// Returns a copy of the document for each of its fields, changed by `change`. A change to nil removes
    /// the field.
    static func variants(
        of value: JSONValue, _ schema: Schema, path: String = "", change: (Schema) -> JSONValue?
    ) -> [Variant] {
        switch (schema, value) {
        case (.array(let element), .array(let values)):
            values.indices.flatMap { index in
                variants(of: values[index], element, path: "\(path)[\(index)]", change: change).map { variant in
                    var copy = values
                    copy[index] = variant.document
                    return Variant(path: variant.path, isRequired: variant.isRequired, document: .array(copy))
                }
            }
        case (.dictionary(let element), .object(let members)):
            members.flatMap { name, value in
                variants(of: value, element, path: "\(path).\(name)", change: change).map { variant in
                    var copy = members
                    copy[name] = variant.document
                    return Variant(path: variant.path, isRequired: variant.isRequired, document: .object(copy))
                }
            }
        case (.object(_, let fields), .object(let members)):
            fields.flatMap { field -> [Variant] in
                guard let value = members[field.name] else { return [] }
                let path = "\(path).\(field.name)"
                var copy = members
                copy[field.name] = change(field.schema)
                let own = Variant(
                    path: path, isRequired: field.isRequired || isRequired(field.name, ofEvent: members, schema),
                    document: .object(copy))
                return [own]
                    + variants(of: value, field.schema, path: path, change: change).map { variant in
                        var copy = members
                        copy[field.name] = variant.document
                        return Variant(path: variant.path, isRequired: variant.isRequired, document: .object(copy))
                    }
            }
        default: []
        }
    }

    /// The required fields of an audio event depend on its type, which a flat list of fields cannot express.
    private static func isRequired(_ name: String, ofEvent members: [String: JSONValue], _ schema: Schema) -> Bool {
        guard schema == AudioEvent.schema, case .string(let type)? = members["type"] else { return false }
        let needed = [
            "speech": ["text"], "tone": ["frequency", "durationMs"], "file": ["path"], "silence": ["durationMs"],
            "composite": ["events"],
        ]
        return needed[type]?.contains(name) ?? false
    }

    private static func resolve(_ pointer: String, _ root: Schema) -> (Schema, String)? {
        var schema = root
        var path = ""
        for part in pointer.split(separator: "/") where part != "properties" {
            if part == "items", case .array(let element) = schema {
                (schema, path) = (element, path + "[]")
            } else if let field = schema.fields.first(where: { $0.name == part }) {
                (schema, path) = (field.schema, "\(path).\(part)")
            } else {
                return nil
            }
        }
        return (schema, path)
    }
}
