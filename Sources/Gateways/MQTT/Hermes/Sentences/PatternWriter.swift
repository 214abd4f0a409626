import SaybusMessages

/// A writer of sentences as patterns of the catalog, with the types of their values. Pure; bounded.
struct PatternWriter {
    /// The most values of a type.
    static let maximumValues = 2000
    /// The deepest nesting of rules.
    static let maximumDepth = 16

    let intent: String
    let rules: [String: SentenceNode]
    let list: (String) -> [String]?
    /// The types that the patterns use.
    private(set) var types: [Catalog.SlotType] = []

    init(intent: String, rules: [String: SentenceNode], list: @escaping (String) -> [String]?) {
        (self.intent, self.rules, self.list) = (intent, rules, list)
    }

    /// Returns the pattern of a sentence.
    mutating func pattern(of node: SentenceNode, depth: Int = 0) throws(MQTTError) -> String {
        guard depth < Self.maximumDepth else {
            throw MQTTError(
                .badFile, "rules inside each other more than \(Self.maximumDepth) deep; does one use itself?")
        }
        switch node {
        case .word(let word, _): return Self.escaped(word)
        case .sequence(let parts):
            var texts: [String] = []
            for part in parts { texts.append(try pattern(of: part, depth: depth)) }
            return texts.filter { !$0.isEmpty }.joined(separator: " ")
        case .alternatives(let parts):
            var texts: [String] = []
            for part in parts { texts.append(try pattern(of: part, depth: depth)) }
            return "(\(texts.joined(separator: "|")))"
        case .optional(let part): return "[\(try pattern(of: part, depth: depth))]"
        case .rule(let name): return try pattern(of: try rule(name), depth: depth + 1)
        case .list(let name):
            return try pattern(of: .alternatives(try values(ofList: name)), depth: depth + 1)
        // Every number of a catalog has a name.
        case .range(let low, let high, let step): return "{\(low)..\(high)\(step == 1 ? "" : ",\(step)"):number}"
        case .replaced(let part, _): return try pattern(of: part, depth: depth)
        case .tagged(let part, let name, let value):
            return try pattern(ofTagged: part, name: Self.checked(name), value: value, depth: depth)
        }
    }

    private mutating func pattern(
        ofTagged part: SentenceNode, name: String, value: String?, depth: Int
    ) throws(MQTTError) -> String {
        var patterns: [String] = []
        var words: [SentenceNode] = []
        for choice in try choices(of: part, isFixed: value != nil, depth: depth) {
            if case .range(let low, let high, let step) = choice {
                patterns.append("{\(low)..\(high)\(step == 1 ? "" : ",\(step)"):\(name)}")
            } else if try hasRange(choice, depth: depth) {
                // The values of a type are words, in which no number is found.
                throw MQTTError(
                    .badFile, "{\(name)} has a range beside other words; give it a tag of its own: lamp (1..5){\(name)}"
                )
            } else {
                words.append(choice)
            }
        }
        if patterns.isEmpty || !words.isEmpty {
            let values = try type(of: words, name: name, value: value, depth: depth)
            patterns.insert("@\(name):\(values)", at: 0)
        }
        return patterns.count == 1 ? patterns[0] : "(\(patterns.joined(separator: "|")))"
    }

    /// Returns whether a range is among the words of a part, or of a rule or list in it.
    private func hasRange(_ node: SentenceNode, depth: Int) throws(MQTTError) -> Bool {
        guard depth < Self.maximumDepth else { throw MQTTError(.badFile, "rules are too deep") }
        switch node {
        case .range: return true
        case .word: return false
        case .sequence(let parts), .alternatives(let parts):
            for part in parts {
                if try hasRange(part, depth: depth) { return true }
            }
            return false
        case .optional(let part), .tagged(let part, _, _), .replaced(let part, _):
            return try hasRange(part, depth: depth)
        case .rule(let name): return try hasRange(try rule(name), depth: depth + 1)
        case .list(let name): return try hasRange(.alternatives(try values(ofList: name)), depth: depth + 1)
        }
    }

