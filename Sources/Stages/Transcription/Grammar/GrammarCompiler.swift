import SaybusMessages

/// A compiler of the patterns of all apps into one grammar.
///
/// Each app has a share of the grammar (``GrammarShare``). What an app needs beyond it is left out, its last patterns
/// first, and reported.
struct GrammarCompiler {
    /// The most attempts to add parts that together would make the grammar too large.
    private static let maximumAttempts = 8

    private let capacity: Int
    private var parts: [GrammarPart] = []
    private var problems: [VocabularyProblem] = []
    private var reported: Set<VocabularyProblem> = []

    /// Compiles the grammar of a vocabulary.
    ///
    /// - Parameters:
    ///   - englishOnly: Whether the recognizer knows no other language than English: apps of others are left out.
    ///   - words: Words that cannot be recognized; every sentence that needs one of them is left out.
    ///   - cause: The reason why such a word cannot be recognized, for the problem reports.
    ///   - cure: The advice that follows the reason in the problem reports.
    ///   - capacity: The most transitions of the grammar.
    static func compile(
        _ vocabulary: Vocabulary, englishOnly: Bool = false, without words: Set<String> = [], cause: String = "",
        cure: String = "", capacity: Int = WordNetwork.capacity
    ) -> Grammar {
        var compiler = GrammarCompiler(capacity: capacity)
        compiler.add(vocabulary, englishOnly: englishOnly, without: words)
        compiler.share()
        let automaton = compiler.joined()
        compiler.reportParts(cause, cure)
        return Grammar(automaton: automaton, problems: compiler.problems)
    }

    /// Returns the automaton of a vocabulary's answers alone; nil without answers.
    static func answers(of vocabulary: Vocabulary) -> WordAutomaton? {
        vocabulary.phrases.isEmpty ? nil : answerPart(of: vocabulary, limit: WordNetwork.capacity).automaton
    }

    private init(capacity: Int) { self.capacity = capacity }

    private mutating func add(_ vocabulary: Vocabulary, englishOnly: Bool, without words: Set<String>) {
        for catalog in vocabulary.catalogs {
            guard !englishOnly || catalog.language.lowercased().split(separator: "-").first == "en" else {
                report(.language, catalog.app, "its language is \(catalog.language), and the model speaks English only")
                continue
            }
            parts.append(GrammarPart(.app(catalog), excludedWords: words, limit: capacity))
        }
        guard !vocabulary.phrases.isEmpty else { return }
        parts.append(Self.answerPart(of: vocabulary, without: words, limit: capacity))
    }

    private static func answerPart(
        of vocabulary: Vocabulary, without words: Set<String> = [], limit: Int
    ) -> GrammarPart {
        let types = Catalog.types(of: vocabulary.catalogs)
        return GrammarPart(.answers(vocabulary.phrases, types: types), excludedWords: words, limit: limit)
    }

    /// Shortens the parts that need more than their share.
    private mutating func share() {
        let limit = GrammarShare.limit(parts.map(\.automaton.arcCount), capacity: capacity)
        for index in parts.indices where parts[index].automaton.arcCount > limit { parts[index].shrink(to: limit) }
    }

    /// Joins the parts. Parts that need little alone may need much together, if they take any words; then the largest
    /// of them are left out.
    private mutating func joined() -> WordAutomaton {
        if parts.count == 1 { return parts[0].automaton }
        let ordered = parts.indices.sorted { parts[$0].automaton.arcCount < parts[$1].automaton.arcCount }
        if let all = union(ordered) { return all }
        var (chosen, rest) = ([Int](), ordered[...])
        var automaton = WordAutomaton(words: [], arcs: [[]], finals: [])
        for _ in 0..<Self.maximumAttempts where !rest.isEmpty {
            // As many as fit, and then without the one that is too much.
            var (fitting, excess) = (0, rest.count + 1)
            while excess - fitting > 1 {
                let middle = (fitting + excess) / 2
                if let found = union(chosen + rest.prefix(middle)) {
                    (automaton, fitting) = (found, middle)
                } else {
                    excess = middle
                }
            }
            chosen += rest.prefix(fitting)
            rest = rest.dropFirst(fitting)
            if let index = rest.popFirst() { leaveOut(index) }
        }
        for index in rest { leaveOut(index) }
        return automaton
    }

    /// Returns the automaton of some parts together; nil when it would be too large.
    private func union(_ indices: some Sequence<Int>) -> WordAutomaton? {
        var network = WordNetwork()
        for index in indices { network.add(parts[index].automaton) }
        return network.automaton(limit: capacity)
    }

    private mutating func leaveOut(_ index: Int) {
        report(
            .tooLarge, parts[index].app ?? "the answers to questions",
            "left out, together with the others it would make the grammar too large: use fewer parameters that take any words"
        )
    }

    private mutating func reportParts(_ cause: String, _ cure: String) {
        for part in parts {
            let missing = part.patternCount - part.keptCount
            if missing > 0 {
                report(
                    .tooLarge, part.app ?? "the answers to questions",
                    "its last \(missing) of \(part.patternCount) patterns are left out, they are more than its share of the "
                        + "\(capacity) transitions of the grammar: shorten the lists of values")
            }
            for problem in part.problems { report(problem.code, problem.subject, problem.reason) }
        }
        for word in Set(parts.flatMap(\.missedWords)).sorted() {
            report(.pronunciation, word, "\(cause), so sentences with it are left out: \(cure)")
        }
        for part in parts where !part.missedNameWords.isEmpty {
            let list = part.missedNameWords.sorted().map { "\"\($0)\"" }.joined(separator: ", ")
            report(.name, part.app ?? "", "it cannot be called by its name, in which is \(list): \(cause)")
        }
    }

    private mutating func report(_ code: VocabularyProblem.Code, _ subject: String, _ reason: String) {
        let problem = VocabularyProblem(code, subject: subject, reason)
        if reported.insert(problem).inserted { problems.append(problem) }
    }
}
