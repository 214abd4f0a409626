/// The utterances that a skill expects next.
public enum SkillExpectation: Sendable, Hashable {
    /// No session is open. The only valid utterance calls the skill by its name.
    case call
    /// No session is open, but the skill's audio plays. A call by name is valid, and so are intents that control
    /// playback.
    case playback
    /// No session is open and nothing plays, but the skill's audio was stopped. A call by name is valid, and so are
    /// intents that go on with it.
    case paused
    /// Any intent of the skill.
    case intents
    /// A value for a slot, or any intent.
    case slot(intent: String, slot: String)
    /// Yes or no about a slot, another value for it, or any intent.
    case slotConfirmation(intent: String, slot: String)
    /// Yes or no about an intent, or any intent.
    case intentConfirmation(intent: String)

    /// Whether the expectation belongs to an open session.
    var isSession: Bool { ![.call, .playback, .paused].contains(self) }

    /// The slot in question, with its intent; nil for none.
    var slot: (intent: String, slot: String)? {
        switch self {
        case .slot(let intent, let slot), .slotConfirmation(let intent, let slot): (intent, slot)
        case .call, .playback, .paused, .intents, .intentConfirmation: nil
        }
    }

    /// The intent of the dialog that asks; nil for none.
    var intent: String? {
        switch self {
        case .slot(let intent, _), .slotConfirmation(let intent, _), .intentConfirmation(let intent): intent
        case .call, .playback, .paused, .intents: nil
        }
    }

    /// Whether yes or no is a valid answer.
    var isConfirmation: Bool {
        switch self {
        case .slotConfirmation, .intentConfirmation: true
        case .call, .playback, .paused, .intents, .slot: false
        }
    }
}
