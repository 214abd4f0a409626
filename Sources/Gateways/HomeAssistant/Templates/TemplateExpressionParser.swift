/// A parser of expressions, by Jinja's order of operators.
struct TemplateExpressionParser {
    private let tokens: [TemplateToken]
    private var place = 0
    /// The nesting so far, which is bounded so that no template exhausts the stack.
    private var depth = 0

    private static let deepest = 64

    init(_ tokens: some Sequence<TemplateToken>) { self.tokens = Array(tokens) }

    /// The next token; nil at the end.
    var next: TemplateToken? { place < tokens.count ? tokens[place] : nil }

    /// Takes the next token if it is the given one.
    mutating func take(_ token: TemplateToken) -> Bool {
        guard next == token else { return false }
        place += 1
        return true
    }

    /// Takes a name.
    mutating func name() throws(ResponseTemplateError) -> String {
        guard case .name(let name) = next else { throw ResponseTemplateError("a name is missing") }
        place += 1
        return name
    }

    /// Checks that all tokens were taken. A colon at the end is allowed, as in Python.
    mutating func end() throws(ResponseTemplateError) {
        _ = take(.symbol(":"))
        if let next { throw ResponseTemplateError("\(next) is not expected") }
    }

    private mutating func expect(_ symbol: String) throws(ResponseTemplateError) {
        guard take(.symbol(symbol)) else { throw ResponseTemplateError("\(symbol) is missing") }
    }

    /// Parses an expression.
    mutating func expression() throws(ResponseTemplateError) -> TemplateExpression {
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.deepest else { throw ResponseTemplateError("the expression is nested too deeply") }
        let value = try or()
        guard take(.name("if")) else { return value }
        let condition = try or()
        return .condition(condition, then: value, otherwise: take(.name("else")) ? try expression() : nil)
    }

    private mutating func or() throws(ResponseTemplateError) -> TemplateExpression {
        var left = try and()
        while take(.name("or")) { left = .operation(.or, left, try and()) }
        return left
    }

    private mutating func and() throws(ResponseTemplateError) -> TemplateExpression {
        var left = try not()
        while take(.name("and")) { left = .operation(.and, left, try not()) }
        return left
    }

    private mutating func not() throws(ResponseTemplateError) -> TemplateExpression {
        take(.name("not")) ? .not(try not()) : try comparison()
    }

    private mutating func comparison() throws(ResponseTemplateError) -> TemplateExpression {
        var left = try sum()
        while true {
            if take(.name("in")) {
                left = .operation(.isIn, left, try sum())
            } else if next == .name("not"), place + 1 < tokens.count, tokens[place + 1] == .name("in") {
                place += 2
                left = .not(.operation(.isIn, left, try sum()))
            } else if case .symbol(let symbol) = next,
                let operation = ["==", "!=", "<", ">", "<=", ">="].contains(symbol)
                    ? TemplateExpression.Operation(rawValue: symbol) : nil
            {
                place += 1
                left = .operation(operation, left, try sum())
            } else {
                return left
            }
        }
    }

    private mutating func sum() throws(ResponseTemplateError) -> TemplateExpression {
        try operations(["+", "-", "~"]) { parser throws(ResponseTemplateError) in
            try parser.operations(["*", "/", "//", "%"]) { parser throws(ResponseTemplateError) in try parser.unary() }
        }
    }

    private mutating func operations(
        _ symbols: Set<String>, _ operand: (inout Self) throws(ResponseTemplateError) -> TemplateExpression
    ) throws(ResponseTemplateError) -> TemplateExpression {
        var left = try operand(&self)
        while case .symbol(let symbol) = next, symbols.contains(symbol),
            let operation = TemplateExpression.Operation(rawValue: symbol)
        {
            place += 1
            left = .operation(operation, left, try operand(&self))
        }
        return left
    }

    private mutating func unary() throws(ResponseTemplateError) -> TemplateExpression {
        if take(.symbol("-")) { return .negative(try unary()) }
        if take(.symbol("+")) { return try unary() }
        return try filters(try postfix(try primary()))
    }

