/// What was heard of an utterance to a skill.
enum SkillHearing: Sendable, Equatable {
    /// It means this.
    case reading(SkillReading)
    /// It means nothing here.
    case unintelligible
}
