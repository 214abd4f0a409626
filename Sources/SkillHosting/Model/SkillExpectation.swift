/// What is expected to be said next to a skill.
public enum SkillExpectation: Sendable, Hashable {
    /// No session is open: only that the skill is called by its name.
    case call
    /// Any intent of the skill.
    case intents
    /// A value for a slot, or any intent.
    case slot(intent: String, slot: String)
    /// Yes or no about a slot, or another value for it, or any intent.
    case slotConfirmation(intent: String, slot: String)
    /// Yes or no about an intent, or any intent.
    case intentConfirmation(intent: String)

    /// The slot that is asked for or about, with its intent; nil when none is.
    var slot: (intent: String, slot: String)? {
        switch self {
        case .slot(let intent, let slot), .slotConfirmation(let intent, let slot): (intent, slot)
        case .call, .intents, .intentConfirmation: nil
        }
    }

    /// Whether yes or no is an answer.
    var isConfirmation: Bool {
        switch self {
        case .slotConfirmation, .intentConfirmation: true
        case .call, .intents, .slot: false
        }
    }
}
