/// A parser of patterns.
struct PhraseParser {
    let characters: [Character]
    var position = 0
    private var depth = 0

    init(_ text: String) throws(PhraseError) {
        characters = Array(text.prefix(PhraseTemplate.maximumLength + 1))
        guard characters.count <= PhraseTemplate.maximumLength else {
            throw PhraseError(
                .tooLong, column: characters.count,
                "the pattern has more than \(PhraseTemplate.maximumLength) characters: make several of it")
        }
    }

    mutating func parse() throws(PhraseError) -> PhraseExpression {
        let expression = try group(until: nil)
        guard Self.saysSomething(expression) else { throw PhraseError.empty }
        try checkNames(in: expression)
        return expression
    }

    // MARK: Groups

    /// Reads the parts up to the closing bracket and the bracket itself; up to the end of the pattern when
    /// `closing` is nil.
    private mutating func group(until closing: Character?) throws(PhraseError) -> PhraseExpression {
        let start = position
        depth += 1
        defer { depth -= 1 }
        guard depth <= PhraseTemplate.maximumDepth else {
            throw PhraseError(.tooDeep, column: start, "too many groups in groups: make a rule or two patterns of it")
        }
        var separator: Character?
        var parts: [PhraseExpression] = []
        var items: [PhraseExpression] = []
        while true {
            guard position < characters.count else {
                guard closing == nil else {
                    throw PhraseError(
                        .unbalanced, column: start,
                        "the \(characters[start - 1]) is never closed: write \(closing.map(String.init) ?? "") after the part"
                    )
                }
                break
            }
            let character = characters[position]
            if character == closing {
                position += 1
                break
            }
            if character == "|" || character == ";" {
                guard separator == nil || separator == character else {
                    throw PhraseError(
                        .badGroup, column: position + 1,
                        "| and ; are in one group: put one of them into a group of its own")
                }
                separator = character
                parts.append(.sequence(items))
                items = []
                position += 1
            } else if character == ":", closing != nil, let value = mappedValue() {
                items = [.mapping(.sequence(items), value: value)]
            } else {
                items.append(try item())
            }
        }
        guard let separator else { return .sequence(items) }
        parts.append(.sequence(items))
        guard separator == ";" else { return .alternatives(parts) }
        parts = parts.filter(Self.saysSomething)
        guard parts.count <= PhraseTemplate.maximumPermutation else {
            throw PhraseError(
                .badGroup, column: start + 1,
                "more than \(PhraseTemplate.maximumPermutation) parts in any order: write several patterns")
        }
        return .permutation(parts)
    }

    private mutating func item() throws(PhraseError) -> PhraseExpression {
        let character = characters[position]
        switch character {
        case "(":
            position += 1
            return try group(until: ")")
        case "[":
            position += 1
            return .alternatives([try group(until: "]"), .nothing])
        case "{": return .slot(try bracedSlot())
        case "<": return .rule(try ruleName())
        case "@": return .slot(try parameter())
        case ")", "]", "}", ">":
            throw PhraseError(
                .unbalanced, column: position + 1,
                "the \(character) closes nothing: open it before the part, or write \\\(character) for the character")
        case _ where character.isWhitespace:
            position += 1
            return .space
        default: return .text(literal())
        }
    }

    /// Reads characters up to white space or a character with a meaning.
    private mutating func literal() -> String {
        var text = ""
        while position < characters.count {
            var character = characters[position]
            if character == "\\", position + 1 < characters.count {
                position += 1
                character = characters[position]
            } else if character.isWhitespace || "()[]{}<>|;@".contains(character) || isMapping() {
                break
            }
            text.append(character)
            position += 1
        }
        return text
    }

    // MARK: Mappings

    /// Returns whether the position is at the colon of `(spoken:value)`. The colon in `10:30` or before a space is
    /// punctuation.
    private func isMapping() -> Bool {
        guard depth > 1, position > 0, position + 1 < characters.count, characters[position] == ":" else {
            return false
        }
        let (before, after) = (characters[position - 1], characters[position + 1])
        return !after.isWhitespace && (before.isLetter || ")]}".contains(before)) && !"|;)]".contains(after)
    }

    /// Reads the value after the colon; nil, without moving, when the colon is punctuation.
    private mutating func mappedValue() -> String? {
        guard isMapping() else {
            return nil
        }
        let end = characters[position...].firstIndex { "|;)]".contains($0) } ?? characters.count
        let value = String(characters[(position + 1)..<end])
        position = end
        return value
    }

    // MARK: Checks

    /// Returns whether an expression has any sentence with words or values.
    private static func saysSomething(_ expression: PhraseExpression) -> Bool {
        switch expression {
        // The file of the language in use has patterns, too: while it is read, it decides nothing.
        case .text(let text): !Words.tokenize(text, limit: 1, orthography: Orthography()).isEmpty
        case .space: false
        case .slot, .rule: true
        case .sequence(let items), .alternatives(let items), .permutation(let items):
            items.contains(where: saysSomething)
        case .mapping(let spoken, _): saysSomething(spoken)
        }
    }

    private func checkNames(in expression: PhraseExpression) throws(PhraseError) {
        guard let name = Self.names(expression).twice else { return }
        // The place of the second occurrence, for the error.
        let places = characters.indices.filter { place in
            (characters[place] == "@" || characters[place] == "{")
                && String(characters[(place + 1)...].prefix(name.count)) == name
        }
        throw PhraseError(
            .duplicateName, column: (places.dropFirst().first ?? 0) + 1,
            "the parameter @\(name) comes twice: give the second another name")
    }

    /// Returns the names that may occur in one sentence, and a name that may occur twice in it.
    private static func names(_ expression: PhraseExpression) -> (all: Set<String>, twice: String?) {
        switch expression {
        case .text, .space, .rule: return ([], nil)
        case .slot(let slot): return (slot.isHidden ? [] : [slot.name], nil)
        case .mapping(let spoken, _): return names(spoken)
        case .sequence(let items), .permutation(let items):
            var all: Set<String> = []
            for item in items {
                let (more, twice) = names(item)
                if let twice = twice ?? more.sorted().first(where: all.contains) { return (all, twice) }
                all.formUnion(more)
            }
            return (all, nil)
        case .alternatives(let items):
            let each = items.map(names)
            return (each.reduce(into: []) { $0.formUnion($1.all) }, each.lazy.compactMap(\.twice).first)
        }
    }
}
