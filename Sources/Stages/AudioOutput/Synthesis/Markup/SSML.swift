import Foundation

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// A parser of SSML into parts for an engine.
///
/// The known elements are `speak`, `p`, `s`, `break`, `prosody` (pitch, rate, volume), `emphasis`, `phoneme`
/// (IPA, for English sounds), `sub` and `say-as` (cardinal, number, ordinal, digits, characters, spell-out,
/// telephone, unit; ordinals and units in English). Sounds are cut out before, by ``SSMLPieces``: the alternative text
/// of
/// an `audio` that is left is spoken; `audio` without one is refused. `desc` and `metadata` are left out. The words in
/// other elements are spoken.
enum SSML {
    /// The maximum length of a pause in milliseconds.
    static let longestBreak = 10_000
    /// The maximum nesting of elements.
    static let maximumDepth = 32

    /// Returns the parts of a text.
    static func parts(_ text: String) throws(SynthesisError) -> [SpeechPart] {
        // The parser would silently drop the words of entities.
        if text.contains("<!ENTITY") {
            throw SynthesisError(.badMarkup, "SSML that declares entities of its own is not read.")
        }
        let parser = XMLParser(data: SSMLSource.data(text))
        let reader = Reader()
        parser.delegate = reader
        let isWhole = parser.parse()
        if let problem = reader.problem { throw SynthesisError(.badMarkup, problem) }
        guard reader.isWhole, isWhole && parser.parserError == nil || reader.hasUnknownNamespace else {
            throw SynthesisError(
                .badMarkup,
                "The SSML is no valid XML: something is wrong in line \(parser.lineNumber), column \(parser.columnNumber)."
            )
        }
        return reader.writer.finished()
    }

    /// The parser's delegate, used for one text only.
    private final class Reader: NSObject, XMLParserDelegate {
        var writer = SSMLWriter()
        var problem: String?
        /// The open elements.
        private var open: [String] = []
        private var hasRoot = false
        private var isBroken = false
        /// Whether a name has an undeclared prefix, as `amazon:effect` has, which is harmless.
        private(set) var hasUnknownNamespace = false
        /// The open element whose text is collected instead of written.
        private var captured: (element: String, attributes: [String: String], text: String)?
        /// The depth within the element being captured.
        private var inside = 0
        /// The characters since the last tag; the parser delivers them in arbitrary pieces.
        private var text = ""
        /// The write counts at the start of each open `audio`.
        private var beforeAudio: [Int] = []

        /// Whether a single element contains everything.
        var isWhole: Bool { hasRoot && open.isEmpty && !isBroken }

        func parser(_ parser: XMLParser, parseErrorOccurred error: any Error) {
            // libxml2's XML_NS_ERR_UNDEFINED_NAMESPACE.
            if (error as NSError).code == 201 { hasUnknownNamespace = true } else { isBroken = true }
        }

        func parser(
            _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
            attributes: [String: String]
        ) {
            flushText()
            open.append(name)
            hasRoot = true
            if open.count == 1, name != "speak" {
                return refuse(parser, "SSML begins with <speak>, not <\(name.prefix(40))>.")
            }
            if open.count > SSML.maximumDepth {
                return refuse(parser, "SSML of more than \(SSML.maximumDepth) elements inside each other is not read.")
            }
            if captured != nil {
                inside += 1
                return
            }
            switch name {
            case "break":
                guard let milliseconds = SSMLValues.pause(attributes) else {
                    return refuse(
                        parser,
                        "A break lasts 0 to \(SSML.longestBreak / 1000) s, not \"\((attributes["time"] ?? "").prefix(40))\"."
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

        func parser(_ parser: XMLParser, foundCharacters string: String) { text += string }

        /// Passes the characters since the last tag to the writer, or to the captured element.
        private func flushText() {
            if captured == nil { writer.words(text) } else { captured?.text += text }
            text = ""
        }

        func parser(
            _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
        ) {
            flushText()
            if open.popLast() != name { isBroken = true }
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
                refuse(
                    parser,
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
            default: SayAs.write(text, as: attributes["interpret-as"], to: &writer)
            }
        }

        private func refuse(_ parser: XMLParser, _ problem: String) {
            if self.problem == nil { self.problem = problem }
            parser.abortParsing()
        }
    }
}
