import SaybusSkills

/// What words mean to a skill.
public enum SkillReading: Sendable, Equatable {
    /// The skill is opened.
    case launch
    /// An intent, with all its slots; those that were not said have no value.
    case intent(Intent)
    /// Values for slots of the intent that is talked about.
    case answer([Slot])
    /// Yes or no to what is to be confirmed.
    case confirmation(Bool)
}
