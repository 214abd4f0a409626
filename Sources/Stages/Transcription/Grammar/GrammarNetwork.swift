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
        if slot.range != nil { return addNumber(after: from) }
        let name = slot.type ?? declared[slot.name] ?? slot.name
        switch name {
        case PhraseTemplate.textType, "entity", "selset", "AMAZON.SearchQuery", "AMAZON.LITERAL":
            return addAnyWords(after: from)
        case PhraseTemplate.numberType, "integer", "AMAZON.NUMBER", "AMAZON.Ordinal", "AMAZON.ORDINAL":
            return addNumber(after: from)
        case "digits", "AMAZON.FOUR_DIGIT_NUMBER", "AMAZON.PhoneNumber": return addNumbers(after: from, and: Self.zero)
        case "AMAZON.AlphaNumeric": return addNumbers(after: from, and: Self.zero + Self.letters)
        default: break
        }
        guard let type = types[name] else {
            if !name.hasPrefix("AMAZON.") {
                report(.unknownType, name, "no catalog lists the type, so any words are taken: add it to slotTypes")
            }
            return addAnyWords(after: from)
        }
        if type.range != nil || type.base == "integer" { return addNumber(after: from) }
        if type.base == "digits", type.values.isEmpty { return addNumbers(after: from, and: Self.zero) }
        if type.values.isEmpty, type.base != nil || type.isOpen == true { return addAnyWords(after: from) }
        let end = addValues(of: type, after: from)
        if type.isOpen == true, let end { words.addEmpty(addAnyWords(after: from), end) }
        return end
    }

    private static let zero = ["oh"]
    private static let letters = (UInt8(ascii: "a")...UInt8(ascii: "z")).map { String(UnicodeScalar($0)) }

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

    /// Adds a sequence of numbers (digits said singly or in pairs), mixed with the other words.
    private mutating func addNumbers(after state: Int, and others: [String]) -> Int {
        let start = words.addState()
        words.addEmpty(state, start)
        let end = addNumber(after: start)
        for word in others where isUsable(word) { words.add(start, word, end) }
        words.addEmpty(end, start)
        // A separate state keeps the following words out of the loop.
        let next = words.addState()
        words.addEmpty(end, next)
        return next
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
