import SaybusMessages

/// A parser of SSML into parts for an engine.
///
/// The known elements are `speak`, `p`, `s`, `break`, `prosody` (pitch, rate, volume), `emphasis`, `phoneme`
/// (IPA, for English sounds), `sub` and `say-as` (cardinal, number, ordinal, digits, characters, spell-out,
/// telephone, unit; units in English). Sounds are cut out before, by ``SSMLPieces``: the alternative text
/// of an `audio` that is left is spoken; `audio` without one is refused. `desc` and `metadata` are left out. The words
/// in other elements are spoken.
enum SSML {
    /// The maximum length of a pause in milliseconds.
    static let maximumBreakMs = SSMLRules.maximumBreakMs
    /// The maximum nesting of elements.
    static let maximumDepth = SSMLRules.maximumDepth

    /// Returns the parts of a text.
    /// - Parameters:
    ///   - text: The text.
    ///   - language: The tag of the voice's language; nil for the one in use.
    static func parts(_ text: String, in language: String? = nil) throws(SynthesisError) -> [SpeechPart] {
        let reader = Reader(language)
        try XMLText.read(text, into: reader)
        return reader.writer.finished()
    }

    /// The receiver of one text's elements and words.
    private final class Reader: XMLReceiver {
        var writer = SSMLWriter()
        private let language: String?
        /// The number of open elements.
        private var depth = 0
        /// The open element whose text is collected instead of written.
        private var captured: (element: String, attributes: [String: String], text: String)?
        /// The depth within the element being captured.
        private var inside = 0
        /// The characters since the last tag.
        private var text = ""
        /// The write counts at the start of each open `audio`.
        private var beforeAudio: [Int] = []

        init(_ language: String?) { self.language = language }

        func elementStarted(_ name: String, _ attributes: [String: String]) throws(SynthesisError) {
            flushText()
            depth += 1
            if depth == 1, name != "speak" {
                throw SynthesisError(.badMarkup, "SSML begins with <speak>, not <\(name.prefix(40))>.")
            }
            if depth > SSML.maximumDepth {
                throw SynthesisError(
                    .badMarkup, "SSML of more than \(SSML.maximumDepth) elements inside each other is not read.")
            }
            if captured != nil {
                inside += 1
                return
            }
            switch name {
            case "break":
                guard let milliseconds = SSMLValues.pause(attributes) else {
                    throw SynthesisError(
                        .badMarkup,
                        "The time of a break is written as 500ms or 2s, not as \"\((attributes["time"] ?? "").prefix(40))\"."
                    )
                }
                writer.pause(milliseconds)
            case "prosody": writer.open("prosody", SSMLValues.prosody(attributes))
            case "emphasis": writer.open("emphasis", SSMLValues.emphasis(attributes))
            case "say-as", "sub", "phoneme", "desc", "metadata": captured = (name, attributes, "")
            case "audio": beforeAudio.append(writer.written)
            case "s", "p": writer.endSentence()
            default: break
            }
        }

        func charactersFound(_ characters: String) { text += characters }

        /// Passes the characters since the last tag to the writer, or to the captured element.
        private func flushText() {
            if captured == nil { writer.words(text) } else { captured?.text += text }
            text = ""
        }

        func elementEnded(_ name: String) throws(SynthesisError) {
            flushText()
            depth -= 1
            if inside > 0 {
                inside -= 1
                return
            }
            if let (element, attributes, text) = captured {
                captured = nil
                return end(element, attributes, text)
            }
            switch name {
            case "prosody", "emphasis": writer.close()
            case "s", "p": writer.endSentence()
            case "audio" where beforeAudio.popLast() == writer.written:
                throw SynthesisError(
                    .badMarkup,
                    "A sound inside SSML is not played: give it words to be spoken instead, or make it an event of its own."
                )
            default: break
            }
        }

        private func end(_ element: String, _ attributes: [String: String], _ text: String) {
            switch element {
            case "desc", "metadata": break
            case "sub": writer.words(attributes["alias"] ?? text)
            case "phoneme":
                let codes = attributes["ph"].flatMap {
                    attributes["alphabet"] == "ipa" ? IPA.codes($0) : IPA.filtered(attributes["alphabet"], $0)
                }
                if let codes { writer.phonemes(codes, for: text) } else { writer.words(text) }
            default: SayAs.write(text, as: attributes["interpret-as"], in: language, to: &writer)
            }
        }
    }
}
