import SaybusMessages

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
            pieces.append(.text(part.isMarkup ? plain(part) : part.text))
            if part.pause > 0 { pieces.append(.pause(milliseconds: part.pause)) }
        }
        return pieces.filter { piece in
            if case .text(let text) = piece { text.contains { !$0.isWhitespace } } else { true }
        }
    }

    /// Words without tags, the engine's codes and entities.
    private static func plain(_ part: SpeechPart) -> String {
        var text = part.text.replacing(/<[^>]*>/, with: "")
        for (code, plain) in part.words { text.replace(code, with: plain) }
        for (entity, character) in [("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&")] {
            text.replace(entity, with: character)
        }
        return text
    }
}
