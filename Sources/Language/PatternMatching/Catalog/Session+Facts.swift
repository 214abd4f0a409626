import SaybusMessages

extension Session {
    /// The facts about a conversation for the conditions of patterns: `session`, and `room`, its name as words.
    public var facts: [String: String] {
        ["session": rawValue, "room": rawValue.replacing(/[-_.]/, with: " ")]
    }
}