    private func rule(_ name: String) throws(MQTTError) -> SentenceNode {
        if let node = rules[name.contains(".") ? name : "\(intent).\(name)"] { return node }
        throw MQTTError(.badFile, "there is no rule <\(name)>")
    }

    private func values(ofList name: String) throws(MQTTError) -> [SentenceNode] {
        guard let lines = list(name) else { throw MQTTError(.badFile, "there is no list slots/\(name)") }
        var nodes: [SentenceNode] = []
        for line in lines.prefix(Self.maximumValues) { nodes.append(try SentenceReader.read(line)) }
        return nodes
    }

    /// Returns the name of the type of a tagged part, of which these are the choices.
    private mutating func type(
        of choices: [SentenceNode], name: String, value: String?, depth: Int
    ) throws(MQTTError) -> String {
        var values: [Catalog.SlotType.Value] = []
        for choice in choices {
            let spoken = try pattern(of: choice, depth: depth)
            let text = value ?? Self.text(of: choice)
            guard !spoken.isEmpty else { continue }
            values.append(.init(value: text, spoken: spoken == text ? nil : [spoken]))
        }
        guard !values.isEmpty else { throw MQTTError(.badFile, "{\(name)} stands after no words") }
        // The same values have the same type.
        if let known = types.first(where: { $0.values == values }) { return known.name }
        let type = "\(Self.identifier(intent))_\(Self.identifier(name))_\(types.count + 1)"
        types.append(Catalog.SlotType(name: type, values: values))
        return type
    }

    /// Returns the parts of which a tagged part is one. Optional words in it are no part of the value.
    /// - Parameter isFixed: Whether all of them have the same value.
    private func choices(of node: SentenceNode, isFixed: Bool, depth: Int) throws(MQTTError) -> [SentenceNode] {
        guard depth < Self.maximumDepth else { throw MQTTError(.badFile, "rules are too deep") }
        switch node {
        case .alternatives(let parts):
            var all: [SentenceNode] = []
            for part in parts {
                all += try choices(of: part, isFixed: isFixed, depth: depth + 1)
                try Self.checkCount(all.count)
            }
            return all
        case .sequence(let parts) where !isFixed:
            // The value is what was said: "(kitchen | hall) lamp" is one of two lamps.
            var all: [[SentenceNode]] = [[]]
            for part in parts {
                let next = try choices(of: part, isFixed: isFixed, depth: depth)
                try Self.checkCount(all.count * next.count)
                all = all.flatMap { start in next.map { start + [$0] } }
            }
            return all.map { .sequence($0) }
        case .rule(let name): return try choices(of: try rule(name), isFixed: isFixed, depth: depth + 1)
        case .list(let name):
            let values = SentenceNode.alternatives(try values(ofList: name))
            return try choices(of: values, isFixed: isFixed, depth: depth + 1)
        default: return [node]
        }
    }

    private static func checkCount(_ count: Int) throws(MQTTError) {
        guard count <= maximumValues else { throw MQTTError(.badFile, "more than \(maximumValues) values") }
    }

    /// Returns the value of a part: its words, with those that replace them.
    static func text(of node: SentenceNode) -> String {
        switch node {
        case .word(let word, let replacement): replacement ?? word
        case .sequence(let parts): parts.map(text).filter { !$0.isEmpty }.joined(separator: " ")
        case .alternatives(let parts): parts.first.map(text) ?? ""
        case .optional, .rule, .list, .range: ""
        case .tagged(let part, _, let value): value ?? text(of: part)
        case .replaced(_, let text): text
        }
    }

    private static func checked(_ name: String) throws(MQTTError) -> String {
        guard name == identifier(name), name.first?.isNumber == false else {
            throw MQTTError(.badFile, "{\(name)} is no name of letters, digits and _")
        }
        return name
    }

    private static func identifier(_ text: String) -> String {
        String(text.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
    }

    private static func escaped(_ word: String) -> String {
        String(word.flatMap { "()[]|;<>{}@\\".contains($0) ? ["\\", $0] : [$0] })
    }
}
