/// Why a pattern cannot be used.
public struct PhraseError: Error, Sendable, Equatable, CustomStringConvertible {
    /// What is wrong.
    public enum Code: String, Sendable, CaseIterable {
        /// No word and no parameter.
        case empty
        /// More than ``PhraseTemplate/maximumLength`` characters.
        case tooLong = "too-long"
        /// An `@` without a name after it, or `{}`, or `<>`.
        case missingName = "missing-name"
        /// A `:` without a type's name after it.
        case badType = "bad-type"
        /// Two parameters of one name.
        case duplicateName = "duplicate-name"
        /// A bracket that is opened or closed only.
        case unbalanced
        /// `|` and `;` in one group, or too many parts with `;`.
        case badGroup = "bad-group"
        /// `{5..1}`: a range without numbers.
        case badRange = "bad-range"
        /// Groups in groups in groups, more than ``PhraseTemplate/maximumDepth``.
        case tooDeep = "too-deep"
        /// A rule that nothing defines.
        case unknownRule = "unknown-rule"
        /// A rule that uses itself, directly or by others.
        case recursion
        /// More ways to say it than can be kept.
        case tooLarge = "too-large"
    }

    /// What is wrong.
    public let code: Code
    /// Where, in characters; the first is 1.
    public let column: Int
    /// What happened and what to do.
    public let reason: String

    /// An error with a sentence.
    public init(_ code: Code, column: Int, _ reason: String) {
        (self.code, self.column, self.reason) = (code, column, reason)
    }

    /// `column n: reason`
    public var description: String { "column \(column): \(reason)" }
}
