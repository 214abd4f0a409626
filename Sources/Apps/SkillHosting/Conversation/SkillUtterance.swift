/// An utterance with or without a meaning to a skill.
enum SkillUtterance: Sendable, Equatable {
    /// An utterance with a meaning by the skill's model.
    case reading(SkillReading)
    /// An utterance without a meaning.
    case unintelligible
}
