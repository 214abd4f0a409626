import SaybusMessages
import SaybusPhrases

/// A compiler of the patterns of all catalogs into one network.
struct PatternCompiler {
    private(set) var network = PatternNetwork()
    private(set) var lists = ValueLists()
    private(set) var patterns: [CompiledPattern] = []
    private(set) var groups: [PatternConditions] = []
    private(set) var skipWords: Set<String> = []
    private(set) var problems: [PatternProblem] = []
    private let builtInLists: BuiltInLists
    private let orthography: Orthography
    private var app = ""

    init(language: Language) {
        builtInLists = language == .inUse ? .inUse : BuiltInLists(language)
        orthography = language == .inUse ? .inUse : language.orthography
    }

    /// Adds an app's patterns. The types of a catalog are valid in that catalog only. `String` and `Number` cannot be
    /// redefined.
    mutating func add(_ catalog: Catalog) {
        app = catalog.app
        network.beginApp()
        // If two types have the same name, the first one counts.
        var types: [String: Catalog.SlotType] = [:]
        for type in catalog.slotTypes ?? [] where types[type.name] == nil {
            types[type.name] = type
            add(type.extendingBuiltIn(builtInLists))
        }
        for name in catalog.builtInTypes.sorted() where types[name] == nil {
            guard let list = builtInLists[name] else { continue }
            add(Catalog.SlotType(name: name, values: list.values.map { .init($0) }, isOpen: true))
        }
        skipWords.formUnion((catalog.skipWords ?? []).map { Words.tokenize($0).map(\.key).joined(separator: " ") })
        let rules = self.rules(catalog.rules ?? [:], command: "")
        for command in catalog.commands {
            network.declared = Dictionary(
                (command.slots ?? []).map { ($0.name, $0.type) }, uniquingKeysWith: { first, _ in first })
            var compiler = PhraseCompiler(rules: rules, orthography: orthography)
            for text in command.patterns { add(text, command.type, group: nil, &compiler) }
            for group in command.groups ?? [] {
                groups.append(PatternConditions(group))
                let own = self.rules(group.rules ?? [:], command: command.type)
                var compiler = PhraseCompiler(
                    rules: rules.merging(own) { _, own in own }, orthography: orthography)
                for text in group.patterns { add(text, command.type, group: groups.count - 1, &compiler) }
            }
        }
    }

    // MARK: Patterns

    private mutating func report(_ code: PatternProblem.Code, _ command: String, _ pattern: String, _ sentence: String)
    {
        problems.append(PatternProblem(code, app: app, command: command, pattern: pattern, sentence: sentence))
    }

    private mutating func rules(_ texts: [String: String], command: String) -> [String: PhraseExpression] {
        var rules: [String: PhraseExpression] = [:]
        for (name, text) in texts.sorted(by: { $0.key < $1.key }) {
            do throws(PhraseError) {
                rules[name] = try PhraseTemplate(text).expression
            } catch {
                report(.syntax, command, text, "the rule <\(name)>: \(error)")
            }
        }
        return rules
    }

    private mutating func add(_ text: String, _ command: String, group: Int?, _ compiler: inout PhraseCompiler) {
        guard !network.isFull else {
            return report(
                .tooLarge, command, text,
                "left out: the patterns of this app, or of all apps together, have too many parts; shorten rules and "
                    + "lists")
        }
        do {
            let template = try PhraseTemplate(text)
            guard let end = try compiler.lay(template.expression, from: PatternNetwork.start, into: &network) else {
                return
            }
            network.end(patterns.count, at: end)
            patterns.append(CompiledPattern(command: CommandName(app: app, type: command), text: text, group: group))
        } catch let error as SlotProblem {
            report(error.code, command, text, error.sentence)
        } catch let error as PhraseError {
            report(PatternProblem.Code(error.code), command, text, error.description)
        } catch {
            report(.syntax, command, text, "\(error)")
        }
    }

    // MARK: Types

    private mutating func add(_ type: Catalog.SlotType) {
        let range = type.range.flatMap {
            NumberRange(
                $0.from, $0.to, step: $0.step ?? 1, fractions: $0.fractions.flatMap { .init(rawValue: $0.rawValue) },
                multiplier: $0.multiplier ?? 1)
        }
        if type.range != nil, range == nil {
            report(
                .badValue, "", type.name, "the range of the type \(type.name) has no number: from must not exceed to")
        }
        var definition = SlotDeclarations.Definition(kind: .open, isPreferred: type.isPreferred ?? false)
        switch type.base {
        case "integer": definition.kind = .integer(range)
        case "digits": definition.kind = .digits(type.count)
        case "entity": definition.maximumWords = type.count
        case let base? where SlotKind(builtIn: base) != nil && base != "selset":
            definition.kind = SlotKind(builtIn: base) ?? .open
        default:
            if range != nil || type.range != nil {
                definition.kind = .number(range)
            } else {
                definition.isOpen =
                    type.isOpen ?? (type.base == "selset" || SlotKind.isAlexaList(type.base ?? type.name))
                definition.isEmpty = !addList(type, &definition)
            }
        }
        network.declarations.definitions[type.name] = definition
    }

    /// Adds the values of a list.
    /// - Returns: False when none of the values can be said.
    private mutating func addList(_ type: Catalog.SlotType, _ definition: inout SlotDeclarations.Definition) -> Bool {
        let list = lists.addList()
        definition.kind = .list(list)
        var isSaid = false
        for value in type.values {
            let entry = ValueLists.Value(
                value: value.number.map { .number($0) } ?? .text(value.value), id: value.id, context: value.context)
            let index = lists.add(entry, to: list)
            if let spoken = value.spoken {
                for (words, mapped) in spoken.flatMap({ texts($0, type.name) }) {
                    var target = index
                    if let mapped {
                        var other = entry
                        other.value = .text(mapped)
                        target = lists.add(other, to: list)
                    }
                    isSaid = add(words, isOwn: true, target, list) || isSaid
                }
            } else {
                isSaid = add(value.value, isOwn: true, index, list) || isSaid
            }
            for synonym in value.synonyms ?? [] { isSaid = add(synonym, isOwn: false, index, list) || isSaid }
        }
        return isSaid
    }

    private mutating func add(_ words: String, isOwn: Bool, _ value: Int, _ list: Int) -> Bool {
        lists.add(words: words, isOwn: isOwn, for: value, of: list, &network.words)
    }

    /// Returns the ways to say a value.
    private mutating func texts(_ pattern: String, _ type: String) -> [(text: String, value: String?)] {
        do throws(PhraseError) {
            if let texts = try PhraseTemplate(pattern).expression.texts(limit: 1000) { return texts }
            report(
                .badValue, "", pattern,
                "a value of the type \(type) has parameters, rules, or more than 1000 ways to say it: list its words")
        } catch {
            report(.badValue, "", pattern, "a value of the type \(type): \(error)")
        }
        return []
    }
}

extension Catalog.SlotType {
    /// Returns the type with the values of the built-in list of that name, or of the base's, after its own.
    fileprivate func extendingBuiltIn(_ lists: BuiltInLists) -> Catalog.SlotType {
        guard let list = lists[name] ?? base.flatMap({ lists[$0] }) else { return self }
        var type = self
        let own = Set(values.map { $0.value.lowercased() })
        type.values += list.values.filter { !own.contains($0.text) }.map { .init($0) }
        return type
    }
}

extension Catalog.SlotType.Value {
    fileprivate init(_ value: BuiltInLists.Value) {
        let others = value.synonyms + value.abbreviations
        self.init(value: value.text, synonyms: others.isEmpty ? nil : others)
    }
}
