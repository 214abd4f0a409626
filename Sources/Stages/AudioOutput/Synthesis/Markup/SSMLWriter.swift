/// Writes what the engine reads, in parts of bounded length: an element that is open at a cut is closed before it and opened after it. Pure.
struct SSMLWriter {
    private var parts: [SpeechPart] = []
    private var part = SpeechPart(text: "", isMarkup: true)
    private var length = 0
    /// How often something to be heard was written.
    private(set) var written = 0
    /// Whether the part says anything, if only a pause.
    private var isHeard = false
    private var open: [(name: String, attributes: String)] = []

    /// Words, as they are read.
    mutating func words(_ text: String) {
        if text.isEmpty { return }
        guard text.contains(where: { !$0.isWhitespace }) else { return space() }
        if text.first?.isWhitespace == true { space() }
        for piece in SpeechText.parts(text) {
            if length > 0, length + piece.count > SpeechText.longestPart { endSentence() }
            write(Self.escaped(piece), piece.count)
        }
        if text.last?.isWhitespace == true { space() }
    }

    /// Words inside an element of their own.
    mutating func words(_ text: String, in element: String, _ attributes: String) {
        for piece in SpeechText.parts(text) {
            if length > 0, length + piece.count > SpeechText.longestPart { endSentence() }
            write("<\(element)\(attributes)>\(Self.escaped(piece))</\(element)>", piece.count)
        }
    }

    /// Sounds in the engine's codes, which stand for a word.
    mutating func phonemes(_ codes: String, for word: String) {
        if length > 0, length + codes.count > SpeechText.longestPart { endSentence() }
        let written = "[[\(codes)]]"
        write(written, codes.count)
        // After that: writing may begin another part.
        part.words[written] = word.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// A pause. It ends its part, which is made as a whole: one has as much as the longest pause, and then comes another.
    mutating func pause(_ milliseconds: Int) {
        guard milliseconds > 0 else { return }
        // After a sentence, it takes the place of the engine's.
        if !isHeard, let last = parts.indices.last, parts[last].pause + milliseconds <= SSML.longestBreak {
            parts[last].pause += milliseconds
            written += 1
            return
        }
        if part.pause + milliseconds > SSML.longestBreak { endSentence() }
        part.pause += milliseconds
        written += 1
        isHeard = true
    }

    /// An element that the engine knows; ``close()`` ends it.
    mutating func open(_ name: String, _ attributes: String) {
        open.append((name, attributes))
        part.text += "<\(name)\(attributes)>"
    }

    /// Ends the element that was opened last.
    mutating func close() {
        if let (name, _) = open.popLast() { part.text += "</\(name)>" }
    }

    /// What follows is a sentence of its own.
    mutating func endSentence() {
        guard isHeard else { return }
        for element in open.reversed() { part.text += "</\(element.name)>" }
        if length == 0 { part.text = "" }
        parts.append(part)
        part = SpeechPart(text: open.map { "<\($0.name)\($0.attributes)>" }.joined(), isMarkup: true)
        (length, isHeard) = (0, false)
    }

    /// All parts.
    consuming func finished() -> [SpeechPart] {
        endSentence()
        return parts
    }

    private mutating func space() {
        if part.text.last?.isWhitespace == false { part.text += " " }
    }

    private mutating func write(_ text: String, _ count: Int) {
        if part.pause > 0 { endSentence() }
        part.text += text
        length += count
        written += 1
        isHeard = true
    }

    /// Brackets that stand double would begin codes of sounds.
    private static func escaped(_ text: String) -> String {
        var result = ""
        for character in text {
            switch character {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "[": result += " "
            default: result.append(character)
            }
        }
        return result
    }
}
