import SaybusMessages

/// A part of a vocabulary that cannot be recognized.
public struct VocabularyProblem: Error, Sendable, Hashable, CustomStringConvertible {
    /// The reasons why a part of a vocabulary is left out.
    public enum Code: String, Sendable, CaseIterable {
        /// A pattern that cannot be parsed.
        case pattern
        /// A pattern with a type that no catalog lists.
        case unknownType = "unknown-type"
        /// A type with no value that has words.
        case emptyType = "empty-type"
        /// A word without a known pronunciation.
        case pronunciation
        /// An app whose name cannot be recognized; its commands can be said without the name.
        case name
        /// A vocabulary that is larger than the recognizer can hold; the rest is left out.
        case tooLarge = "too-large"
        /// A language that the model does not support.
        case language
    }

    /// The reason, for programs; ``reason`` is for people.
    public let code: Code
    /// The pattern, type, word or app concerned.
    let subject: String
    /// A sentence about what happened and what to do.
    public let reason: String

    /// Creates a problem with a sentence.
    init(_ code: Code, subject: String, _ reason: String) {
        (self.code, self.subject, self.reason) = (code, subject, reason)
    }

    /// `subject: reason`, with the beginning of a long subject
    public var description: String { "\(subject.shortened(to: 200)): \(reason)" }
}
