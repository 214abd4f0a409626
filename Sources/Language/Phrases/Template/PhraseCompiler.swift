/// A compiler of expressions into a network of words.
///
/// Alternatives may begin or end inside a word, as in `light[s]` and `batter(y|ies)`. So the compiler follows
/// an expression with a set of places. Each is a state, and the part of a word that has been read since that
/// state. Letters directly after a slot may be a word of their own, or end the value's last word: `{area}temperatur`
/// is said as "Küche Temperatur" or "Küchetemperatur". In the same way, letters directly before a slot may begin its
/// first word: `l'{area}` is also "l'atelier".
public struct PhraseCompiler {
    /// The most steps for one pattern, including its rules.
    static let maximumSteps = 20_000

    /// The most beginnings of words before a slot. In languages without spaces, whole clauses would be one.
    private static let maximumPrefixes = 16

    /// A state, and the part of a word that has been read since.
    private struct Place {
        var state: Int
        var part: String
        /// The slot, not yet added, whose last word continues with the part.
        var slot: PhraseSlot?
        /// Whether the part may follow a number: a value, or one of the pattern.
        var isBehindNumber = false

        /// Whether words end here.
        var isAtWordEnd: Bool { part.isEmpty && slot == nil }
        /// Whether nothing continues the value of the slot.
        var isUnused: Bool { slot != nil && part.first?.isLetter != true }
    }

    private let rules: [String: PhraseExpression]
    private let orthography: Orthography
    private var open: [String] = []
    private var steps = 0

    /// Creates a compiler.
    /// - Parameters:
    ///   - rules: The expansions of `<name>`.
    ///   - orthography: The rules of the patterns' language.
    public init(rules: [String: PhraseExpression] = [:], orthography: Orthography = .inUse) {
        (self.rules, self.orthography) = (rules, orthography)
    }

    /// Compiles an expression, beginning at a state.
    /// - Returns: The state after the expression; nil when it has no sentences.
    /// - Throws: ``PhraseError`` with ``PhraseError/Code/unknownRule``, `recursion` or `tooLarge` in column
    ///   1, or the network's error for a slot. States and words that were added before the error remain in the
    ///   network, but lead to no end state.
    public mutating func lay(
        _ expression: PhraseExpression, from state: Int, into network: inout some PhraseNetwork
    ) throws -> Int? {
        (steps, open) = (0, [])
        let ends = try follow(expression, [Place(state: state, part: "")], &network)
        return try join(ends, &network)
    }

    private mutating func follow(
        _ expression: PhraseExpression, _ places: [Place], _ network: inout some PhraseNetwork
    ) throws -> [Place] {
        guard !places.isEmpty else { return [] }
        steps += places.count { !$0.isUnused }
        guard steps <= Self.maximumSteps else {
            throw PhraseError(
                .tooLarge, column: 1,
                "there are too many ways to say it: make several patterns of it, or fewer parts in any order")
        }
        switch expression {
        case .text(let text):
            return places.map { place in
                var longer = place
                longer.part += text
                return longer
            }
        case .space:
            return try ended(places, &network)
        case .sequence(let items):
            return try items.reduce(places) { try follow($1, $0, &network) }
        case .alternatives(let items):
            return merged(try items.flatMap { try follow($0, places, &network) }, &network)
        case .permutation(let items):
            return try followAll(items, places, &network)
        case .mapping(let spoken, _):
            return try follow(spoken, places, &network)
        case .slot(let slot):
            guard let state = try join(places, &network), let next = try network.addSlot(slot, from: state) else {
                return []
            }
            let whole = [
                Place(state: next, part: "", isBehindNumber: true), Place(state: state, part: "", slot: slot),
            ]
            return merged(whole + (try prefixed(slot, places, &network)), &network)
        case .rule(let name):
            guard let rule = rules[name] else {
                throw PhraseError(.unknownRule, column: 1, "no rule is called <\(name)>: define it, or write its words")
            }
            guard !open.contains(name) else {
                let cycle = (open.drop { $0 != name } + [name]).map { "<\($0)>" }.joined(separator: " → ")
                throw PhraseError(.recursion, column: 1, "a rule uses itself: \(cycle)")
            }
            open.append(name)
            defer { open.removeLast() }
            return try follow(rule, places, &network)
        }
    }

