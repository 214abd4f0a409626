/// The reason that a pattern cannot be used.
public struct PhraseError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The causes that callers distinguish.
    public enum Code: String, Sendable, CaseIterable {
        /// The pattern has neither a word nor a parameter.
        case empty
        /// The pattern has more than ``PhraseTemplate/maximumLength`` characters.
        case tooLong = "too-long"
        /// An `@` without a name after it, or `{}`, or `<>`.
        case missingName = "missing-name"
        /// A `:` without the name of a type after it.
        case badType = "bad-type"
        /// Two parameters have the same name.
        case duplicateName = "duplicate-name"
        /// An opening bracket without a closing one, or the other way round.
        case unbalanced
        /// Both `|` and `;` in one group, or too many parts with `;`.
        case badGroup = "bad-group"
        /// A range without numbers, such as `{5..1}`.
        case badRange = "bad-range"
        /// Groups are nested deeper than ``PhraseTemplate/maximumDepth``.
        case tooDeep = "too-deep"
        /// A rule has no definition.
        case unknownRule = "unknown-rule"
        /// A rule uses itself, directly or through other rules.
        case recursion
        /// The pattern has more sentences than can be represented.
        case tooLarge = "too-large"
    }

    /// The cause, for programs; ``reason`` is for people.
    public let code: Code
    /// The place of the error in characters, from 1.
    public let column: Int
    /// A sentence that says what happened and what to do.
    public let reason: String

    /// Creates an error at a place in the pattern.
    public init(_ code: Code, column: Int, _ reason: String) {
        (self.code, self.column, self.reason) = (code, column, reason)
    }

    /// `column n: reason`
    public var description: String { "column \(column): \(reason)" }
}
