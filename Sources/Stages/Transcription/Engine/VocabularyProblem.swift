/// A part of a vocabulary that cannot be recognized.
public struct VocabularyProblem: Error, Sendable, Hashable, CustomStringConvertible {
    /// What kind of part.
    public enum Code: String, Sendable, CaseIterable {
        /// A pattern that cannot be read.
        case pattern
        /// A pattern with a type that no catalog lists.
        case unknownType = "unknown-type"
        /// A type with no value that has words.
        case emptyType = "empty-type"
        /// A word whose pronunciation is not known.
        case pronunciation
        /// An app whose name cannot be recognized, so that it cannot be called by it; its commands can be said.
        case name
        /// More than the recognizer can hold.
        case tooLarge = "too-large"
        /// A language that the model does not speak.
        case language
    }

    /// What kind of part.
    public let code: Code
    /// The pattern, type, word or app.
    public let subject: String
    /// What happened and what to do.
    public let reason: String

    /// A problem with a sentence.
    public init(_ code: Code, subject: String, _ reason: String) {
        (self.code, self.subject, self.reason) = (code, subject, reason)
    }

    /// `subject: reason`
    public var description: String { "\(subject): \(reason)" }
}
