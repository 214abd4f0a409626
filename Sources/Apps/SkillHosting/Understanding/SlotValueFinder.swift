import SaybusMessages
import SaybusPatternMatching
import SaybusPhrases

/// A finder of the values of slot types within a sentence: listed values, numbers, dates and times.
///
/// Words of an open list that are no value of it are not found.
struct SlotValueFinder: Sendable {
    /// A value, and the positions of its words.
    struct Value: Sendable, Equatable {
        var range: Range<Int>
        var parameter: Parameter
    }

    /// The most words of a sentence in which values are searched for.
    static let maximumWords = 16
    /// The most words of a listed value. Numbers, dates and times may fill the sentence.
    private static let maximumListedWords = 6
    private static let slot = "value"

    private var matchers: [String: PatternMatcher]
    private let partial = PartialValues()
    private let impossibleDays = ImpossibleDays()

    /// Creates a finder for types, among them built-in ones.
    /// - Parameters:
    ///   - names: The types of the slots.
    ///   - types: The types that the model defines.
    init(of names: Set<String>, types: [Catalog.SlotType]) {
        var matchers: [String: PatternMatcher] = [:]
        for name in names where !Self.takesAnything(name) {
            let command = Catalog.Command(
                type: Self.slot, patterns: ["{\(Self.slot)}"], slots: [Catalog.Slot(name: Self.slot, type: name)])
            matchers[name] = PatternMatcher([
                Catalog(app: "", commands: [command], slotTypes: types.filter { $0.name == name })
            ])
        }
        self.matchers = matchers
    }

    /// Returns a finder that knows other values of some types. Types of no slot are left out.
    /// - Parameter types: The types, each with all its values.
    func replacing(_ types: [Catalog.SlotType]) -> SlotValueFinder {
        let names = Set(types.map(\.name)).intersection(matchers.keys)
        var finder = self
        finder.matchers.merge(SlotValueFinder(of: names, types: types).matchers) { $1 }
        return finder
    }

    /// Returns whether a type has no values of its own, so that any words are one.
    static func takesAnything(_ type: String) -> Bool { ["AMAZON.SearchQuery", "AMAZON.LITERAL"].contains(type) }

    /// Returns the values of a type, in the order of the sentence, which do not overlap: the longest ones. A number,
    /// date or time that is only a part of something longer is left out: see ``PartialValues``.
    func values(of type: String, in words: [String]) -> [Value] { search(for: type, in: words).values }

    /// Returns the values of a type, and the positions of words that would be one if they were not a part of an
    /// impossible day or of a range: "november thirty first", "five or ten minutes".
    func search(for type: String, in words: [String]) -> (values: [Value], refused: Set<Int>) {
        guard let matcher = matchers[type], words.count <= Self.maximumWords else { return ([], []) }
        let isBuiltIn = SkillModel.normalizesValues(type)
        let longest = isBuiltIn ? words.count : min(words.count, Self.maximumListedWords)
        let tokens = Words.tokenize(words.joined(separator: " "))
        guard tokens.count == words.count else { return ([], []) }
        var values: [Value] = []
        for count in stride(from: longest, to: 0, by: -1) {
            for start in 0...(words.count - count) {
                let range = start..<start + count
                guard !values.contains(where: { $0.range.overlaps(range) }) else { continue }
                let text = words[range].joined(separator: " ")
                // A match without the fillers around it is found as a shorter part.
                guard let parameter = matcher.match(text).first?.parameters[Self.slot],
                    Words.normalize(parameter.words).count == count,
                    !isBuiltIn || !partial.isPart(range, of: tokens, type)
                else { continue }
                values.append(Value(range: range, parameter: parameter))
            }
        }
        values.sort { $0.range.lowerBound < $1.range.lowerBound }
        let single = partial.removingRanges(values, of: tokens, type)
        let whole = impossibleDays.removed(from: single, of: tokens, type)
        return (whole, Set(values.filter { !whole.contains($0) }.flatMap(\.range)))
    }

    /// Returns the values that a sentence does not reject, and the positions of the words of the others with
    /// what rejects them: "without olives", "not a large one".
    func meant(
        _ all: [Value], in words: [String], language: Language = .inUse
    ) -> (values: [Value], rejected: Set<Int>) {
        let answer = AnswerText(words.joined(separator: " "), in: language)
        guard !all.isEmpty, answer.tokens.count == words.count else { return (all, []) }
        let vocabulary = language.questionWords
        let joining = vocabulary.joiningWords.union(vocabulary.determiners)
        var meant: [Value] = []
        var rejected: Set<Int> = []
        var last: Int?
        for value in all {
            var start = answer.rejection(of: value.range.lowerBound, across: WordFamily.wishes)
            // "Without olives and mushrooms" rejects both.
            if start == nil, let last {
                let between = answer.tokens[last..<value.range.lowerBound].map(\.key)
                let isJoined = between.contains(where: vocabulary.joiningWords.contains)
                if isJoined, between.allSatisfy(joining.contains) { start = last }
            }
            if let start {
                rejected.formUnion(start..<value.range.upperBound)
                last = value.range.upperBound
            } else {
                meant.append(value)
                last = nil
            }
        }
        return (meant, rejected)
    }

    /// Returns the values that a sentence gives as an answer: after a correction ("no, blue") those after it, and none
    /// that it rejects.
    func answers(_ type: String, in words: [String], language: Language = .inUse) -> [Value] {
        let vocabulary = language.questionWords
        let keys = words.map(Words.key(of:))
        let found = meant(values(of: type, in: words), in: words, language: language).values
        let corrections = vocabulary.corrections.map { Words.tokenize($0).map(\.key) }
        let corrected = found.indices.last { index in
            guard index > 0 else { return false }
            let between = keys[found[index - 1].range.upperBound..<found[index].range.lowerBound]
            return corrections.contains { phrase in
                between.indices.contains { between[$0...].starts(with: phrase) }
            }
        }
        return corrected.map { Array(found[$0...]) } ?? found
    }
}
