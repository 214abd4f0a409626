/// Checks of MQTT topics.
enum TopicName {
    /// Returns a text as a single level: letters, digits, hyphens and underscores, others as underscores.
    static func level(_ text: String) -> String {
        String(text.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") ? $0 : "_" })
    }

    /// Returns whether a filter with `+` and a final `#` includes a topic.
    static func matches(_ topic: String, _ filter: String) -> Bool {
        let levels = topic.split(separator: "/", omittingEmptySubsequences: false)
        let wanted = filter.split(separator: "/", omittingEmptySubsequences: false)
        for (index, level) in wanted.enumerated() {
            if level == "#" { return true }
            guard index < levels.count, level == "+" || level == levels[index] else { return false }
        }
        return levels.count == wanted.count
    }
}
