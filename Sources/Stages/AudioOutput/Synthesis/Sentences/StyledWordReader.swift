/// A reader of the words of parts, for engines that know no markup: elements become styles, and what is to be
/// spelled becomes characters. Pure.
struct StyledWordReader {
    private var words: [StyledWord] = []
    private var current = ""
    private var style = SpeechStyle()
    private var spelling: String?
    /// The styles outside the open elements.
    private var outer: [(style: SpeechStyle, spelling: String?)] = []

    /// Returns the words of a part.
    static func words(of part: SpeechPart) -> [StyledWord] {
        var reader = StyledWordReader()
        var text = part.text[...]
        guard part.isMarkup else {
            for word in text.split(whereSeparator: \.isWhitespace) { reader.add(String(word)) }
            return reader.words
        }
        while let first = text.first {
            if first == "<", let end = text.firstIndex(of: ">") {
                reader.tag(text[text.index(after: text.startIndex)..<end])
                text = text[text.index(after: end)...]
            } else if first == "[", let code = part.words.keys.first(where: { text.hasPrefix($0) }) {
                reader.current += part.words[code] ?? ""
                text = text.dropFirst(code.count)
            } else if first.isWhitespace {
                reader.endWord()
                text = text.dropFirst()
            } else {
                let entity = ["&lt;": "<", "&gt;": ">", "&amp;": "&"].first { text.hasPrefix($0.key) }
                reader.current += entity?.value ?? String(first)
                text = text.dropFirst(entity?.key.count ?? 1)
            }
        }
        reader.endWord()
        return reader.words
    }

    private mutating func tag(_ text: Substring) {
        if text.hasPrefix("/") {
            if spelling != nil || outer.last?.style != style { endWord() }
            if let last = outer.popLast() { (style, spelling) = last }
            return
        }
        let name = String(text.prefix { !$0.isWhitespace })
        var attributes: [String: String] = [:]
        for match in text.matches(of: /([a-z-]+)="([^"]*)"/) { attributes[String(match.1)] = String(match.2) }
        outer.append((style, spelling))
        let inner = style.within(name, attributes)
        if inner != style || name == "say-as" { endWord() }
        style = inner
        if name == "say-as" { spelling = attributes["interpret-as"] }
    }

    private mutating func endWord() {
        for word in current.split(whereSeparator: \.isWhitespace) { add(String(word)) }
        current = ""
    }

    private mutating func add(_ word: String) {
        words.append(StyledWord(written: word, spoken: Self.spoken(word, spelling), style: style))
    }

    /// Returns what is spoken for a word that is to be read as `kind`.
    private static func spoken(_ word: String, _ kind: String?) -> [String] {
        switch kind {
        case "characters": word.map { $0.isLetter ? $0.uppercased() : String($0) }
        case "tts:digits", "telephone":
            // Groups of digits are separated by a short pause.
            word.split { !$0.isNumber && !$0.isLetter && $0 != "+" }.flatMap { group -> [String] in
                let letters: [String] = group.map { String($0) }
                return letters.dropLast() + letters.suffix(1).map { "\($0)," }
            }
        default: [word]
        }
    }
}
