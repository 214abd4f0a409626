/// A question of a dialog.
public struct DialogQuestion: Sendable, Equatable {
    /// The subject of a question.
    public enum Subject: Sendable, Hashable {
        /// A slot's value.
        case slot(String)
        /// The confirmation of a slot's value.
        case slotConfirmation(String)
        /// The confirmation of the intent.
        case intentConfirmation
    }

    /// The subject of the question.
    public var subject: Subject
    /// The prompt, with the slots' values filled in.
    public var prompt: SpeechOutputText
}
