import Messages
import Phrases

/// Matches utterances with the patterns of all apps.
///
/// A pattern fits when it covers the whole utterance. The `'s` of `@name's` is no part of the value.
///
/// The confidence of a fit, with shares of the utterance's words:
/// - literal words only: 1
/// - numbers and slot values besides: 0.8 + 0.15 × share of literal words
/// - open parameters besides: 0.5 + 0.3 × (share of literal words + 0.8 × share of words in numbers and slot values),
///   less 0.01 for each open parameter
///
/// When nothing fits, words of politeness and hesitation before and after the command are skipped, as few as will do.
/// Each of them costs 0.02, as does a `please` that ends an open parameter and is cut off. No fit is below 0.5.
public struct PatternMatcher: Sendable {
    /// The most hypotheses for an utterance.
    public static let maximumHypotheses = 10
    /// Of how many ends in the tree the words are looked at, those with most literal words first.
    static let maximumEnds = 64
    /// How large the tables for all ends of an utterance may be, in steps times words; the first is always made.
    static let maximumCells = 2_000_000

    /// The patterns that cannot be used, in catalog order.
    public let problems: [PatternProblem]
    /// How many patterns are used.
    public var patternCount: Int { patterns.count }
    /// The revision of the catalogs together; nil when there are none.
    public let revision: String?

    private let tree: PatternTree
    private let words: WordTable
    private let slots: [SlotValues]
    private let patterns: [CompiledPattern]
    private let numbers: NumberParser

    /// A matcher of the patterns of several apps; their order decides ties.
    public init(_ catalogs: [Catalog], numbers: NumberParser = NumberParser()) {
        var compiler = PatternCompiler()
        for catalog in catalogs { compiler.add(catalog) }
        tree = compiler.tree
        words = compiler.words
        slots = compiler.slots
        patterns = compiler.patterns
        problems = compiler.problems
        revision = Catalog.mergedRevision(of: catalogs)
        self.numbers = numbers
    }

    /// The readings of a text, best first: for each command the pattern that fits best. A text of more than
    /// ``Words/maximumCount`` words has none.
    public func match(_ text: String) -> [SpeechIntent.Hypothesis] {
        let tokens = Words.tokenize(text, limit: Words.maximumCount + 1)
        guard 1...Words.maximumCount ~= tokens.count, !patterns.isEmpty else { return [] }
        var utterance = Utterance(tokens: tokens, words: words, numbers: numbers, slots: slots)
        var fits = fits(&utterance, 0..<utterance.words.count)
        if fits.isEmpty {
            for core in Fillers.cores(utterance.tokens.map(\.key)) {
                fits = self.fits(&utterance, core)
                if !fits.isEmpty { break }
            }
        }
        guard !fits.isEmpty else { return [] }
        fits.sort { ($1.confidence, $0.pattern) < ($0.confidence, $1.pattern) }
        let source = SpokenText(text)
        var seen: Set<CommandName> = []
        var hypotheses: [SpeechIntent.Hypothesis] = []
        for fit in fits where hypotheses.count < Self.maximumHypotheses {
            let pattern = patterns[fit.pattern]
            guard seen.insert(pattern.command).inserted else { continue }
            hypotheses.append(
                SpeechIntent.Hypothesis(
                    app: pattern.command.app, type: pattern.command.type, confidence: fit.confidence,
                    parameters: parameters(of: fit, &utterance, source), matcher: pattern.text))
        }
        return hypotheses
    }

    private func fits(_ utterance: inout Utterance, _ range: Range<Int>) -> [PatternFit] {
        var ends = PatternSearch.ends(tree, &utterance, range).map { ($0, tree.steps(to: $0)) }
        if ends.count > Self.maximumEnds {
            func rank(_ end: (Int, [PatternTree.Step])) -> (Int, Int, Int) {
                (-end.1.count { if case .word = $0 { true } else { false } }, end.1.count { $0 == .text }, end.0)
            }
            ends.sort { rank($0) < rank($1) }
            ends.removeSubrange(Self.maximumEnds...)
        }
        var fits: [PatternFit] = []
        var cells = 0
        for (end, steps) in ends where cells <= Self.maximumCells {
            cells += steps.count * range.count
            guard let alignment = Alignment(steps, &utterance, range) else { continue }
            var fit = PatternFit(steps: steps, ranges: alignment.ranges, skipped: utterance.words.count - range.count)
            fit.cutFillers(utterance.tokens)
            for pattern in tree.nodes[end].patterns {
                fit.pattern = pattern
                fits.append(fit)
            }
        }
        return fits
    }

    private func parameters(
        of fit: PatternFit, _ utterance: inout Utterance, _ source: SpokenText
    ) -> [String: Parameter] {
        var parameters: [String: Parameter] = [:]
        var declared = patterns[fit.pattern].parameters[...]
        for (step, range) in zip(fit.steps, fit.ranges) {
            if case .word = step { continue }
            guard let (name, type) = declared.popFirst(), let first = utterance.tokens[range].first,
                let last = utterance.tokens[range].last
            else { break }
            let span = first.range.lowerBound..<last.range.upperBound
            let words = source[span]
            var value = Parameter.Value.text(words)
            if step == .number,
                let number = utterance.numbers(at: range.lowerBound).first(where: { $0.count == range.count })
            {
                value = .number(number.value)
            } else if case .slot(let slot) = step,
                let match = utterance.values(of: slot, at: range.lowerBound).first(where: { $0.count == range.count })
            {
                value = .text(slots[slot].value(match.value))
            }
            parameters[name] = Parameter(
                value: value, words: words, type: type,
                span: Parameter.Span(start: span.lowerBound, end: span.upperBound))
        }
        return parameters
    }
}
