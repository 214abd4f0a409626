extension AudioEvent.Speech {
    /// The words that are spoken: for SSML, the text between the tags. A `<` that begins no tag is part of the words.
    public var words: String { format == .ssml ? Self.words(ofSSML: text) : text }

    private static func words(ofSSML text: String) -> String {
        var plain = ""
        var isTag = false
        for index in text.indices {
            let character = text[index]
            switch character {
            case "<" where isTag || isTagStart(text[index...]): isTag = true
            case ">" where isTag:
                isTag = false
                plain += " "
            default: if !isTag { plain.append(character) }
            }
        }
        return plain.split(whereSeparator: \.isWhitespace).reduce(into: "") { words, word in
            // A tag in the middle of a sentence leaves no space before its comma.
            if !words.isEmpty, word.first.map({ !".,!?".contains($0) }) ?? true { words += " " }
            words += unescaped(word)
        }
    }

    private static func isTagStart(_ text: Substring) -> Bool {
        text.dropFirst().first.map { $0.isLetter || "/!?".contains($0) } ?? false
    }

    private static let entities: [(name: String, character: Character)] = [
        ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"), ("&amp;", "&"),
    ]

    private static func unescaped(_ word: Substring) -> String {
        var result = ""
        var rest = word
        while let start = rest.firstIndex(of: "&") {
            result += rest[..<start]
            rest = rest[start...]
            let entity = entities.first { rest.hasPrefix($0.name) }
            result.append(entity?.character ?? "&")
            rest = rest.dropFirst(entity?.name.count ?? 1)
        }
        return result + rest
    }
}
