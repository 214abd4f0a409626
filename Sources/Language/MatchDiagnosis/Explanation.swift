import SaybusMessages
import SaybusPatternMatching
import SaybusPhrases

/// An alignment in words.
struct Explanation {
    let parts: [NearMiss.Part]
    private let problems: [String]
    private let pattern: CommandPattern
    /// The phrases that call a command off, at the end of open words.
    private static let dismissing = DismissingPhrases(.inUse)

    init(_ way: WordAlignment, _ tokens: [Token], _ pattern: CommandPattern, _ values: SlotValues) {
        func words(_ range: Range<Int>) -> String { tokens[range].map(\.text).joined(separator: " ") }
        func described(_ slot: PhraseSlot) -> String {
            let type = pattern.parameters[slot.name] ?? slot.typeName
            let examples = values.examples(of: slot, type: type)
            return examples.isEmpty ? type : "\(type), such as \(examples.joined(separator: ", "))"
        }
        var parts: [NearMiss.Part] = []
        var problems: [String] = []
        for step in way.steps {
            switch step {
            case .word(let index):
                parts.append(.init(kind: .matched, said: tokens[index].text, wanted: tokens[index].text))
            case .missing(let word):
                parts.append(.init(kind: .missing, said: nil, wanted: word))
                problems.append("\"\(word)\" is missing")
            case .extra(let index):
                parts.append(.init(kind: .extra, said: tokens[index].text, wanted: nil))
                problems.append("\"\(tokens[index].text)\" is not in the pattern")
            case .replaced(let index, let wanted):
                parts.append(.init(kind: .replaced, said: tokens[index].text, wanted: wanted))
                problems.append("\"\(tokens[index].text)\" stands where the pattern has \"\(wanted)\"")
            case .value(let slot, let range):
                parts.append(.init(kind: .value, said: words(range), wanted: "{\(slot.name)}"))
                let isOpen = values.isOpen(pattern.parameters[slot.name] ?? slot.typeName)
                if isOpen, range.upperBound == tokens.count, Self.dismissing.callOff(tokens[range].map(\.key)) {
                    problems.append("the words fit, but the end of \"\(words(range))\" calls the command off")
                }
            case .wrongValue(let slot, let range):
                parts.append(.init(kind: .wrongValue, said: words(range), wanted: "{\(slot.name)}"))
                problems.append("\"\(words(range))\" is no value of {\(slot.name)}: \(described(slot))")
            case .missingValue(let slot):
                parts.append(.init(kind: .missingValue, said: nil, wanted: "{\(slot.name)}"))
                problems.append("{\(slot.name)} has no value: \(described(slot))")
            }
        }
        (self.parts, self.problems, self.pattern) = (parts, problems, pattern)
    }

    /// Returns the reasons why the pattern did not match.
    /// - Parameter isAbsent: Whether the command cannot be said in the session now.
    func sentence(isAbsent: Bool, in session: Session) -> String {
        var reasons = problems
        if isAbsent {
            reasons.append("the command cannot be said in \(session) now: its topic or question is not open there")
        }
        if reasons.isEmpty { reasons += conditions }
        return reasons.isEmpty ? "the words fit, and another command took them" : reasons.joined(separator: "; ")
    }

    /// The conditions of the pattern's group, in words.
    private var conditions: [String] {
        (pattern.command.groups ?? []).filter { $0.patterns.contains(pattern.text) }.flatMap { group in
            func list(_ conditions: [String: Catalog.Condition]?, _ verb: String) -> [String] {
                (conditions ?? [:]).sorted { $0.key < $1.key }.map { name, condition in
                    "the words fit, but the pattern \(verb) the fact \(name)"
                        + (condition.values.map { " to be \($0.joined(separator: " or "))" } ?? "")
                }
            }
            let words = group.keywords.map {
                ["the words fit, but one of these must be said: \($0.joined(separator: ", "))"]
            }
            return list(group.requires, "requires") + list(group.excludes, "forbids") + (words ?? [])
        }
    }
}
