import SaybusMessages
import SaybusPatternMatching
import SaybusPhrases

/// A reader of the values that a model has found for slots. It takes what the patterns would take.
struct SlotValueReader: Sendable {
    /// The known values by type, for types that list values.
    private let lists: [String: SpokenValues]
    /// The matchers of the other types: numbers in a range, digits, dates, times, a number of words.
    private let matchers: [String: PatternMatcher]
    /// The types whose values are numbers other than ordinals.
    private let amounts: Set<String>
    /// The most words before and after a value that may belong to it, as "minus" and "pm" do.
    private static let widest = (before: 2, after: 3)

    /// Creates a reader of some types.
    /// - Parameters:
    ///   - types: The types of the slots.
    ///   - lists: The known values of types that list values.
    ///   - others: The types of the catalog that list none.
    init(types: Set<String>, lists: [String: SpokenValues], _ others: [Catalog.SlotType]) {
        self.lists = lists
        let read = types.subtracting([PhraseTemplate.textType, PhraseTemplate.numberType]).subtracting(lists.keys)
        matchers = Dictionary(uniqueKeysWithValues: read.map { ($0, Self.matcher(of: $0, others)) })
        amounts = types.filter { Self.isAmount($0, others) }
    }

    private static func isAmount(_ type: String, _ others: [Catalog.SlotType]) -> Bool {
        guard let own = others.first(where: { $0.name == type }) else {
            return [PhraseTemplate.numberType, "integer", "AMAZON.NUMBER"].contains(type)
        }
        return own.range != nil || own.base == "integer" || own.base == "AMAZON.NUMBER"
    }

    private static func matcher(of type: String, _ others: [Catalog.SlotType]) -> PatternMatcher {
        let command = Catalog.Command(
            type: "value", patterns: ["{value}"], slots: [Catalog.Slot(name: "value", type: type)])
        return PatternMatcher([Catalog(app: "", commands: [command], slotTypes: others.filter { $0.name == type })])
    }

    /// Returns the known values of a type; nil for a type that lists none.
    func list(of type: String?) -> SpokenValues? { type.flatMap { lists[$0] } }

    /// Returns the parameter for words, as a pattern would read them; nil when they are no value of the type.
    func parameter(_ words: String, _ type: String) -> Parameter? {
        switch type {
        case PhraseTemplate.textType: return Parameter(value: .text(words), words: words, type: type)
        case PhraseTemplate.numberType:
            let tokens = Words.tokenize(words)
            return NumberParser().prefixes(of: tokens[...]).first { $0.count == tokens.count }.map {
                Parameter(value: .number($0.value), words: words, type: type)
            }
        default: break
        }
        if let matcher = matchers[type] {
            return matcher.match(words).first?.parameters["value"].map {
                Parameter(value: $0.value, words: words, type: type, resolution: $0.resolution)
            }
        }
        guard let values = lists[type] else { return Parameter(value: .text(words), words: words, type: type) }
        if let entry = values.entry(words) {
            return Parameter(value: entry.value, words: words, type: type, resolution: entry.resolution)
        }
        guard values.isOpen else { return nil }
        return Parameter(value: .text(words), words: words, type: type, resolution: .init(.unmatched))
    }

    /// Returns the place of a whole number, date or time of which the model has found a part: the sign of "minus five",
    /// the hundred of "two hundred", and the "pm" of "seven pm" change what it means. Other values stay as they are.
    func wholeValue(
        at span: Range<Int>, _ type: String, _ text: String, _ tokens: [Token], besides others: [Range<Int>]
    ) -> Range<Int> {
        let matcher = matchers[type]
        guard matcher != nil || type == PhraseTemplate.numberType else { return span }
        let numbers = NumberParser()
        guard let first = tokens.firstIndex(where: { $0.range.overlaps(span) }),
            let last = tokens.lastIndex(where: { $0.range.overlaps(span) })
        else { return span }
        var best = tokens[first].range.lowerBound..<tokens[last].range.upperBound
        for start in max(0, first - Self.widest.before)...first {
            for end in last..<min(tokens.count, last + 1 + Self.widest.after) {
                let wider = tokens[start].range.lowerBound..<tokens[end].range.upperBound
                guard wider.count > best.count, !others.contains(where: wider.overlaps) else { continue }
                let words = String(text.dropFirst(wider.lowerBound).prefix(wider.count))
                // "A third" is a part of an amount, but the third of an order.
                let number = numbers.parseAll(tokens[start...end])
                let isNumber = number.map { amounts.contains(type) || $0.rounded() == $0 } == true
                if isNumber || isRead(words, by: matcher) { best = wider }
            }
        }
        return best
    }

    /// Returns whether a value is an amount that an article makes a part of one: "a third" is no 3, and "a hundredth"
    /// no 100. The article of a hundred is part of the value.
    func isFraction(at span: Range<Int>, _ type: String, _ tokens: [Token]) -> Bool {
        guard amounts.contains(type), let first = tokens.firstIndex(where: { $0.range.overlaps(span) }),
            let last = tokens.last(where: { $0.range.overlaps(span) }), NumberParser().isOrdinal(last.key)
        else { return false }
        let articles = Language.inUse.numbers.articles.union(Language.inUse.times.articles)
        return tokens[max(0, first - 1)...first].contains { articles.contains($0.key) }
    }

    /// Returns whether all words together are a value of a type, and not only any words that it takes.
    private func isRead(_ words: String, by matcher: PatternMatcher?) -> Bool {
        guard let read = matcher?.match(words).first?.parameters["value"], read.words.count == words.count else {
            return false
        }
        return read.resolution?.status == .matched || read.value != .text(words)
    }
}
