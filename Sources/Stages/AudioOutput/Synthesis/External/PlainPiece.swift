import SaybusMessages

/// A piece of a text for an engine without markup: plain words, or a pause.
enum PlainPiece: Sendable, Equatable {
    case text(String)
    case pause(milliseconds: Int)

    /// Returns the pieces of speech in any format; markup other than words and pauses is dropped.
    ///
    /// - Throws: ``SynthesisError`` with code `badMarkup` for SSML that cannot be parsed.
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

    /// Returns the words of a part without tags, phoneme codes and entities.
    private static func plain(_ part: SpeechPart) -> String {
        var text = part.text.replacing(/<[^>]*>/, with: "")
        for (code, plain) in part.words { text.replace(code, with: plain) }
        for (entity, character) in [("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&")] {
            text.replace(entity, with: character)
        }
        return text
    }
}
