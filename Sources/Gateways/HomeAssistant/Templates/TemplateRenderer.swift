/// The rendering of a response template, once. Pure; bounded.
struct TemplateRenderer {
    /// The values by name, the innermost scope last. The body of a loop has a scope of its own.
    private var scopes: [[String: TemplateValue]]
    private var steps = 0

    init(_ values: [String: TemplateValue]) { scopes = [values, [:]] }

    /// Renders nodes.
    mutating func render(_ nodes: [TemplateNode]) throws(ResponseTemplateError) -> String {
        var text = ""
        for node in nodes {
            try step()
            text += try render(node)
            guard text.utf8.count <= ResponseTemplate.longest else {
                throw ResponseTemplateError("the response is too long")
            }
        }
        return text
    }

    private mutating func step() throws(ResponseTemplateError) {
        steps += 1
        guard steps <= ResponseTemplate.maximumSteps else { throw ResponseTemplateError("the response takes too long") }
    }

    private mutating func render(_ node: TemplateNode) throws(ResponseTemplateError) -> String {
        switch node {
        case .text(let text): return text
        case .output(let expression): return try value(expression).string
        case .run(let expression): _ = try value(expression)
        case .set(let name, nil, let expression): assign(name, try value(expression))
        case .set(let name, let member?, let expression):
            // A namespace keeps its members beyond the loop that sets them.
            let new = try value(expression)
            try change(name) { value throws(ResponseTemplateError) in
                guard case .map(var members) = value else { throw ResponseTemplateError("\(name) is no namespace") }
                members[member] = new
                value = .map(members)
            }
        case .capture(let name, let nodes): assign(name, .text(try render(nodes)))
        case .choice(let branches, let otherwise):
            for branch in branches where try value(branch.condition).isTrue { return try render(branch.nodes) }
            return try render(otherwise)
        case .loop(let names, let items, let body, let otherwise):
            return try loop(names, try TemplateOperations.items(of: try value(items)), body, otherwise)
        }
        return ""
    }

    private mutating func loop(
        _ names: [String], _ items: [TemplateValue], _ body: [TemplateNode], _ otherwise: [TemplateNode]
    ) throws(ResponseTemplateError) -> String {
        guard !items.isEmpty else { return try render(otherwise) }
        var text = ""
        for (index, item) in items.enumerated() {
            var scope: [String: TemplateValue] = [
                "loop": .map([
                    "first": .boolean(index == 0), "last": .boolean(index == items.count - 1),
                    "index": .integer(index + 1), "index0": .integer(index), "length": .integer(items.count),
                ])
            ]
            if names.count == 1 {
                scope[names[0]] = item
            } else if case .list(let parts) = item, parts.count == names.count {
                for (name, part) in zip(names, parts) { scope[name] = part }
            } else {
                throw ResponseTemplateError("an item has not \(names.count) parts")
            }
            scopes.append(scope)
            defer { scopes.removeLast() }
            text += try render(body)
            guard text.utf8.count <= ResponseTemplate.longest else {
                throw ResponseTemplateError("the response is too long")
            }
        }
        return text
    }

    private mutating func assign(_ name: String, _ value: TemplateValue) { scopes[scopes.count - 1][name] = value }

    /// Changes the value of a name where it was set.
    private mutating func change(
        _ name: String, _ body: (inout TemplateValue) throws(ResponseTemplateError) -> Void
    ) throws(ResponseTemplateError) {
        guard let scope = scopes.lastIndex(where: { $0[name] != nil }), var value = scopes[scope][name] else {
            throw ResponseTemplateError("\(name) is not set")
        }
        try body(&value)
        scopes[scope][name] = value
    }

    private func lookUp(_ name: String) -> TemplateValue {
        scopes.last { $0[name] != nil }?[name] ?? .undefined
    }

    // MARK: Expressions

