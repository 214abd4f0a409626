import Messages
import Phrases

/// Makes one grammar of the patterns of all apps.
struct GrammarCompiler {
    private var network = WordNetwork()
    private var problems: [VocabularyProblem] = []
    private var reported: Set<VocabularyProblem> = []
    private let excludedWords: Set<String>

    /// The grammar of a vocabulary.
    ///
    /// - Parameter excludedWords: Words that cannot be recognized; every sentence with one of them is left out.
    static func compile(_ vocabulary: Vocabulary, excludedWords: Set<String> = []) -> Grammar {
        var compiler = GrammarCompiler(excludedWords: excludedWords)
        compiler.add(vocabulary)
        guard let automaton = compiler.network.automaton() else {
            compiler.report(
                .tooLarge, "the vocabulary",
                "the grammar needs more than \(WordNetwork.maximumMoves) transitions: shorten the lists of values")
            return Grammar(automaton: WordAutomaton(words: [], arcs: [[]], finals: []), problems: compiler.problems)
        }
        return Grammar(automaton: automaton, problems: compiler.problems)
    }

    private init(excludedWords: Set<String>) { self.excludedWords = excludedWords }

    private mutating func add(_ vocabulary: Vocabulary) {
        for catalog in vocabulary.catalogs {
            guard catalog.language.lowercased().split(separator: "-").first == "en" else {
                report(.language, catalog.app, "its language is \(catalog.language), and the model speaks English only")
                continue
            }
            let types = Self.types(of: [catalog])
            for pattern in catalog.commands.flatMap(\.patterns) { add(pattern, types) }
        }
        let types = Self.types(of: vocabulary.catalogs)
        for phrase in vocabulary.phrases { add(phrase, types) }
    }

    private static func types(of catalogs: [Catalog]) -> [String: Catalog.SlotType] {
        Dictionary(
            catalogs.flatMap { $0.slotTypes ?? [] }.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    }

    private mutating func report(_ code: VocabularyProblem.Code, _ subject: String, _ reason: String) {
        let problem = VocabularyProblem(code, subject: subject, reason)
        if reported.insert(problem).inserted { problems.append(problem) }
    }

    private mutating func add(_ pattern: String, _ types: [String: Catalog.SlotType]) {
        guard !network.isFull else {
            report(.tooLarge, pattern, "left out, the grammar is full: shorten the lists of values")
            return
        }
        do {
            let template = try PhraseTemplate(pattern)
            // A pattern with a word that cannot be said is left out whole, before a part of it is in the network.
            guard template.words.allSatisfy(isUsable) else { return }
            var state = network.start
            for element in template.elements {
                guard let next = add(element, after: state, types) else { return }
                state = next
            }
            network.markFinal(state)
        } catch {
            report(.pattern, pattern, "the pattern cannot be read: \(error)")
        }
    }

    private func isUsable(_ word: String) -> Bool { !excludedWords.contains(word) }

    /// The state after the element; nil when nothing can be said for it.
    private mutating func add(
        _ element: PhraseTemplate.Element, after state: Int, _ types: [String: Catalog.SlotType]
    ) -> Int? {
        switch element {
        case .word(let word): network.add(state, chain: [word])
        case .parameter(_, PhraseTemplate.textType): addAnyWords(after: state)
        case .parameter(_, PhraseTemplate.numberType): addNumber(after: state)
        case .parameter(_, let type):
            if let values = types[type] {
                addValues(of: values, after: state)
            } else {
                reportingUnknown(type, after: state)
            }
        }
    }

    private mutating func reportingUnknown(_ type: String, after state: Int) -> Int {
        report(.unknownType, type, "no catalog lists the type, so any words are taken: add it to slotTypes")
        return addAnyWords(after: state)
    }

    private mutating func addAnyWords(after state: Int) -> Int {
        let end = network.addState()
        network.add(state, WordAutomaton.anyWord, end)
        network.add(end, WordAutomaton.anyWord, end)
        // A state of its own, so that what follows the parameter is not inside its loop.
        let next = network.addState()
        network.addEmpty(end, next)
        return next
    }

    private mutating func addNumber(after state: Int) -> Int {
        let grammar = NumberGrammar.english
        let states = (0..<grammar.stateCount).map { _ in network.addState() }
        let end = network.addState()
        network.addEmpty(state, states[grammar.start])
        for transition in grammar.transitions where isUsable(transition.word) {
            network.add(states[transition.from], transition.word, states[transition.to])
        }
        for final in grammar.finals { network.addEmpty(states[final], end) }
        return end
    }

    private mutating func addValues(of type: Catalog.SlotType, after state: Int) -> Int? {
        let phrases = type.values.flatMap { [$0.value] + ($0.synonyms ?? []) }.map(Words.normalize)
        let usable = phrases.filter { !$0.isEmpty && $0.allSatisfy(isUsable) }
        guard !usable.isEmpty else {
            report(.emptyType, type.name, "none of its values has words that can be recognized: list some")
            return nil
        }
        let end = network.addState()
        for words in usable where !network.isFull { network.addEmpty(network.add(state, chain: words), end) }
        if network.isFull { report(.tooLarge, type.name, "some of its values are left out, the grammar is full") }
        return end
    }
}
