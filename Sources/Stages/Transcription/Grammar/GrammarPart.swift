import SaybusMessages
import SaybusPhrases

/// A part of a grammar: the sentences of one app, or the answers to open questions.
///
/// Each part is compiled by itself, so that no app's patterns can take the place of another's.
struct GrammarPart {
    /// The patterns of a part.
    enum Content {
        /// An app's commands, which can be said alone or after the app's name ("ask kitchen …").
        case app(Catalog)
        /// Answers to questions, whose slots may have a type of any app.
        case answers([String], types: [String: Catalog.SlotType])
    }

    let content: Content
    /// The sentences of the patterns that are kept.
    private(set) var automaton = WordAutomaton(words: [], arcs: [[]], finals: [])
    /// The number of patterns that are kept: the first ones.
    private(set) var keptCount = 0
    /// The parts of the patterns that are left out.
    private(set) var problems: [VocabularyProblem] = []
    /// The excluded words that the patterns need.
    private(set) var missedWords: Set<String> = []
    /// The excluded words in the app's name; the app cannot be called by it then.
    private(set) var missedNameWords: Set<String> = []
    private let excludedWords: Set<String>

    /// Compiles as many patterns as fit in a number of transitions, the first ones first.
    init(_ content: Content, excludedWords: Set<String>, limit: Int) {
        (self.content, self.excludedWords) = (content, excludedWords)
        shrink(to: limit)
    }

    /// The app's name; nil for answers.
    var app: String? { if case .app(let catalog) = content { catalog.app } else { nil } }

    /// The number of patterns, kept or not.
    var patternCount: Int {
        switch content {
        case .app(let catalog):
            catalog.commands.reduce(0) { sum, command in
                sum + command.patterns.count + (command.phrases?.count ?? 0)
                    + (command.groups ?? []).reduce(0) { $0 + $1.patterns.count }
            }
        case .answers(let patterns, _): patterns.count
        }
    }

    /// Compiles the part again, with at most `limit` transitions.
    mutating func shrink(to limit: Int) {
        var (fitting, excess) = (0, patternCount)
        if take(excess, limit) { return }
        // Without patterns nothing can be said; the app's name alone is no sentence.
        (automaton, keptCount) = (WordAutomaton(words: [], arcs: [[]], finals: []), 0)
        while excess - fitting > 1 {
            let middle = (fitting + excess) / 2
            if take(middle, limit) { fitting = middle } else { excess = middle }
        }
    }

    /// Takes the first patterns, if they fit.
    private mutating func take(_ count: Int, _ limit: Int) -> Bool {
        var network = PartNetwork(content, count, excludedWords)
        guard let automaton = network.words.automaton(limit: limit) else { return false }
        (self.automaton, keptCount) = (automaton, count)
        (problems, missedNameWords) = (network.problems, network.missedNameWords)
        missedWords = network.takeMissedWords()
        return true
    }
}

/// The network of a part's first patterns.
private struct PartNetwork {
    private(set) var problems: [VocabularyProblem] = []
    private(set) var missedNameWords: Set<String> = []
    private var network: GrammarNetwork
    /// The number of patterns that are still to be added.
    private var left: Int

    var words: WordNetwork { network.words }

    init(_ content: GrammarPart.Content, _ count: Int, _ excludedWords: Set<String>) {
        (network, left) = (GrammarNetwork(excludedWords: excludedWords), count)
        switch content {
        case .app(let catalog): add(catalog)
        case .answers(let patterns, let types):
            network.types = types
            var compiler = PhraseCompiler()
            for pattern in patterns { add(pattern, from: network.words.start, &compiler) }
        }
    }

    mutating func takeMissedWords() -> Set<String> { network.takeMissedWords() }

    private mutating func add(_ catalog: Catalog) {
        network.types = Catalog.types(of: [catalog])
        let rules = self.rules(catalog.rules)
        let start = network.words.addState()
        network.words.addEmpty(network.words.start, start)
        addAddress(of: catalog, to: start)
        for command in catalog.commands {
            network.declared = Dictionary(
                (command.slots ?? []).map { ($0.name, $0.type) }, uniquingKeysWith: { first, _ in first })
            var compiler = PhraseCompiler(rules: rules)
            for pattern in command.patterns + (command.phrases ?? []) { add(pattern, from: start, &compiler) }
            for group in command.groups ?? [] {
                var compiler = PhraseCompiler(rules: rules.merging(self.rules(group.rules)) { _, own in own })
                for pattern in group.patterns { add(pattern, from: start, &compiler) }
            }
        }
    }

    private mutating func rules(_ texts: [String: String]?) -> [String: PhraseExpression] {
        var rules: [String: PhraseExpression] = [:]
        for (name, text) in (texts ?? [:]).sorted(by: { $0.key < $1.key }) {
            do throws(PhraseError) {
                rules[name] = try PhraseTemplate(text).expression
            } catch {
                report(.pattern, text, "the rule <\(name)> cannot be read: \(error)")
            }
        }
        return rules
    }

    /// Adds the forms of address of an app ("ask kitchen to …") in front of its patterns. If the name contains a word
    /// that cannot be recognized, no address is added.
    private mutating func addAddress(of catalog: Catalog, to start: Int) {
        defer { missedNameWords = network.takeMissedWords() }
        var compiler = PhraseCompiler()
        guard let pattern = AppAddress.pattern(of: catalog.app, language: catalog.language),
            let template = try? PhraseTemplate(pattern),
            let end = try? compiler.lay(template.expression, from: network.words.start, into: &network)
        else { return }
        network.words.addEmpty(end, start)
    }

    private mutating func add(_ pattern: String, from start: Int, _ compiler: inout PhraseCompiler) {
        guard left > 0 else { return }
        left -= 1
        guard !network.words.isFull else {
            return report(.tooLarge, pattern, "left out, the grammar is full: shorten the lists of values")
        }
        do {
            let expression = try PhraseTemplate(pattern).expression
            if let end = try compiler.lay(expression, from: start, into: &network) { network.words.markFinal(end) }
        } catch {
            report(.pattern, pattern, "the pattern cannot be read: \(error)")
        }
        problems += network.takeProblems()
    }

    private mutating func report(_ code: VocabularyProblem.Code, _ subject: String, _ reason: String) {
        problems.append(VocabularyProblem(code, subject: subject, reason))
    }
}

extension Catalog {
    /// Returns the slot types of catalogs by name; of several with a name the first counts.
    static func types(of catalogs: [Catalog]) -> [String: SlotType] {
        Dictionary(
            catalogs.flatMap { $0.slotTypes ?? [] }.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    }
}
