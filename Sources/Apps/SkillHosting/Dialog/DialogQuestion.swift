/// What a dialog asks.
public struct DialogQuestion: Sendable, Equatable {
    /// What is asked for.
    public enum Subject: Sendable, Hashable {
        /// A slot's value.
        case slot(String)
        /// Whether a slot's value is right.
        case slotConfirmation(String)
        /// Whether all is right.
        case intentConfirmation
    }

    /// What is asked for.
    public var subject: Subject
    /// How it is asked, filled in.
    public var prompt: SpeechOutputText
}
