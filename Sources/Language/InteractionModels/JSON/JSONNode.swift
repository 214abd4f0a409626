/// A value of a JSON file, with its line.
struct JSONNode: Sendable {
    /// The value and its type, as in the file.
    enum Content: Sendable {
        case null
        case bool(Bool)
        case number(Double)
        case string(String)
        case array([JSONNode])
        case object([String: JSONNode])
    }

    let content: Content
    /// The line in the file, from 1.
    let line: Int

    /// A member of an object; nil when it is missing or null.
    subscript(name: String) -> JSONNode? {
        guard case .object(let members) = content, let member = members[name] else { return nil }
        if case .null = member.content { return nil }
        return member
    }

    var string: String? { if case .string(let text) = content { text } else { nil } }
    var array: [JSONNode]? { if case .array(let items) = content { items } else { nil } }
    var object: [String: JSONNode]? { if case .object(let members) = content { members } else { nil } }
    var bool: Bool? { if case .bool(let value) = content { value } else { nil } }

    /// A string, or the text of a number or a Boolean.
    var text: String? {
        switch content {
        case .string(let text): text
        case .number(let number): Int(exactly: number).map { "\($0)" } ?? "\(number)"
        case .bool(let value): "\(value)"
        case .null, .array, .object: nil
        }
    }

    /// The kind of the value, for messages.
    var kind: String {
        switch content {
        case .null: "null"
        case .bool: "a boolean"
        case .number: "a number"
        case .string: "a text"
        case .array: "a list"
        case .object: "an object"
        }
    }
}
