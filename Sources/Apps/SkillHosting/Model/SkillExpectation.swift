/// What is expected to be said next to a skill.
public enum SkillExpectation: Sendable, Hashable {
    /// No session is open: only that the skill is called by its name.
    case call
    /// No session is open, but the skill's audio plays: that it is called by its name, or an intent about what plays.
    case playback
    /// Any intent of the skill.
    case intents
    /// A value for a slot, or any intent.
    case slot(intent: String, slot: String)
    /// Yes or no about a slot, or another value for it, or any intent.
    case slotConfirmation(intent: String, slot: String)
    /// Yes or no about an intent, or any intent.
    case intentConfirmation(intent: String)

    /// Whether a session is open.
    var isSession: Bool { self != .call && self != .playback }

    /// The slot that is asked for or about, with its intent; nil when none is.
    var slot: (intent: String, slot: String)? {
        switch self {
        case .slot(let intent, let slot), .slotConfirmation(let intent, let slot): (intent, slot)
        case .call, .playback, .intents, .intentConfirmation: nil
        }
    }

    /// Whether yes or no is an answer.
    var isConfirmation: Bool {
        switch self {
        case .slotConfirmation, .intentConfirmation: true
        case .call, .playback, .intents, .slot: false
        }
    }
}
