/// A value of a JSON file, and where it is in it.
struct JSONNode: Sendable {
    /// What it is.
    enum Content: Sendable {
        case null
        case bool(Bool)
        case number(Double)
        case string(String)
        case array([JSONNode])
        case object([String: JSONNode])
    }

    let content: Content
    /// From 1.
    let line: Int

    /// A member of an object; nil when there is none, or null.
    subscript(name: String) -> JSONNode? {
        guard case .object(let members) = content, let member = members[name] else { return nil }
        if case .null = member.content { return nil }
        return member
    }

    var string: String? { if case .string(let text) = content { text } else { nil } }
    var array: [JSONNode]? { if case .array(let items) = content { items } else { nil } }
    var object: [String: JSONNode]? { if case .object(let members) = content { members } else { nil } }
    var bool: Bool? { if case .bool(let value) = content { value } else { nil } }

    /// A string, or a number or boolean as it is written.
    var text: String? {
        switch content {
        case .string(let text): text
        case .number(let number): Int(exactly: number).map { "\($0)" } ?? "\(number)"
        case .bool(let value): "\(value)"
        case .null, .array, .object: nil
        }
    }

    /// What it is, for messages.
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