    /// Returns the value of an expression.
    mutating func value(_ expression: TemplateExpression) throws(ResponseTemplateError) -> TemplateValue {
        try step()
        switch expression {
        case .literal(let value): return value
        case .name(let name): return lookUp(name)
        case .list(let items): return .list(try values(items))
        case .map(let entries):
            var members: [String: TemplateValue] = [:]
            for entry in entries { members[try value(entry.key).string] = try value(entry.value) }
            return .map(members)
        case .member(let base, let name): return TemplateOperations.item(of: try value(base), .text(name))
        case .item(let base, let key): return TemplateOperations.item(of: try value(base), try value(key))
        case .slice(let base, let from, let to):
            var (start, end): (TemplateValue?, TemplateValue?)
            if let from { start = try value(from) }
            if let to { end = try value(to) }
            return try TemplateOperations.slice(of: try value(base), from: start, to: end)
        case .call(let name, let arguments): return try call(name, try evaluated(arguments))
        case .method(.name(let name), "append", let arguments):
            let new = try values(arguments.values)
            try change(name) { value throws(ResponseTemplateError) in
                value = .list(try TemplateOperations.items(of: value) + new)
            }
            return .none
        case .method(let base, let name, let arguments):
            return try TemplateMethods.call(name, of: try value(base), try evaluated(arguments))
        case .filter(let base, let name, let arguments):
            return try TemplateFilters.apply(name, to: try value(base), try evaluated(arguments))
        case .test(let base, let name, let arguments):
            return .boolean(try TemplateTests.holds(name, for: try value(base), try evaluated(arguments).values))
        case .not(let base): return .boolean(!(try value(base).isTrue))
        case .negative(let base): return try TemplateOperations.apply(.minus, .integer(0), try value(base))
        case .operation(.or, let left, let right):
            let first = try value(left)
            return first.isTrue ? first : try value(right)
        case .operation(.and, let left, let right):
            let first = try value(left)
            return first.isTrue ? try value(right) : first
        case .operation(let operation, let left, let right):
            return try TemplateOperations.apply(operation, try value(left), try value(right))
        case .condition(let condition, let then, let otherwise):
            if try value(condition).isTrue { return try value(then) }
            return if let otherwise { try value(otherwise) } else { .undefined }
        }
    }

    private mutating func values(_ expressions: [TemplateExpression]) throws(ResponseTemplateError) -> [TemplateValue] {
        var values: [TemplateValue] = []
        for expression in expressions { values.append(try value(expression)) }
        return values
    }

    private mutating func evaluated(
        _ arguments: TemplateExpression.Arguments
    ) throws(ResponseTemplateError) -> TemplateArguments {
        var named: [String: TemplateValue] = [:]
        for (name, expression) in arguments.named { named[name] = try value(expression) }
        return TemplateArguments(values: try values(arguments.values), named: named)
    }

    private func call(_ name: String, _ arguments: TemplateArguments) throws(ResponseTemplateError) -> TemplateValue {
        switch name {
        case "namespace", "dict": return .map(arguments.named)
        case "state_attr":
            // The only entity of a response is that of `state`.
            let state = lookUp("state")
            guard arguments.values.count == 2,
                arguments.values[0] == TemplateOperations.item(of: state, .text("entity_id"))
            else { return .none }
            let value = TemplateOperations.item(
                of: TemplateOperations.item(of: state, .text("attributes")), arguments.values[1])
            return value == .undefined ? .none : value
        case "int", "float": return try TemplateFilters.apply(name, to: arguments.values.first ?? .undefined, .init())
        case "range":
            let limits = arguments.values.compactMap { if case .integer(let number) = $0 { number } else { nil } }
            let (from, to) = limits.count >= 2 ? (limits[0], limits[1]) : (0, limits.first ?? 0)
            let (count, isTooMuch) = to.subtractingReportingOverflow(from)
            // Two limits may differ by more than any number, in either direction.
            guard isTooMuch ? to < from : count <= 1000 else {
                throw ResponseTemplateError("a range of more than 1000 numbers")
            }
            return .list((from..<max(from, to)).map { .integer($0) })
        default: throw ResponseTemplateError("the function \(name) is not supported")
        }
    }
}

/// The values of a call's arguments.
struct TemplateArguments {
    /// The positional arguments.
    var values: [TemplateValue] = []
    /// The named arguments.
    var named: [String: TemplateValue] = [:]

    /// Returns an argument by its place or its name.
    func value(_ index: Int, _ name: String) -> TemplateValue? {
        index < values.count ? values[index] : named[name]
    }
}
