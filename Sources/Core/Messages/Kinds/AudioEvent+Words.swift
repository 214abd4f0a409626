extension AudioEvent.Speech {
    /// The words that are spoken: for SSML, the text between the tags.
    public var words: String { format == .ssml ? Self.words(ofSSML: text) : text }

    private static func words(ofSSML text: String) -> String {
        var words = ""
        var isTag = false
        for character in text {
            switch character {
            case "<": isTag = true
            case ">" where isTag:
                isTag = false
                words += " "
            default: if !isTag { words.append(character) }
            }
        }
        for (entity, character) in [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"), ("&amp;", "&")] {
            words = words.replacing(entity, with: character)
        }
        // A tag in the middle of a sentence leaves no space before its comma.
        let joined = words.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return [".", ",", "!", "?"].reduce(joined) { $0.replacing(" " + $1, with: $1) }
    }
}
