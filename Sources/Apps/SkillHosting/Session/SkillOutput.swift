import SaybusSkills

/// What comes of a turn with a skill: what is said, and what is done then.
public struct SkillOutput: Sendable, Equatable {
    /// What is done after the speech.
    public enum Then: Sendable, Equatable {
        /// The ear is opened for an answer.
        case listens
        /// The session stays, and the ear is not opened.
        case stays
        /// The session is over.
        case ends
    }

    /// What is said, in this order.
    public var speech: [SpeechOutputText]
    /// What is done after the speech.
    public var then: Then
    /// What the skill wants of the audio player, in its order.
    public var audio: [Directive] = []
    /// What the skill wanted that cannot be done here, each in a sentence.
    public var problems: [String] = []
    /// Tells the skill that the session is over; its answer is not heard.
    public var farewell: RequestEnvelope?
    /// Whether the question before is asked again.
    public var isReprompt = false
    /// What went wrong with the skill, in a sentence; nil when nothing did.
    public var failure: String?

    /// All that is said as one text, in SSML when a part of it is.
    public var text: SpeechOutputText? {
        guard speech.contains(where: \.isSSML) else {
            return speech.isEmpty ? nil : SpeechOutputText(speech.map(\.text).joined(separator: " "))
        }
        return SpeechOutputText(ssml: speech.map(\.inSSML).joined(separator: " "))
    }
}