    private mutating func primary() throws(ResponseTemplateError) -> TemplateExpression {
        guard let token = next else { throw ResponseTemplateError("a value is missing") }
        place += 1
        switch token {
        case .text(let first):
            var text = first
            while case .text(let more) = next {
                text += more
                place += 1
            }
            return .literal(.text(text))
        case .integer(let number): return .literal(.integer(number))
        case .number(let number): return .literal(.number(number))
        case .name("true"), .name("True"): return .literal(.boolean(true))
        case .name("false"), .name("False"): return .literal(.boolean(false))
        case .name("none"), .name("None"): return .literal(.none)
        case .name(let name): return take(.symbol("(")) ? .call(name, try arguments()) : .name(name)
        case .symbol("("): return try parenthesis()
        case .symbol("["): return .list(try items(until: "]"))
        case .symbol("{"): return .map(try entries())
        case .symbol(let symbol): throw ResponseTemplateError("\(symbol) is not expected")
        }
    }

    private mutating func parenthesis() throws(ResponseTemplateError) -> TemplateExpression {
        if take(.symbol(")")) { return .list([]) }
        let first = try expression()
        if take(.symbol(")")) { return first }
        try expect(",")
        return .list([first] + (try items(until: ")")))
    }

    private mutating func items(until end: String) throws(ResponseTemplateError) -> [TemplateExpression] {
        var items: [TemplateExpression] = []
        while !take(.symbol(end)) {
            items.append(try expression())
            if !take(.symbol(",")) {
                try expect(end)
                break
            }
        }
        return items
    }

    private mutating func entries() throws(ResponseTemplateError) -> [TemplateExpression.MapEntry] {
        var entries: [TemplateExpression.MapEntry] = []
        while !take(.symbol("}")) {
            let key = try expression()
            try expect(":")
            entries.append(.init(key: key, value: try expression()))
            if !take(.symbol(",")) {
                try expect("}")
                break
            }
        }
        return entries
    }

    private mutating func arguments() throws(ResponseTemplateError) -> TemplateExpression.Arguments {
        var arguments = TemplateExpression.Arguments()
        while !take(.symbol(")")) {
            if case .name(let name) = next, place + 1 < tokens.count, tokens[place + 1] == .symbol("=") {
                place += 2
                arguments.named[name] = try expression()
            } else {
                arguments.values.append(try expression())
            }
            if !take(.symbol(",")) {
                try expect(")")
                break
            }
        }
        return arguments
    }

    private mutating func postfix(_ base: TemplateExpression) throws(ResponseTemplateError) -> TemplateExpression {
        var value = base
        while true {
            if take(.symbol(".")) {
                if case .integer(let index) = next {
                    place += 1
                    value = .item(value, .literal(.integer(index)))
                    continue
                }
                let name = try name()
                value = take(.symbol("(")) ? .method(value, name, try arguments()) : .member(value, name)
            } else if take(.symbol("[")) {
                value = try item(of: value)
            } else {
                return value
            }
        }
    }

    private mutating func item(of value: TemplateExpression) throws(ResponseTemplateError) -> TemplateExpression {
        let from: TemplateExpression? = next == .symbol(":") ? nil : try expression()
        guard take(.symbol(":")) else {
            try expect("]")
            guard let from else { throw ResponseTemplateError("an index is missing") }
            return .item(value, from)
        }
        let to: TemplateExpression? = next == .symbol("]") ? nil : try expression()
        try expect("]")
        return .slice(value, from: from, to: to)
    }

    private mutating func filters(_ base: TemplateExpression) throws(ResponseTemplateError) -> TemplateExpression {
        var value = base
        while true {
            if take(.symbol("|")) {
                let name = try name()
                value = .filter(value, name, take(.symbol("(")) ? try arguments() : .init())
                value = try postfix(value)
            } else if take(.name("is")) {
                let isNegated = take(.name("not"))
                let name = try name()
                var arguments = TemplateExpression.Arguments()
                if take(.symbol("(")) {
                    arguments = try self.arguments()
                } else if let argument = try testArgument() {
                    arguments.values = [argument]
                }
                value = .test(value, name, arguments)
                if isNegated { value = .not(value) }
            } else {
                return value
            }
        }
    }

    /// Parses the argument of a test without brackets, as in `is divisibleby 3`.
    private mutating func testArgument() throws(ResponseTemplateError) -> TemplateExpression? {
        switch next {
        case .integer, .number, .text: try primary()
        default: nil
        }
    }
}
