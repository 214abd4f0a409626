import SaybusMessages
import SaybusPatternMatching
import SaybusPhrases
import SaybusSupport

/// Matches by patterns: `i choose you @name`, `ask @friend for @count:Number cookies`.
///
/// `@name` stands for words, `@name:Number` for a number in words or digits. A pattern fits when it covers the whole utterance;
/// punctuation, capitals and the kind of apostrophe mean nothing. Patterns travel in the catalog to the recognizers, which hear and match
/// them; ``attemptMatch(_:)`` does the same here.
public struct PatternCommandMatcher: TextCommandMatcher, Sendable {
    /// The patterns as written.
    public let patternTemplates: [String]
    /// The patterns that cannot be used, each with the reason; they match nothing.
    public let problems: [String]
    private let matcher: PatternMatcher

    /// A matcher of several patterns; the one that fits best counts.
    /// - Parameter slotTypes: the types that they name, besides text and numbers.
    public init(patterns: [String], slotTypes: [Catalog.SlotType] = []) {
        patternTemplates = patterns
        // Each pattern is a command of its own here, so that the best of all is found in one go.
        matcher = PatternMatcher([
            Catalog(
                app: "", commands: patterns.enumerated().map { .init(type: "\($0)", patterns: [$1]) },
                slotTypes: slotTypes.isEmpty ? nil : slotTypes)
        ])
        problems = matcher.problems.map { "\"\(LogLine.clean($0.pattern, limit: 80))\": \($0.sentence)" }
    }

    /// A matcher of one pattern.
    public init(pattern: String) { self.init(patterns: [pattern]) }

    /// The confidence of the best pattern, 0.5…1, with what its parameters stand for; nil when none fits.
    public func attemptMatch(_ text: String) -> CommandSuggestion? {
        guard let best = matcher.match(text).first else { return nil }
        return CommandSuggestion(confidence: best.confidence, parameters: best.parameters.mapValues(\.value))
    }
}
