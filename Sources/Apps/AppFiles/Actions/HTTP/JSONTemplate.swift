import SaybusMessages

/// A JSON document with placeholders in its texts.
public indirect enum JSONTemplate: Sendable, Equatable {
    /// A fixed value.
    case fixed(JSONValue)
    /// A text. A text that consists of a single placeholder for a number becomes that number.
    case text(Template)
    /// A list.
    case array([JSONTemplate])
    /// An object.
    case object([String: JSONTemplate])

    /// The document's templates.
    var templates: [Template] {
        switch self {
        case .fixed: []
        case .text(let template): [template]
        case .array(let elements): elements.flatMap(\.templates)
        case .object(let members): members.sorted { $0.key < $1.key }.flatMap(\.value.templates)
        }
    }

    /// Returns the document with all values filled in.
    func render(_ values: ActionValues) throws(TemplateError) -> JSONValue {
        switch self {
        case .fixed(let value): return value
        case .text(let template):
            if template.pieces.count == 1, case .value(let name, _) = template.pieces[0],
                let number = values.numbers[name]
            {
                return Int64(exactly: number).map { .integer($0) } ?? .number(number)
            }
            return .string(try template.render(values.filled))
        case .array(let elements):
            var rendered: [JSONValue] = []
            for element in elements { rendered.append(try element.render(values)) }
            return .array(rendered)
        case .object(let members):
            var rendered: [String: JSONValue] = [:]
            for (name, member) in members { rendered[name] = try member.render(values) }
            return .object(rendered)
        }
    }
}
