import SaybusSkills

/// The meaning of an utterance to a skill.
public enum SkillReading: Sendable, Equatable {
    /// The user opens the skill.
    case launch
    /// An intent with all its slots; slots that were not mentioned are empty.
    case intent(Intent)
    /// Values for slots of the current dialog's intent.
    case answer([Slot])
    /// Yes or no to a confirmation.
    case confirmation(Bool)
}
