/// The meaning of an utterance to a skill.
enum SkillUtterance: Sendable, Equatable {
    /// A meaning by the skill's model.
    case reading(SkillReading)
    /// No meaning.
    case unintelligible
}
