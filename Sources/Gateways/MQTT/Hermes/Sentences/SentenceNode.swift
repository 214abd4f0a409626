/// A part of a sentence in Rhasspy's `sentences.ini`: JSGF with tags and substitutions. Pure.
indirect enum SentenceNode: Sendable, Equatable {
    /// A word, and the text that replaces it in a value; nil for none.
    case word(String, replacement: String?)
    /// Parts one after the other.
    case sequence([SentenceNode])
    /// One of several parts.
    case alternatives([SentenceNode])
    /// A part that may be left out.
    case optional(SentenceNode)
    /// A rule: `<name>` or `<Intent.name>`.
    case rule(String)
    /// A list of values in a file: `$name`.
    case list(String)
    /// A number of a range with a step.
    case range(Int, Int, step: Int)
    /// A part whose value has a name, and the value if it is fixed.
    case tagged(SentenceNode, name: String, value: String?)
    /// A part with another text in its place.
    case replaced(SentenceNode, by: String)

    /// Returns the part with the full names of rules, `Intent.name`: another intent may use the rule in which it is.
    func withRules(of intent: String) -> SentenceNode {
        switch self {
        case .word, .list, .range: self
        case .sequence(let parts): .sequence(parts.map { $0.withRules(of: intent) })
        case .alternatives(let parts): .alternatives(parts.map { $0.withRules(of: intent) })
        case .optional(let part): .optional(part.withRules(of: intent))
        case .rule(let name): name.contains(".") ? self : .rule("\(intent).\(name)")
        case .tagged(let part, let name, let value): .tagged(part.withRules(of: intent), name: name, value: value)
        case .replaced(let part, let text): .replaced(part.withRules(of: intent), by: text)
        }
    }
}

/// A reader of one sentence. Pure; bounded by the depth of brackets.
struct SentenceReader {
    /// The deepest nesting of brackets.
    static let maximumDepth = 16

    private var rest: Substring

    private init(_ text: String) { rest = Substring(text) }

    /// Reads a sentence.
    /// - Throws: ``MQTTError`` with code `bad-file` that says what is wrong.
    static func read(_ text: String) throws(MQTTError) -> SentenceNode {
        var reader = SentenceReader(text)
        let node = try reader.alternatives(until: nil, depth: 0)
        guard reader.rest.isEmpty else { throw wrong("\"\(reader.rest.first ?? " ")\" has no partner") }
        return node
    }

    private static func wrong(_ why: String) -> MQTTError { MQTTError(.badFile, why) }

    private mutating func alternatives(until end: Character?, depth: Int) throws(MQTTError) -> SentenceNode {
        guard depth < Self.maximumDepth else {
            throw Self.wrong("more than \(Self.maximumDepth) brackets inside each other")
        }
        var all: [SentenceNode] = []
        while true {
            all.append(try sequence(depth: depth))
            guard rest.first == "|" else { break }
            rest.removeFirst()
        }
        if let end {
            guard rest.first == end else { throw Self.wrong("\"\(end)\" is missing") }
            rest.removeFirst()
        }
        return all.count == 1 ? all[0] : .alternatives(all)
    }

    private mutating func sequence(depth: Int) throws(MQTTError) -> SentenceNode {
        var parts: [SentenceNode] = []
        while true {
            rest = rest.drop(while: \.isWhitespace)
            guard let first = rest.first, !"|)]".contains(first) else { break }
            parts.append(try suffixes(of: try part(first, depth: depth)))
        }
        return parts.count == 1 ? parts[0] : .sequence(parts)
    }

    private mutating func part(_ first: Character, depth: Int) throws(MQTTError) -> SentenceNode {
        switch first {
        case "(":
            rest.removeFirst()
            return try alternatives(until: ")", depth: depth + 1)
        case "[":
            rest.removeFirst()
            return .optional(try alternatives(until: "]", depth: depth + 1))
        case "<":
            rest.removeFirst()
            return .rule(try name(until: ">"))
        case "$":
            rest.removeFirst()
            return .list(word())
        case "{", "}", ">": throw Self.wrong("\"\(first)\" stands after no word")
        default: return try word(word())
        }
    }

    private func word(_ text: String) throws(MQTTError) -> SentenceNode {
        let numbers = text.split(separator: ",", maxSplits: 1)
        let ends = numbers.first?.split(separator: "..", maxSplits: 1).map { Int($0) } ?? []
        if ends.count == 2, let low = ends[0], let high = ends[1] {
            guard low <= high, let step = numbers.count > 1 ? Int(numbers[1]) : 1, step > 0 else {
                throw Self.wrong("\"\(text)\" is no range")
            }
            return .range(low, high, step: step)
        }
        guard let colon = text.firstIndex(of: ":") else { return .word(text, replacement: nil) }
        return .word(String(text[..<colon]), replacement: String(text[text.index(after: colon)...]))
    }

    /// Reads what follows a part: `{name}`, `{name:value}`, `:replacement`, and converters, which only change types.
    private mutating func suffixes(of node: SentenceNode) throws(MQTTError) -> SentenceNode {
        var node = node
        while true {
            // A name may stand after a space.
            let next = rest.drop(while: \.isWhitespace)
            if next.first == "{" { rest = next }
            guard let first = rest.first, "{:!".contains(first) else { break }
            rest.removeFirst()
            switch first {
            case "{":
                let tag = try name(until: "}").split(separator: "!", omittingEmptySubsequences: false)[0]
                let parts = tag.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
                node = .tagged(node, name: String(parts[0]), value: parts.count > 1 ? String(parts[1]) : nil)
            case ":":
                if rest.first == "(" {
                    rest.removeFirst()
                    node = .replaced(node, by: try name(until: ")"))
                } else {
                    node = .replaced(node, by: word())
                }
            default: _ = word()
            }
        }
        return node
    }

    private mutating func name(until end: Character) throws(MQTTError) -> String {
        guard let index = rest.firstIndex(of: end) else { throw Self.wrong("\"\(end)\" is missing") }
        defer { rest = rest[rest.index(after: index)...] }
        return String(rest[..<index])
    }

    private mutating func word() -> String {
        var text = ""
        while let first = rest.first, !first.isWhitespace, !"()[]<>{}|!".contains(first) {
            rest.removeFirst()
            if first == "\\", let escaped = rest.first {
                text.append(escaped)
                rest.removeFirst()
            } else {
                text.append(first)
            }
        }
        return text
    }
}
