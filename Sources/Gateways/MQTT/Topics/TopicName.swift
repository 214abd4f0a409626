import SaybusMessages
import SaybusSupport

/// The levels of MQTT topics.
enum TopicName {
    /// Returns a text as a single level: letters, digits, hyphens and underscores, others as underscores. Texts that
    /// differ may have the same level.
    static func level(_ text: String) -> String {
        String(text.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") ? $0 : "_" })
    }

    /// Returns names, such as those of a role and an app, as a single level. Others have another level.
    static func level(ofNames names: [String]) -> String { joined(names) { Source.isAllowed($0) } }

    /// Returns names as an id of Home Assistant, which has no dots. Others have another id.
    static func identifier(ofNames names: [String]) -> String {
        joined(names) { Source.isAllowed($0) && $0 != UInt8(ascii: ".") }
    }

    /// Returns the levels at which a bridge's topics begin as an id of Home Assistant. Others have another id: bridges
    /// with the same one would be one device, and remove each other's entities.
    static func identifier(ofPrefix prefix: String) -> String {
        let text = level(prefix)
        let isUnique = !prefix.contains("_") && text == prefix.replacing("/", with: "_")
        return isUnique ? text : "\(text)-\(hash(of: [prefix]))"
    }

    /// Joins names by underscores. What would be ambiguous, or has other characters, gets a hash of the names.
    private static func joined(_ names: [String], isAllowed: (UInt8) -> Bool) -> String {
        let parts: ArraySlice<String> = names.last == "" ? names.dropLast() : names[...]
        let text = parts.map { part in
            String(decoding: part.utf8.map { isAllowed($0) ? $0 : UInt8(ascii: "_") }, as: UTF8.self)
        }.joined(separator: "_")
        let isExact = names.allSatisfy { $0.utf8.allSatisfy(isAllowed) }
        let isUnique = !names.dropLast().contains { $0.contains("_") }
        return isExact && isUnique ? text : "\(text)-\(hash(of: names))"
    }

    private static func hash(of names: [String]) -> String {
        var hash = FNV1a()
        for name in names {
            hash.mix(name.utf8)
            hash.mix(UInt8.max)
        }
        return String(UInt32(truncatingIfNeeded: hash.value), radix: 16)
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
