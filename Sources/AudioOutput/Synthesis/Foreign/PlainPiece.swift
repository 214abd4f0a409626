import Messages

/// A piece of a text for an engine that knows no markup: words as they are read, and the pauses between them.
enum PlainPiece: Sendable, Equatable {
    case text(String)
    case pause(milliseconds: Int)

    /// The pieces of what is to be said, however it is written. How it is to be said beside that is left out.
    ///
    /// Throws ``SynthesisError`` of code `badMarkup` for SSML that cannot be read.
    static func pieces(of speech: AudioEvent.Speech) throws(SynthesisError) -> [PlainPiece] {
        var pieces: [PlainPiece] = []
        for part in try SpeechText.parts(of: speech) {
            pieces += part.isMarkup ? plain(part) : [.text(part.text)]
        }
        return pieces.filter { piece in
            if case .text(let text) = piece { text.contains { !$0.isWhitespace } } else { true }
        }
    }

    private static func plain(_ part: SpeechPart) -> [PlainPiece] {
        var pieces: [PlainPiece] = []
        var words = ""
        var rest = part.text[...]
        while let tag = rest.firstMatch(of: #/<([^>]*)>/#) {
            words += rest[..<tag.range.lowerBound]
            rest = rest[tag.range.upperBound...]
            guard let time = tag.output.1.firstMatch(of: #/^break time="([0-9]+)ms"/#)?.output.1 else { continue }
            pieces += [.text(unescaped(words, part.words)), .pause(milliseconds: Int(time) ?? 0)]
            words = ""
        }
        return pieces + [.text(unescaped(words + rest, part.words))]
    }

    /// Words without the engine's codes and entities.
    private static func unescaped(_ text: String, _ codes: [String: String]) -> String {
        var text = text
        for (code, plain) in codes { text.replace(code, with: plain) }
        for (entity, character) in [("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&")] {
            text.replace(entity, with: character)
        }
        return text
    }
}
