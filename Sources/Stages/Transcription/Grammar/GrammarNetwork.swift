import SaybusMessages
import SaybusPhrases

/// A builder of word networks from patterns: each slot is replaced by the words that may fill it.
struct GrammarNetwork: PhraseNetwork {
    /// The network built so far.
    var words = WordNetwork()
    /// The slot types of the app whose patterns are being added, by name.
    var types: [String: Catalog.SlotType] = [:]
    /// The declared types of the current command's slots, by slot name.
    var declared: [String: String] = [:]
    private var problems: [VocabularyProblem] = []
    private var missed: Set<String> = []
    private let excludedWords: Set<String>

    /// Creates an empty network.
    ///
    /// - Parameter excludedWords: Words that cannot be recognized. Sentences that need one of them get no path
    ///   to a final state.
    init(excludedWords: Set<String>) { self.excludedWords = excludedWords }

    /// Returns the problems found since the last call.
    mutating func takeProblems() -> [VocabularyProblem] {
        defer { problems = [] }
        return problems
    }

    /// Returns the excluded words that patterns asked for since the last call.
    mutating func takeMissedWords() -> Set<String> {
        defer { missed = [] }
        return missed
    }

    mutating func addState() -> Int { words.addState() }

    mutating func addWord(_ word: Token, from: Int, to: Int) {
        // An excluded word gets no transition, so no sentence that needs it reaches a final state.
        if isUsable(word.text) { words.add(from, word.text, to) }
    }

    mutating func addEmpty(from: Int, to: Int) { words.addEmpty(from, to) }

    mutating func addSlot(_ slot: PhraseSlot, from: Int) -> Int? {
        // A value and its prefix or suffix are recognized as two words.
        guard slot.prefix.isEmpty, slot.suffix.isEmpty else { return nil }
        if let range = slot.range { return add(numbersLike: range, after: from) }
        let name = slot.type ?? declared[slot.name] ?? slot.name
        // A name in capitals that is built in cannot be defined anew; others can.
        let type = types[name]
        if type == nil || name.first?.isUppercase == true, let end = addBuiltIn(name, after: from) { return end }
        if let list = BuiltInLists.inUse[name] { return add(list, extendedBy: type, after: from) }
        guard let type else {
            if !name.hasPrefix("AMAZON.") {
                report(.unknownType, name, "no catalog lists the type, so any words are taken: add it to slotTypes")
            }
            return addAnyWords(after: from)
        }
        if let range = type.range, type.base != "integer" {
            return NumberRange(
                range.from, range.to, step: range.step ?? 1, fractions: range.fractions.map { _ in .tenths }
            ).flatMap { add(numbersLike: $0, after: from) }
        }
        if let base = type.base {
            if base == "integer" || type.values.isEmpty, let end = addBuiltIn(base, after: from) { return end }
            if let list = BuiltInLists.inUse[base] { return add(list, extendedBy: type, after: from) }
        }
        if type.values.isEmpty, type.base != nil || type.isOpen == true { return addAnyWords(after: from) }
        let end = addValues(of: type, after: from)
        if type.isOpen == true, let end { words.addEmpty(addAnyWords(after: from), end) }
        return end
    }

    /// Adds the values of a built-in type that is no list; nil when there is none with this name.
    private mutating func addBuiltIn(_ name: String, after state: Int) -> Int? {
        switch name {
        case PhraseTemplate.textType, "entity", "selset", "AMAZON.SearchQuery", "AMAZON.LITERAL":
            return addAnyWords(after: state)
        case PhraseTemplate.numberType, "integer": return addNumber(after: state)
        default: return BuiltInType(name: name).map { add(.of($0), after: state) }
        }
    }

    private mutating func add(numbersLike range: NumberRange, after state: Int) -> Int {
        BuiltInType(numbersLike: range).map { add(.of($0), after: state) } ?? addNumber(after: state)
    }

    /// Adds the sentences of an automaton after a state.
    private mutating func add(_ values: WordAutomaton, after state: Int) -> Int {
        let states = values.arcs.map { _ in words.addState() }
        let end = words.addState()
        words.addEmpty(state, states[0])
        let isUsable = values.words.map { self.isUsable($0) }
        for (from, arcs) in values.arcs.enumerated() {
            for arc in arcs where isUsable[arc.word] { words.add(states[from], values.words[arc.word], states[arc.to]) }
        }
        for final in values.finals { words.addEmpty(states[final], end) }
        return end
    }

    /// Adds the values of a built-in list, and those that an app adds to it.
    private mutating func add(
        _ list: BuiltInLists.List, extendedBy type: Catalog.SlotType?, after state: Int
    ) -> Int? {
        let values = list.values.map { Catalog.SlotType.Value(value: $0.text, synonyms: $0.synonyms) }
        let all = Catalog.SlotType(name: type?.name ?? "", values: (type?.values ?? []) + values)
        let end = addValues(of: all, after: state)
        if !(list.isComplete || type?.isOpen == false), let end { words.addEmpty(addAnyWords(after: state), end) }
        return end
    }

    private mutating func isUsable(_ word: String) -> Bool {
        guard excludedWords.contains(word) else { return true }
        missed.insert(word)
        return false
    }

    private mutating func report(_ code: VocabularyProblem.Code, _ subject: String, _ reason: String) {
        problems.append(VocabularyProblem(code, subject: subject, reason))
    }

    private mutating func addAnyWords(after state: Int) -> Int {
        let end = words.addState()
        words.add(state, WordAutomaton.anyWord, end)
        words.add(end, WordAutomaton.anyWord, end)
        // A separate state keeps the words after the parameter out of its loop.
        let next = words.addState()
        words.addEmpty(end, next)
        return next
    }

    private mutating func addNumber(after state: Int) -> Int {
        let grammar = NumberGrammar.inUse
        let states = (0..<grammar.stateCount).map { _ in words.addState() }
        let end = words.addState()
        words.addEmpty(state, states[grammar.start])
        for transition in grammar.transitions where isUsable(transition.word) {
            words.add(states[transition.from], transition.word, states[transition.to])
        }
        for final in grammar.finals { words.addEmpty(states[final], end) }
        return end
    }

    private mutating func addValues(of type: Catalog.SlotType, after state: Int) -> Int? {
        let phrases = type.values.flatMap(Self.phrases).map(Words.normalize)
        let usable = phrases.filter { phrase in !phrase.isEmpty && phrase.allSatisfy { isUsable($0) } }
        guard !usable.isEmpty else {
            report(.emptyType, type.name, "none of its values has words that can be recognized: list some")
            return nil
        }
        let end = words.addState()
        for phrase in usable where !words.isFull { words.addEmpty(words.add(state, chain: phrase), end) }
        if words.isFull { report(.tooLarge, type.name, "some of its values are left out, the grammar is full") }
        return end
    }

    /// Returns the ways to say a value.
    private static func phrases(of value: Catalog.SlotType.Value) -> [String] {
        let spoken = value.spoken.map { patterns in
            patterns.flatMap { (try? PhraseTemplate($0))?.expression.texts(limit: 1000)?.map(\.text) ?? [] }
        }
        return (spoken ?? [value.value]) + (value.synonyms ?? [])
    }
}
