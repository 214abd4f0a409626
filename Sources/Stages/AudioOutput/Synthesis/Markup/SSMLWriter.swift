/// A writer of the engine's markup in parts of limited length. Elements that are open at a cut are closed
/// before it and reopened after it. Pure.
struct SSMLWriter {
    private var parts: [SpeechPart] = []
    private var part = SpeechPart(text: "", isMarkup: true)
    private var length = 0
    /// The number of audible pieces written: texts, phonemes and pauses.
    private(set) var written = 0
    /// Whether the part contains words or a pause.
    private var isAudible = false
    private var open: [(name: String, attributes: String)] = []

    /// Writes plain words.
    mutating func words(_ text: String) {
        if text.isEmpty { return }
        guard text.contains(where: { !$0.isWhitespace }) else { return space() }
        if text.first?.isWhitespace == true { space() }
        for piece in SpeechText.parts(text) {
            if length > 0, length + piece.count > SpeechText.maximumPartLength { endSentence() }
            write(Self.escaped(piece), piece.count)
        }
        if text.last?.isWhitespace == true { space() }
    }

    /// Writes words inside an element.
    mutating func words(_ text: String, in element: String, _ attributes: String) {
        for piece in SpeechText.parts(text) {
            if length > 0, length + piece.count > SpeechText.maximumPartLength { endSentence() }
            write("<\(element)\(attributes)>\(Self.escaped(piece))</\(element)>", piece.count)
        }
    }

    /// Writes phoneme codes that stand for a word.
    mutating func phonemes(_ codes: String, for word: String) {
        if length > 0, length + codes.count > SpeechText.maximumPartLength { endSentence() }
        let written = "[[\(codes)]]"
        write(written, codes.count)
        // This comes last because writing may begin another part.
        part.words[written] = word.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// Writes a pause, which ends its part. The pauses of a part add up to at most ``SSML/maximumBreakMs``; a further
    /// one goes into another part.
    mutating func pause(_ milliseconds: Int) {
        guard milliseconds > 0 else { return }
        // After a sentence the pause replaces the engine's own.
        if !isAudible, let last = parts.indices.last, parts[last].pause + milliseconds <= SSML.maximumBreakMs {
            parts[last].pause += milliseconds
            written += 1
            return
        }
        if part.pause + milliseconds > SSML.maximumBreakMs { endSentence() }
        part.pause += milliseconds
        written += 1
        isAudible = true
    }

    /// Opens an element of the engine; ``close()`` ends it.
    mutating func open(_ name: String, _ attributes: String) {
        open.append((name, attributes))
        part.text += "<\(name)\(attributes)>"
    }

    /// Closes the element opened last.
    mutating func close() {
        if let (name, _) = open.popLast() { part.text += "</\(name)>" }
    }

    /// Ends the sentence, and with it the part.
    mutating func endSentence() {
        guard isAudible else { return }
        for element in open.reversed() { part.text += "</\(element.name)>" }
        if length == 0 { part.text = "" }
        parts.append(part)
        part = SpeechPart(text: open.map { "<\($0.name)\($0.attributes)>" }.joined(), isMarkup: true)
        (length, isAudible) = (0, false)
    }

    /// Returns all parts.
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
        isAudible = true
    }

    /// Returns a text that is safe in the engine's markup. Opening brackets are replaced by spaces, since double ones
    /// would begin phoneme codes. A `<` with a combining mark is one character, and begins an element nevertheless.
    private static func escaped(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;".unicodeScalars
            case "<": result += "&lt;".unicodeScalars
            case ">": result += "&gt;".unicodeScalars
            case "[": result.append(" ")
            default: result.append(scalar)
            }
        }
        return String(result)
    }
}
