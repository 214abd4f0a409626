import SaybusMessages

extension Session {
    /// The facts about a conversation for the conditions of patterns: `session`, and `room`, its name as words.
    public var facts: [String: String] { ["session": rawValue, "room": Self.words(of: rawValue)] }

    /// Returns a name with spaces in place of `-`, `_` and `.`. A regular expression would cost more here than the
    /// match itself.
    private static func words(of name: String) -> String {
        let space = UInt8(ascii: " ")
        let separators = [UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: ".")]
        return String(decoding: name.utf8.map { separators.contains($0) ? space : $0 }, as: UTF8.self)
    }
}
