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
    static let maximumSounds = 100
    /// The most bytes of start tags that are written again, after each sound and around each language.
    static let maximumRepeatedBytes = 1 << 20

    /// Returns the pieces; nil for a text without such elements, and for one that is no valid XML, which ``SSML``
    /// refuses.
    /// - Parameters:
    ///   - text: The text.
    ///   - cutsLanguages: Whether it is cut at `lang` elements.
    static func pieces(_ text: String, cutsLanguages: Bool = false) -> [Piece]? {
        guard text.contains("<audio") || cutsLanguages && text.contains("<lang") else { return nil }
        let cutter = Cutter(cutsLanguages: cutsLanguages)
        // The name of another element may begin like one of these.
        guard (try? XMLText.read(text, into: cutter)) != nil, cutter.isWhole, cutter.isCut else { return nil }
        return cutter.pieces
    }

    /// The error that ends the reading of a text that is not cut. ``SSML`` tells the reason, since it gets the text
    /// then.
    private static let notCut = SynthesisError(.badMarkup, "The SSML is not cut.")

    /// The receiver of one text's elements and words.
    private final class Cutter: XMLReceiver {
        private(set) var pieces: [Piece] = []
        /// Whether the root element has been written to its end.
        private(set) var isWhole = false
        /// Whether there was an element at which the text is cut.
        private(set) var isCut = false
        private var sounds = 0
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
        /// The depth within `desc` and `metadata`, whose words are not spoken.
        private var described = 0
        private var repeatedBytes = 0

        init(cutsLanguages: Bool) { self.cutsLanguages = cutsLanguages }

        func elementStarted(_ name: String, _ attributes: [String: String]) throws(SynthesisError) {
            if name == "audio", source == nil {
                isCut = true
                endPiece()
                source = attributes["src"] ?? ""
                sounds += 1
                guard sounds <= maximumSounds else { throw notCut }
                return try reopen()
            }
            if source != nil { inner += 1 }
            if name == "desc" || name == "metadata" || described > 0 {
                described += 1
                return
            }
            if name == "lang", cutsLanguages, source == nil {
                isCut = true
                endPiece()
                languages.append(attributes["xml:lang"])
                return try reopen()
            }
            let list = attributes.sorted { $0.key < $1.key }.map { " \($0.key)=\"\(Self.escaped($0.value))\"" }.joined()
            guard name == "speak" || !open.isEmpty, open.count < SSML.maximumDepth else { throw notCut }
            open.append((name, "<\(name)\(list)>"))
            written += "<\(name)\(list)>"
            if name == "break" || name == "sub" || name == "phoneme" { isAudible = true }
        }

        func elementEnded(_ name: String) throws(SynthesisError) {
            if let source, name == "audio", inner == 0 {
                let alternative = endedWords()
                pieces.append(.sound(source: source, alternative: alternative))
                self.source = nil
                return try reopen()
            }
            if source != nil { inner -= 1 }
            if described > 0 {
                described -= 1
                return
            }
            if name == "lang", cutsLanguages, source == nil {
                endPiece()
                languages.removeLast()
                return try reopen()
            }
            open.removeLast()
            written += "</\(name)>"
            if open.isEmpty {
                if isAudible { pieces.append(.words(written)) }
                isWhole = true
            }
        }

        func charactersFound(_ characters: String) {
            guard described == 0 else { return }
            written += Self.escaped(characters)
            if characters.contains(where: { !$0.isWhitespace }) { isAudible = true }
        }

        private func endPiece() {
            if let words = endedWords() { pieces.append(.words(words, language: languages.last ?? nil)) }
        }

        /// Returns what was written since the last sound, with its elements closed; nil when it is not audible.
        private func endedWords() -> String? {
            defer { (written, isAudible) = ("", false) }
            return isAudible ? written + open.reversed().map { "</\($0.name)>" }.joined() : nil
        }

        /// Begins a piece with the start tags of the open elements.
        private func reopen() throws(SynthesisError) {
            written = open.map(\.tag).joined()
            repeatedBytes += written.utf8.count
            guard repeatedBytes <= maximumRepeatedBytes else { throw notCut }
        }

        /// Returns text escaped for XML, which knows scalars only: a `<` with a combining mark is one character.
        private static func escaped(_ text: String) -> String {
            var escaped = String.UnicodeScalarView()
            for scalar in text.unicodeScalars {
                switch scalar {
                case "&": escaped += "&amp;".unicodeScalars
                case "<": escaped += "&lt;".unicodeScalars
                case ">": escaped += "&gt;".unicodeScalars
                case "\"": escaped += "&quot;".unicodeScalars
                default: escaped.append(scalar)
                }
            }
            return String(escaped)
        }
    }
}
