import SaybusMessages

/// Preparation of texts for engines that take plain text in limited parts.
package enum SpeechText {
    /// The maximum length of a part in characters: some twenty seconds of sound.
    static let maximumPartLength = 300
    /// The minimum length of a part that is cut, in characters.
    static let minimumPartLength = 120
    /// The length at which words are broken, since engines keep a word in a buffer of fixed size.
    static let maximumWordLength = 60

    /// The letters of signs that hold a degree and its scale. espeak-ng leaves such a sign out.
    private static let scales: [Unicode.Scalar: Unicode.Scalar] = ["℃": "C", "℉": "F"]

    /// Returns a text without control and private-use characters, which engines take for commands, ends or markers, and
    /// with full-width digits, letters and signs in their usual form.
    static func plain(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        var run = 0
        for scalar in text.unicodeScalars {
            var kept = isSpoken(scalar) ? narrow(scalar) : " "
            if !kept.isASCII, let letter = scales[kept] {
                result.append("°")
                run += 1
                kept = letter
            }
            run = isWhitespace(kept) ? 0 : run + 1
            if run > maximumWordLength {
                result.append(" ")
                run = 1
            }
            result.append(kept)
        }
        return String(result)
    }

    /// Returns the parts of speech in any format.
    ///
    /// - Throws: ``SynthesisError`` with code `badMarkup` for SSML that cannot be parsed.
    package static func parts(of speech: AudioEvent.Speech) throws(SynthesisError) -> [SpeechPart] {
        switch speech.format {
        case nil, .text: parts(speech.text).map { SpeechPart(text: $0) }
        case .ssml: try SSML.parts(speech.text, in: LanguageTag.stated(by: speech))
        case .markdown: try SSML.parts(SpeechMarkdown.ssml(speech.text), in: LanguageTag.stated(by: speech))
        }
    }

    /// Cuts a text into parts of at most ``maximumPartLength`` characters, if possible after a sentence, else a
    /// clause, else a word.
    static func parts(_ text: String) -> [String] {
        var parts: [String] = []
        var rest = plain(text)[...]
        while let cut = cut(rest) {
            parts.append(String(rest[..<cut]))
            rest = rest[cut...]
        }
        parts.append(String(rest))
        return parts.filter { $0.contains { !$0.isWhitespace } }
    }

    /// Returns the usual form of a full-width digit, letter or sign, which are common in Japanese and Chinese:
    /// espeak-ng leaves the digits out, and spells the letters by their codes. Punctuation stays, since it ends
    /// clauses.
    private static func narrow(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        switch scalar.value {
        // The signs are ＄％＆＋－＠.
        case 0xFF04...0xFF06, 0xFF0B, 0xFF0D, 0xFF10...0xFF19, 0xFF20...0xFF3A, 0xFF41...0xFF5A:
            Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar
        default: scalar
        }
    }

    private static func isSpoken(_ scalar: Unicode.Scalar) -> Bool {
        // Most texts are ASCII, which needs no look into Unicode's tables.
        if scalar.isASCII { return 0x20..<0x7F ~= scalar.value || "\t\n\r".unicodeScalars.contains(scalar) }
        return switch scalar.properties.generalCategory {
        case .control, .privateUse, .surrogate, .unassigned: false
        default: true
        }
    }

    private static func isWhitespace(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCII ? scalar == " " || 0x09...0x0D ~= scalar.value : scalar.properties.isWhitespace
    }

    private static func cut(_ text: Substring) -> String.Index? {
        guard let end = text.index(text.startIndex, offsetBy: maximumPartLength, limitedBy: text.endIndex),
            end < text.endIndex
        else { return nil }
        let start = text.index(text.startIndex, offsetBy: minimumPartLength)
        var best = (rank: 0, place: end)
        var place = start
        while place < end {
            let after = text.index(after: place)
            let rank = rank(text[place], before: place, next: text[after], in: text)
            if rank > best.rank || rank == best.rank && rank > 0 { best = (rank, after) }
            place = after
        }
        return best.place
    }

    /// Returns the rank of a cut after a character: 4 paragraph, 3 sentence, 2 clause, 1 word, 0 none.
    private static func rank(_ character: Character, before place: String.Index, next: Character, in text: Substring)
        -> Int
    {
        switch character {
        case "\n": return next.isNewline ? 4 : 1
        case "。", "！", "？", "।": return 3
        case ".", "!", "?", "…":
            guard next.isWhitespace else { return 0 }
            // A short word before the dot is often an abbreviation: "Dr.", "No.", "e.g.".
            let word = text[..<place].suffix(4)
            return word.count == 4 && word.allSatisfy(\.isLetter) || character != "." ? 3 : 1
        case ",", ";", ":": return next.isWhitespace ? 2 : 0
        case "，", "、", "；", "：": return 2
        default: return character.isWhitespace ? 1 : 0
        }
    }
}
