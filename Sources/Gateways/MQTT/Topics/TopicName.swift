/// Checks of MQTT topics.
enum TopicName {
    /// Returns why messages cannot be published on a topic; nil when they can.
    static func problem(_ topic: String) -> String? {
        if topic.isEmpty { return "a topic is not empty" }
        if topic.utf8.count > TopicTemplate.longest { return "a topic has at most \(TopicTemplate.longest) bytes" }
        if topic.contains(where: { $0 == "+" || $0 == "#" }) { return "a topic to publish on has no + and no #" }
        if topic.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) {
            return "a topic has no control characters"
        }
        if topic.hasPrefix("$") { return "topics with $ belong to the broker" }
        return nil
    }

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
