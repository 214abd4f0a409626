import SaybusMessages
import SaybusSkills

/// The result of a turn with a skill: the speech, and the state of the session after it.
public struct SkillOutput: Sendable, Equatable {
    /// The state of the session after the speech.
    public enum SessionState: Sendable, Equatable {
        /// The device listens for an answer.
        case listens
        /// The session stays open without listening.
        case stays
        /// The session is over.
        case ends
    }

    /// The speech, in this order.
    public var speech: [SpeechOutputText]
    /// The state of the session after the speech.
    public var sessionState: SessionState
    /// The skill's audio directives, in order.
    public var audio: [Directive] = []
    /// The cards and the directives for a screen, which pages and apps may show.
    public var cards: [CardShown] = []
    /// Descriptions of the parts of the skill's answer that the host ignores.
    public var problems: [String] = []
    /// The notification of the session's end, whose answer is ignored.
    public var sessionEnded: RequestEnvelope?
    /// Whether the output repeats the previous question.
    public var isReprompt = false
    /// The skill's failure, in a sentence; nil without one.
    public var failure: String?

    /// The complete speech as one text, in SSML if any part is.
    public var text: SpeechOutputText? {
        guard speech.contains(where: \.isSSML) else {
            return speech.isEmpty ? nil : SpeechOutputText(speech.map(\.text).joined(separator: " "))
        }
        return SpeechOutputText(ssml: speech.map(\.inSSML).joined(separator: " "))
    }
}
