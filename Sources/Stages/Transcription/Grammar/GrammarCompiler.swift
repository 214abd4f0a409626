import SaybusMessages
import SaybusPhrases

/// A compiler of the patterns of all apps into one grammar.
struct GrammarCompiler {
    private var network: GrammarNetwork
    private var problems: [VocabularyProblem] = []
    private var reported: Set<VocabularyProblem> = []
    /// The apps whose names contain words that cannot be recognized, with these words.
    private var unnamedApps: [(app: String, words: Set<String>)] = []

    /// Compiles the grammar of a vocabulary.
    ///
    /// - Parameters:
    ///   - words: Words that cannot be recognized; every sentence that needs one of them is left out.
    ///   - cause: The reason why such a word cannot be recognized, for the problem reports.
    ///   - cure: The advice that follows the reason in the problem reports.
    static func compile(
        _ vocabulary: Vocabulary, without words: Set<String> = [], cause: String = "", cure: String = ""
    ) -> Grammar {
        var compiler = GrammarCompiler(excludedWords: words)
        compiler.add(vocabulary)
        for word in compiler.network.takeMissedWords().sorted() {
            compiler.report(.pronunciation, word, "\(cause), so sentences with it are left out: \(cure)")
        }
        for (app, words) in compiler.unnamedApps {
            let list = words.sorted().map { "\"\($0)\"" }.joined(separator: ", ")
            compiler.report(.name, app, "it cannot be called by its name, in which is \(list): \(cause)")
        }
        guard let automaton = compiler.network.words.automaton() else {
            compiler.report(
                .tooLarge, "the vocabulary",
                "the grammar needs more than \(WordNetwork.capacity) transitions: shorten the lists of values")
            return Grammar(automaton: WordAutomaton(words: [], arcs: [[]], finals: []), problems: compiler.problems)
        }
        return Grammar(automaton: automaton, problems: compiler.problems)
    }

    private init(excludedWords: Set<String>) { network = GrammarNetwork(excludedWords: excludedWords) }

    private mutating func add(_ vocabulary: Vocabulary) {
        for catalog in vocabulary.catalogs {
            guard catalog.language.lowercased().split(separator: "-").first == "en" else {
                report(.language, catalog.app, "its language is \(catalog.language), and the model speaks English only")
                continue
            }
            network.types = Self.types(of: [catalog])
            let rules = self.rules(catalog.rules)
            // A command can be said alone, or after the app's name ("ask kitchen …").
            let start = network.words.addState()
            network.words.addEmpty(network.words.start, start)
            addAddress(of: catalog.app, to: start)
            for command in catalog.commands {
                network.declared = Dictionary(
                    (command.slots ?? []).map { ($0.name, $0.type) }, uniquingKeysWith: { first, _ in first })
                var compiler = PhraseCompiler(rules: rules)
                for pattern in command.patterns { add(pattern, from: start, &compiler) }
                for group in command.groups ?? [] {
                    var compiler = PhraseCompiler(rules: rules.merging(self.rules(group.rules)) { _, own in own })
                    for pattern in group.patterns { add(pattern, from: start, &compiler) }
                }
            }
        }
        (network.types, network.declared) = (Self.types(of: vocabulary.catalogs), [:])
        var compiler = PhraseCompiler()
        for phrase in vocabulary.phrases { add(phrase, from: network.words.start, &compiler) }
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

    private static func types(of catalogs: [Catalog]) -> [String: Catalog.SlotType] {
        Dictionary(
            catalogs.flatMap { $0.slotTypes ?? [] }.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    }

    private mutating func report(_ code: VocabularyProblem.Code, _ subject: String, _ reason: String) {
        let problem = VocabularyProblem(code, subject: subject, reason)
        if reported.insert(problem).inserted { problems.append(problem) }
    }

    /// Adds the forms of address of an app ("ask kitchen to …") in front of its patterns. If the name contains
    /// a word that cannot be recognized, no address is added and the app is recorded as unnamed.
    private mutating func addAddress(of app: String, to start: Int) {
        let missed = network.takeMissedWords()
        defer {
            let words = network.takeMissedWords()
            if !words.isEmpty { unnamedApps.append((app, words)) }
            network.addMissedWords(missed)
        }
        var compiler = PhraseCompiler()
        guard let pattern = AppAddress.pattern(of: app), let template = try? PhraseTemplate(pattern),
            let end = try? compiler.lay(template.expression, from: network.words.start, into: &network)
        else { return }
        network.words.addEmpty(end, start)
    }

    private mutating func add(_ pattern: String, from start: Int, _ compiler: inout PhraseCompiler) {
        guard !network.words.isFull else {
            report(.tooLarge, pattern, "left out, the grammar is full: shorten the lists of values")
            return
        }
        do {
            let expression = try PhraseTemplate(pattern).expression
            if let end = try compiler.lay(expression, from: start, into: &network) { network.words.markFinal(end) }
        } catch {
            report(.pattern, pattern, "the pattern cannot be read: \(error)")
        }
        for problem in network.takeProblems() { report(problem.code, problem.subject, problem.reason) }
    }
}
