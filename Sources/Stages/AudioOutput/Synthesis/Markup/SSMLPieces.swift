import Foundation

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// A cutter of SSML at its `audio` elements, so that their sounds can be played between the words, and at its `lang`
/// elements, so that another engine can speak their words. Pure.
enum SSMLPieces {
    /// A piece of the text.
    enum Piece: Equatable {
        /// SSML without `audio`; in the language of a `lang` element around it, or in none stated.
        case words(String, language: String? = nil)
        /// A sound, with the SSML of the words to be spoken if it cannot be played; nil without any.
        case sound(source: String, alternative: String?)
    }

    /// The most sounds in a text.
    static let mostSounds = 100

    /// Returns the pieces; nil for a text without such elements, and for one that is no valid XML, which ``SSML``
    /// refuses.
    /// - Parameters:
    ///   - text: The text.
    ///   - cutsLanguages: Whether it is cut at `lang` elements.
    static func pieces(_ text: String, cutsLanguages: Bool = false) -> [Piece]? {
        guard text.contains("<audio") || cutsLanguages && text.contains("<lang"), !text.contains("<!ENTITY") else {
            return nil
        }
        let parser = XMLParser(data: SSMLSource.data(text))
        let cutter = Cutter(cutsLanguages: cutsLanguages)
        parser.delegate = cutter
        _ = parser.parse()
        guard cutter.isWhole, !cutter.isBroken, cutter.sounds <= mostSounds else { return nil }
        return cutter.pieces
    }

    /// The parser's delegate, used for one text only.
    private final class Cutter: NSObject, XMLParserDelegate {
        private(set) var pieces: [Piece] = []
        private(set) var sounds = 0
        private(set) var isBroken = false
        private(set) var isWhole = false
        private var written = ""
        private var isAudible = false
        /// The start tags of the open elements, without `audio`.
        private var open: [(name: String, tag: String)] = []
        /// The sound that is open, and whether words stand in it.
        private var source: String?
        private var inner = 0
        private let cutsLanguages: Bool
        /// The languages of the open `lang` elements.
        private var languages: [String?] = []

        init(cutsLanguages: Bool) { self.cutsLanguages = cutsLanguages }

        private var described = 0

        func parser(_ parser: XMLParser, parseErrorOccurred error: any Error) {
            // An undeclared prefix is harmless, as in SSML's own reading.
            if (error as NSError).code != 201 { isBroken = true }
        }

        func parser(
            _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
            attributes: [String: String]
        ) {
            if name == "audio", source == nil {
                endPiece()
                source = attributes["src"] ?? ""
                sounds += 1
                reopen()
                return
            }
            if source != nil { inner += 1 }
            if name == "desc" || name == "metadata" || described > 0 {
                described += 1
                return
            }
            if name == "lang", cutsLanguages, source == nil {
                endPiece()
                languages.append(attributes["xml:lang"])
                return reopen()
            }
            let list = attributes.sorted { $0.key < $1.key }.map { " \($0.key)=\"\(Self.escaped($0.value))\"" }.joined()
            if open.isEmpty, name != "speak" { isBroken = true }
            open.append((name, "<\(name)\(list)>"))
            written += "<\(name)\(list)>"
            if name == "break" || name == "sub" || name == "phoneme" { isAudible = true }
        }

        func parser(
            _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
        ) {
            if let source, name == "audio", inner == 0 {
                let alternative = endedWords()
                pieces.append(.sound(source: source, alternative: alternative))
                self.source = nil
                reopen()
                return
            }
            if source != nil { inner -= 1 }
            if described > 0 {
                described -= 1
                return
            }
            if name == "lang", cutsLanguages, source == nil {
                endPiece()
                languages.removeLast()
                return reopen()
            }
            guard open.popLast()?.name == name else { return isBroken = true }
            written += "</\(name)>"
            if open.isEmpty {
                if isAudible { pieces.append(.words(written)) }
                isWhole = true
            }
        }

        func parser(_ parser: XMLParser, foundCharacters string: String) {
            guard described == 0 else { return }
            written += Self.escaped(string)
            if string.contains(where: { !$0.isWhitespace }) { isAudible = true }
        }

        private func endPiece() {
            if let words = endedWords() { pieces.append(.words(words, language: languages.last ?? nil)) }
        }

        /// Returns what was written since the last sound, with its elements closed; nil when it is not audible.
        private func endedWords() -> String? {
            defer { (written, isAudible) = ("", false) }
            return isAudible ? written + open.reversed().map { "</\($0.name)>" }.joined() : nil
        }

        private func reopen() { written = open.map(\.tag).joined() }

        private static func escaped(_ text: String) -> String {
            text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
                .replacing("\"", with: "&quot;")
        }
    }
}
