import Messages
import Phrases

/// Makes one tree of the patterns of all catalogs.
struct PatternCompiler {
    private(set) var tree = PatternTree()
    private(set) var words = WordTable()
    private(set) var slots: [SlotValues] = []
    private(set) var patterns: [CompiledPattern] = []
    private(set) var problems: [PatternProblem] = []

    /// Adds an app's patterns; the catalog's types are its own. `String` and `Number` cannot be defined anew.
    mutating func add(_ catalog: Catalog) {
        var types: [String: Int] = [:]
        for slotType in catalog.slotTypes ?? [] where types[slotType.name] == nil {
            types[slotType.name] = slots.count
            slots.append(SlotValues(slotType, words: &words))
        }
        for command in catalog.commands {
            for text in command.patterns {
                let name = CommandName(app: catalog.app, type: command.type)
                do throws(PatternProblem) {
                    try add(text, name, types)
                } catch {
                    problems.append(error)
                }
            }
        }
    }

    private mutating func add(_ text: String, _ command: CommandName, _ types: [String: Int]) throws(PatternProblem) {
        func problem(_ code: PatternProblem.Code, _ sentence: String) -> PatternProblem {
            PatternProblem(code, app: command.app, command: command.type, pattern: text, sentence: sentence)
        }
        let template: PhraseTemplate
        do throws(PhraseError) {
            template = try PhraseTemplate(text)
        } catch {
            throw problem(.syntax, error.description)
        }
        var steps: [PatternTree.Step] = []
        for element in template.elements {
            switch element {
            case .word(let word):
                steps.append(.word(words.insert(Words.key(of: word))))
            case .parameter(_, PhraseTemplate.textType):
                steps.append(.text)
            case .parameter(_, PhraseTemplate.numberType):
                steps.append(.number)
            case .parameter(let name, let type):
                guard let slot = types[type] else {
                    throw problem(
                        .unknownType,
                        "the type \(type) of @\(name) is unknown: use String or Number, or list its values in the catalog"
                    )
                }
                guard !slots[slot].isEmpty else {
                    throw problem(
                        .emptyType, "the type \(type) of @\(name) has no values: list at least one in the catalog")
                }
                steps.append(.slot(slot))
            }
        }
        tree.insert(steps, pattern: patterns.count)
        patterns.append(CompiledPattern(command: command, text: text, parameters: template.parameters))
    }
}
