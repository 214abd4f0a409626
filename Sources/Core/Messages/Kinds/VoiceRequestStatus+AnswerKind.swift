extension VoiceRequestStatus.Question {
    /// A kind of answer that all programs know. The field `kind` may name others, too.
    package enum AnswerKind: String, Sendable {
        /// Any words.
        case string
        /// Yes or no.
        case confirmation
        /// One of the options.
        case select
        /// A number.
        case number
        /// Words that fit one of the patterns.
        case pattern
        /// An answer that only the app's own code understands.
        case custom
    }

    /// The kind of answer; nil when the field names another one.
    package var answerKind: AnswerKind? { AnswerKind(rawValue: kind) }
}
