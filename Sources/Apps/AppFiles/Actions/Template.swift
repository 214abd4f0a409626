/// A text with placeholders, such as `Timer set for {minutes} minutes.`
///
/// `{name|else}` becomes `else` when the value is missing. `{name.words}` and the like are other forms of a value, and
/// `${NAME}` is a secret. `{{` and `}}` are literal braces. A template is parsed once. Values are inserted unchanged
/// and never parsed as templates.
public struct Template: Sendable, Hashable, CustomStringConvertible {
    /// Maximum characters of a template.
    static let maximumLength = 4096

    /// A part of a template.
    enum Piece: Sendable, Hashable {
        /// Literal text.
        case literal(String)
        /// The name of a value, and its fallback. Without a fallback the value is required.
        case value(String, fallback: String? = nil)
        /// The name of a secret.
        case secret(String)
    }

    /// The parts in order. Two literals are never adjacent.
    let pieces: [Piece]

    /// Parses a template.
    init(_ text: String) throws(TemplateError) {
        guard text.unicodeScalars.count <= Self.maximumLength else {
            throw TemplateError(.tooLong, "the text has more than \(Self.maximumLength) characters: make several of it")
        }
        var pieces: [Piece] = []
        var literal = ""
        var rest = Substring(text).unicodeScalars
        while let scalar = rest.popFirst() {
            if scalar == "{" || scalar == "}", rest.first == scalar {
                rest.removeFirst()
                literal.unicodeScalars.append(scalar)
            } else if scalar == "}" {
                throw TemplateError(.unopened, "a } closes nothing: write }} for a brace")
            } else if scalar == "{" {
                guard let end = rest.firstIndex(of: "}") else {
                    throw TemplateError(.unclosed, "a { is not closed: write {name}, or {{ for a brace")
                }
                let parts = String(rest[..<end]).split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false)
                let name = String(parts[0])
                if literal.hasSuffix("$"), parts.count == 1, AppSecrets.isName(name) {
                    literal.removeLast()
                    if !literal.isEmpty { pieces.append(.literal(literal)) }
                    literal = ""
                    pieces.append(.secret(name))
                    rest = rest[rest.index(after: end)...]
                    continue
                }
                guard Self.isName(name) else {
                    throw TemplateError(.badName, "{\(name)} holds no name: write {name}, or {{ for a brace")
                }
                if !literal.isEmpty { pieces.append(.literal(literal)) }
                literal = ""
                pieces.append(.value(name, fallback: parts.count > 1 ? String(parts[1]) : nil))
                rest = rest[rest.index(after: end)...]
            } else {
                literal.unicodeScalars.append(scalar)
            }
        }
        if !literal.isEmpty { pieces.append(.literal(literal)) }
        self.pieces = pieces
    }

    /// Creates a template of one part.
    init(piece: Piece) { pieces = [piece] }

    /// Creates text without placeholders. Braces have no meaning.
    public init(literal text: String) { pieces = text.isEmpty ? [] : [.literal(text)] }

    /// The names of the required values in order, with repetitions.
    var requiredNames: [String] {
        pieces.compactMap { if case .value(let name, nil) = $0 { name } else { nil } }
    }

    /// The names of all values in order, including those with a fallback.
    var names: [String] {
        pieces.compactMap { if case .value(let name, _) = $0 { name } else { nil } }
    }

    /// The names of the secrets in order.
    var secretNames: [String] {
        pieces.compactMap { if case .secret(let name) = $0 { name } else { nil } }
    }

    /// The forms of a value besides the one that is spoken, which follow its name and a full stop.
    static let forms: Set<String> = ["words", "value", "id", "confidence", "seconds"]

    /// Returns why a value has no text under a name.
    static func absence(of name: String, in values: [String: String]) -> String {
        let base = baseName(name)
        guard base != name, let value = values[base] else { return "there is no value for {\(name)}: it was not said" }
        return switch name.dropFirst(base.count + 1) {
        case "id": "there is no {\(name)}: the value \"\(value)\" has no id"
        case "seconds": "there is no {\(name)}: the value \"\(value)\" is no length of time"
        case "confidence": "there is no {\(name)}: the recognizer did not say how sure it was of \"\(value)\""
        default: "there is no {\(name)}: the value \"\(value)\" was not heard in a sentence"
        }
    }

    /// Returns a value's name without its form.
    static func baseName(_ name: String) -> String { String(name.prefix { $0 != "." }) }

    /// Returns the text with all values filled in. Secrets are under their name with `$`.
    /// - Throws: ``TemplateError/Code/missingValue``.
    func render(_ values: [String: String]) throws(TemplateError) -> String {
        var text = ""
        for piece in pieces {
            switch piece {
            case .literal(let literal): text += literal
            case .value(let name, let fallback):
                guard let value = values[name] ?? fallback else {
                    throw TemplateError(.missingValue, Self.absence(of: name, in: values))
                }
                // A program's output may be empty.
                text += value.isEmpty ? fallback ?? "" : value
            case .secret(let name):
                guard let value = values["$" + name] else {
                    throw TemplateError(.missingValue, "there is no secret ${\(name)} here")
                }
                text += value
            }
        }
        return text
    }

    /// The template's source; literal braces are doubled.
    public var description: String {
        pieces.map { piece in
            switch piece {
            case .literal(let text):
                text.unicodeScalars.map { $0 == "{" ? "{{" : $0 == "}" ? "}}" : String($0) }.joined()
            case .secret(let name): "${\(name)}"
            case .value(let name, let fallback): "{\(name)\(fallback.map { "|" + $0 } ?? "")}"
            }
        }.joined()
    }

    private static func isName(_ text: String) -> Bool {
        guard let first = text.first, first.isLetter || first == "_" else { return false }
        let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        return parts[0].allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
            && (parts.count == 1 || forms.contains(String(parts[1])))
    }
}
