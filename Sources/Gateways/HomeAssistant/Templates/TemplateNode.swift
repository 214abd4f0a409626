/// A part of a parsed template.
indirect enum TemplateNode: Sendable, Equatable {
    /// Text that is written unchanged.
    case text(String)
    /// An expression whose value is written.
    case output(TemplateExpression)
    /// Sets a name, or a member of a namespace.
    case set(String, member: String?, TemplateExpression)
    /// Sets a variable to the output of the nodes.
    case capture(String, [TemplateNode])
    /// The nodes of the first condition that holds.
    case choice([Branch], otherwise: [TemplateNode])
    /// The nodes for each item of a list.
    case loop([String], TemplateExpression, [TemplateNode], otherwise: [TemplateNode])
    /// An expression whose value is dropped.
    case run(TemplateExpression)

    /// A condition and its nodes.
    struct Branch: Sendable, Equatable {
        /// The condition.
        let condition: TemplateExpression
        /// The nodes.
        let nodes: [TemplateNode]
    }
}

/// A parser of templates.
struct TemplateParser {
    private let pieces: [TemplatePiece]
    private var place = 0
    private var depth = 0

    private static let deepest = 32

    private init(_ pieces: [TemplatePiece]) { self.pieces = pieces }

    /// Parses a template.
    /// - Throws: ``ResponseTemplateError`` for an error, or for a statement that is not supported, such as `macro`.
    static func parse(_ template: String) throws(ResponseTemplateError) -> [TemplateNode] {
        var parser = TemplateParser(try TemplatePiece.pieces(of: template))
        let nodes = try parser.nodes(until: [])
        guard parser.place == parser.pieces.count else { throw ResponseTemplateError("an end without a beginning") }
        return nodes
    }

    /// Parses nodes up to one of the statements, which is not taken.
    private mutating func nodes(until ends: Set<String>) throws(ResponseTemplateError) -> [TemplateNode] {
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.deepest else { throw ResponseTemplateError("the statements are nested too deeply") }
        var nodes: [TemplateNode] = []
        while place < pieces.count {
            switch pieces[place] {
            case .text(let text):
                place += 1
                nodes.append(.text(text))
            case .output(let tokens):
                place += 1
                nodes.append(.output(try Self.expression(tokens)))
            case .statement(let tokens):
                guard case .name(let keyword) = tokens.first else { throw ResponseTemplateError("an empty statement") }
                if ends.contains(keyword) { return nodes }
                place += 1
                nodes.append(try statement(keyword, tokens.dropFirst()))
            }
        }
        guard ends.isEmpty else { throw ResponseTemplateError("\(ends.sorted().joined(separator: " or ")) is missing") }
        return nodes
    }

    private static func expression(_ tokens: some Sequence<TemplateToken>) throws(ResponseTemplateError)
        -> TemplateExpression
    {
        var parser = TemplateExpressionParser(tokens)
        let expression = try parser.expression()
        try parser.end()
        return expression
    }

    private mutating func statement(
        _ keyword: String, _ tokens: ArraySlice<TemplateToken>
    ) throws(ResponseTemplateError) -> TemplateNode {
        switch keyword {
        case "set": return try set(tokens)
        case "if": return try choice(tokens)
        case "for": return try loop(tokens)
        case "do": return .run(try Self.expression(tokens))
        default: throw ResponseTemplateError("the statement \(keyword) is not supported")
        }
    }

    /// Takes the statement that ends a block.
    private mutating func takeEnd() -> (keyword: String, rest: ArraySlice<TemplateToken>)? {
        guard place < pieces.count, case .statement(let tokens) = pieces[place], case .name(let keyword) = tokens.first
        else { return nil }
        place += 1
        return (keyword, tokens.dropFirst())
    }

    private mutating func set(_ tokens: ArraySlice<TemplateToken>) throws(ResponseTemplateError) -> TemplateNode {
        var parser = TemplateExpressionParser(tokens)
        let name = try parser.name()
        let member = parser.take(.symbol(".")) ? try parser.name() : nil
        guard parser.take(.symbol("=")) else {
            try parser.end()
            let nodes = try nodes(until: ["endset"])
            _ = takeEnd()
            return .capture(name, nodes)
        }
        let value = try parser.expression()
        try parser.end()
        return .set(name, member: member, value)
    }

    private mutating func choice(_ tokens: ArraySlice<TemplateToken>) throws(ResponseTemplateError) -> TemplateNode {
        var condition: TemplateExpression? = try Self.expression(tokens)
        var branches: [TemplateNode.Branch] = []
        var otherwise: [TemplateNode] = []
        while true {
            let nodes = try nodes(until: condition == nil ? ["endif"] : ["elif", "else", "endif"])
            if let condition { branches.append(.init(condition: condition, nodes: nodes)) } else { otherwise = nodes }
            guard let (keyword, rest) = takeEnd() else { throw ResponseTemplateError("endif is missing") }
            switch keyword {
            case "elif": condition = try Self.expression(rest)
            case "else": condition = nil
            default: return .choice(branches, otherwise: otherwise)
            }
        }
    }

    private mutating func loop(_ tokens: ArraySlice<TemplateToken>) throws(ResponseTemplateError) -> TemplateNode {
        var parser = TemplateExpressionParser(tokens)
        var names = [try parser.name()]
        while parser.take(.symbol(",")) { names.append(try parser.name()) }
        guard parser.take(.name("in")) else { throw ResponseTemplateError("in is missing") }
        let items = try parser.expression()
        try parser.end()
        let body = try nodes(until: ["else", "endfor"])
        guard let (keyword, _) = takeEnd() else { throw ResponseTemplateError("endfor is missing") }
        var otherwise: [TemplateNode] = []
        if keyword == "else" {
            otherwise = try nodes(until: ["endfor"])
            _ = takeEnd()
        }
        return .loop(names, items, body, otherwise: otherwise)
    }
}