    /// Adds a slot whose first word begins with the part of a word that has been read in some places, and returns the
    /// places after it.
    private func prefixed(
        _ slot: PhraseSlot, _ places: [Place], _ network: inout some PhraseNetwork
    ) throws -> [Place] {
        let begun = places.filter { place in place.slot == nil && place.part.last.map(Self.isInWord) == true }
        guard begun.count <= Self.maximumPrefixes else { return [] }
        var result: [Place] = []
        for place in begun {
            let count = place.part.reversed().prefix(while: Self.isInWord).count
            let letters = String(place.part.suffix(count))
            guard letters.contains(where: \.isLetter) else { continue }
            var slot = slot
            slot.prefix = letters.lowercased().replacing("\u{2019}", with: "'")
            let before = Place(state: place.state, part: String(place.part.dropLast(count)))
            guard let state = try join([before], &network), let next = try network.addSlot(slot, from: state) else {
                continue
            }
            result.append(Place(state: next, part: "", isBehindNumber: true))
            // With several beginnings, each with each end would be too many parts.
            if begun.count == 1 { result.append(Place(state: state, part: "", slot: slot)) }
        }
        return result
    }

    private static func isInWord(_ character: Character) -> Bool {
        character.isLetter || character == "'" || character == "\u{2019}"
    }

    /// Follows all items in every order. The places are kept by the set of items that have been read.
    private mutating func followAll(
        _ items: [PhraseExpression], _ places: [Place], _ network: inout some PhraseNetwork
    ) throws -> [Place] {
        var reached = [[Place]](repeating: [], count: 1 << items.count)
        reached[0] = try ended(places, &network)
        for said in reached.indices {
            let here = merged(reached[said], &network)
            for (index, item) in items.enumerated() where said & (1 << index) == 0 {
                reached[said | (1 << index)] += try ended(follow(item, here, &network), &network)
            }
        }
        return merged(reached[reached.count - 1], &network)
    }

    /// Returns the places after the end of a word; at most one.
    private func ended(_ places: [Place], _ network: inout some PhraseNetwork) throws -> [Place] {
        guard places.contains(where: { !$0.part.isEmpty }) else { return places.filter(\.isAtWordEnd) }
        let isBehindNumber = places.contains { orthography.isNumber(atEndOf: $0.part) }
        return try join(places, &network).map { [Place(state: $0, part: "", isBehindNumber: isBehindNumber)] } ?? []
    }

    /// Returns a state that follows all places, where a word ends.
    private func join(_ places: [Place], _ network: inout some PhraseNetwork) throws -> Int? {
        let places = places.filter { !$0.isUnused }
        if places.count == 1, places[0].isAtWordEnd { return places[0].state }
        guard !places.isEmpty else { return nil }
        let end = network.addState()
        for place in places {
            var words = Words.tokenize(place.part, orthography: orthography)
            var state = place.state
            if var slot = place.slot, let last = words.first {
                slot.suffix = last.key
                words.removeFirst()
                guard let next = try network.addSlot(slot, from: state) else { continue }
                state = next
            }
            add(words, from: state, to: end, &network)
            guard place.isBehindNumber else { continue }
            // In text without spaces, the word that counts is one of its own behind a number only.
            let divided = orthography.dividingBehindNumber(words)
            if divided.count > words.count { add(divided, from: state, to: end, &network) }
        }
        return end
    }

    /// Adds words between two states.
    private func add(_ words: [Token], from start: Int, to end: Int, _ network: inout some PhraseNetwork) {
        var state = start
        for word in words.dropLast() {
            let next = network.addState()
            network.addWord(word, from: state, to: next)
            state = next
        }
        if let word = words.last {
            network.addWord(word, from: state, to: end)
        } else {
            network.addEmpty(from: state, to: end)
        }
    }

    /// Merges places with the same part of a word after the same slot.
    private func merged(_ places: [Place], _ network: inout some PhraseNetwork) -> [Place] {
        var result: [Place] = []
        for (part, alike) in Dictionary(grouping: places, by: \.part).sorted(by: { $0.key < $1.key }) {
            var rest = alike
            while let slot = rest.first.map(\.slot) {
                let joined = rest.filter { $0.slot == slot }
                let states = Set(joined.map(\.state)).sorted()
                rest.removeAll { $0.slot == slot }
                var place = Place(
                    state: states[0], part: part, slot: slot, isBehindNumber: joined.contains(where: \.isBehindNumber))
                if states.count > 1 {
                    place.state = network.addState()
                    for from in states { network.addEmpty(from: from, to: place.state) }
                }
                result.append(place)
            }
        }
        return result
    }
}
