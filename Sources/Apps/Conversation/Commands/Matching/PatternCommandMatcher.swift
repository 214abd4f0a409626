import SaybusMessages
import SaybusPatternMatching
import SaybusSupport

/// A matcher of patterns, such as `i choose you @name` or `ask @friend for @count:Number cookies`.
///
/// `@name` stands for words, `@name:Number` for a number in words or digits. A pattern must match the whole
/// utterance. Punctuation, case and the kind of apostrophe do not matter. The catalog carries the patterns to
/// the recognizers, which listen for and match them; ``attemptMatch(_:)`` matches in the same way.
public struct PatternCommandMatcher: TextCommandMatcher, Sendable {
    /// The patterns as written, including the invalid ones.
    public let patternTemplates: [String]
    /// The types that the patterns use, in addition to text and numbers.
    public let slotTypes: [Catalog.SlotType]
    /// The invalid patterns with their reasons. Invalid patterns match nothing.
    public let problems: [String]
    let matcher: PatternMatcher

    /// Creates a matcher of several patterns, of which the best match counts.
    /// - Parameters:
    ///   - patterns: The patterns.
    ///   - slotTypes: The types that the patterns use, in addition to text and numbers. In one conversation, a name
    ///     stands for one type.
    public init(patterns: [String], slotTypes: [Catalog.SlotType] = []) {
        (patternTemplates, self.slotTypes) = (patterns, slotTypes)
        // Each pattern is a separate command, so that one search finds the best of all.
        matcher = PatternMatcher([
            Catalog(
                app: "", commands: patterns.enumerated().map { .init(type: "\($0)", patterns: [$1]) },
                slotTypes: slotTypes.isEmpty ? nil : slotTypes)
        ])
        problems = matcher.problems.map { "\"\(LogLine.clean($0.pattern, limit: 80))\": \($0.sentence)" }
    }

    /// Creates a matcher of one pattern.
    public init(pattern: String) { self.init(patterns: [pattern]) }

    /// Returns the confidence of the best pattern, 0.5…1, with its parameters; nil without a match.
    public func attemptMatch(_ text: String) -> CommandSuggestion? {
        guard let best = matcher.match(text).first else { return nil }
        return CommandSuggestion(confidence: best.confidence, parameters: best.parameters.mapValues(\.value))
    }
}
