import Foundation

/// A piece of a template: text, or the tokens of an expression or a statement.
enum TemplatePiece: Equatable {
    /// Text that is written unchanged.
    case text(String)
    /// `{{ … }}`
    case output([TemplateToken])
    /// `{% … %}`
    case statement([TemplateToken])

    /// Cuts a template into pieces. White space is removed where a delimiter has a hyphen; comments are left out.
    static func pieces(of template: String) throws(ResponseTemplateError) -> [TemplatePiece] {
        var pieces: [TemplatePiece] = []
        var rest = template[...]
        var trimsNext = false
        while let open = rest.firstRange(of: "{") {
            guard let kind = delimiter(rest[open.lowerBound...]) else {
                // A brace that opens nothing is text.
                let end = rest.index(after: open.lowerBound)
                append(text: rest[..<end], trimsNext, false, to: &pieces)
                (rest, trimsNext) = (rest[end...], false)
                continue
            }
            var inside = rest[open.lowerBound...].dropFirst(2)
            let trimsBefore = inside.first == "-"
            if trimsBefore || inside.first == "+" { inside = inside.dropFirst() }
            append(text: rest[..<open.lowerBound], trimsNext, trimsBefore, to: &pieces)
            guard let end = closing(inside, kind) else {
                throw ResponseTemplateError("\(kind.open) has no \(kind.close)")
            }
            var body = inside[..<end]
            trimsNext = body.last == "-"
            if trimsNext || body.last == "+" { body = body.dropLast() }
            switch kind.open {
            case "{{": pieces.append(.output(try TemplateToken.tokens(of: body)))
            case "{%": pieces.append(.statement(try TemplateToken.tokens(of: body)))
            default: break
            }
            rest = inside[end...].dropFirst(2)
        }
        append(text: rest, trimsNext, false, to: &pieces)
        return pieces
    }

    /// Returns the delimiters that begin here; nil when the brace is text.
    private static func delimiter(_ text: Substring) -> (open: String, close: String)? {
        switch text.prefix(2) {
        case "{{": ("{{", "}}")
        case "{%": ("{%", "%}")
        case "{#": ("{#", "#}")
        default: nil
        }
    }

    /// Returns the place of the closing delimiter, outside of texts in quotes.
    private static func closing(_ text: Substring, _ kind: (open: String, close: String)) -> Substring.Index? {
        var quote: Character?
        var place = text.startIndex
        while place < text.endIndex {
            let character = text[place]
            if let open = quote {
                if character == "\\" { place = text.index(after: place) } else if character == open { quote = nil }
            } else if kind.open != "{#", character == "\"" || character == "'" {
                quote = character
            } else if text[place...].hasPrefix(kind.close) {
                return place
            }
            guard place < text.endIndex else { return nil }
            place = text.index(after: place)
        }
        return nil
    }

    private static func append(
        text: Substring, _ trimsStart: Bool, _ trimsEnd: Bool, to pieces: inout [TemplatePiece]
    ) {
        var text = text
        if trimsStart { text = text.drop(while: \.isWhitespace) }
        if trimsEnd { while text.last?.isWhitespace == true { text = text.dropLast() } }
        if !text.isEmpty { pieces.append(.text(String(text))) }
    }
}

/// A token of an expression.
enum TemplateToken: Equatable {
    /// A name or a word such as `if`.
    case name(String)
    /// A text in quotes.
    case text(String)
    /// A whole number.
    case integer(Int)
    /// A number with a fraction.
    case number(Double)
    /// An operator or a bracket.
    case symbol(String)

    private static let symbols = [
        "==", "!=", "<=", ">=", "//", "**", "(", ")", "[", "]", "{", "}", "+", "-", "*", "/", "%", "~", "|", ".", ",",
        ":", "<", ">", "=",
    ]

    /// Returns the tokens of a text.
    static func tokens(of text: Substring) throws(ResponseTemplateError) -> [TemplateToken] {
        var tokens: [TemplateToken] = []
        var rest = text
        while let first = rest.first {
            if first.isWhitespace {
                rest = rest.dropFirst()
            } else if first == "\"" || first == "'" {
                tokens.append(.text(try string(&rest, first)))
            } else if first.isNumber {
                tokens.append(try number(&rest))
            } else if first.isLetter || first == "_" {
                let name = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
                tokens.append(.name(String(name)))
                rest = rest[name.endIndex...]
            } else if let symbol = symbols.first(where: { rest.hasPrefix($0) }) {
                tokens.append(.symbol(symbol))
                rest = rest.dropFirst(symbol.count)
            } else {
                throw ResponseTemplateError("\"\(first)\" is not expected")
            }
        }
        return tokens
    }

    private static func string(_ rest: inout Substring, _ quote: Character) throws(ResponseTemplateError) -> String {
        rest = rest.dropFirst()
        var text = ""
        while let character = rest.popFirst() {
            if character == quote { return text }
            guard character == "\\", let escaped = rest.popFirst() else {
                text.append(character)
                continue
            }
            text.append(escaped == "n" ? "\n" : escaped)
        }
        throw ResponseTemplateError("a text has no end")
    }

    private static func number(_ rest: inout Substring) throws(ResponseTemplateError) -> TemplateToken {
        let whole = rest.prefix { $0.isNumber }
        rest = rest[whole.endIndex...]
        guard rest.first == ".", rest.dropFirst().first?.isNumber == true else {
            guard let number = Int(whole) else { throw ResponseTemplateError("\(whole) is too large") }
            return .integer(number)
        }
        let fraction = rest.dropFirst().prefix { $0.isNumber }
        rest = rest[fraction.endIndex...]
        guard let number = Double("\(whole).\(fraction)") else { throw ResponseTemplateError("\(whole) is no number") }
        return .number(number)
    }
}
