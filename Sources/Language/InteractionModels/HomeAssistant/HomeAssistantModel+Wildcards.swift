import Foundation
import SaybusMessages
import SaybusPhrases

extension HomeAssistantModel {
    /// The most words of a wildcard in a sentence whose other words are function words only.
    static let maximumWildcardWords = 3

    /// Limits the length of wildcards in sentences that would otherwise match nearly everything. The wildcard in
    /// `who is {zone}` stands for the name of a place, which is short; the one in `broadcast {message}` stands for any
    /// text, and stays unlimited.
    mutating func limitWildcards(_ language: Language = .inUse) {
        let wildcards = Set(lists.filter { $0.base == "entity" }.map(\.name))
        let expansions = rules
        var limited: Set<String> = []
        for command in commands.indices {
            commands[command].groups = commands[command].groups?.map { group in
                var group = group
                let rules = expansions.merging(group.rules ?? [:]) { _, own in own }
                group.patterns = group.patterns.map { pattern in
                    guard let expression = try? PhraseTemplate(pattern).expression,
                        let name = expression.slots.map(\.typeName).first(where: wildcards.contains),
                        Self.words(expression, rules).isSubset(of: language.functionWords)
                    else { return pattern }
                    limited.insert(name)
                    return pattern.replacingOccurrences(of: "{\(name):", with: "{\(Self.limitedName(name)):")
                        .replacingOccurrences(of: "{\(name)}", with: "{\(Self.limitedName(name)):\(name)}")
                }
                return group
            }
        }
        lists += limited.sorted().map {
            Catalog.SlotType(name: Self.limitedName($0), values: [], base: "entity", count: Self.maximumWildcardWords)
        }
    }

    private static func limitedName(_ name: String) -> String { name + ".short" }

    /// Returns the literal words of an expression and of the rules that it uses.
    private static func words(_ expression: PhraseExpression, _ rules: [String: String]) -> Set<String> {
        var words: Set<String> = []
        var used: Set<String> = []
        var open = [expression]
        while let next = open.popLast() {
            next.visit { part in
                if case .text(let text) = part { words.formUnion(Words.tokenize(text).map(\.key)) }
                guard case .rule(let name) = part, used.insert(name).inserted, let text = rules[name],
                    let rule = try? PhraseTemplate(text).expression
                else { return }
                open.append(rule)
            }
        }
        return words
    }
}
