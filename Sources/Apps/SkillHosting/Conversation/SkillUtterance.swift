import SaybusConversation
import SaybusSkills

/// An utterance with or without a meaning to a skill.
enum SkillUtterance: Sendable, Equatable {
    /// An utterance with a meaning by the skill's model.
    case reading(SkillReading)
    /// An utterance that may have been misheard, with the meaning that it seems to have.
    case doubtful(SkillReading)
    /// An utterance without a meaning.
    case unintelligible
}

extension SkillUtterance: AgreeableAnswer {
    var isAgreement: Bool {
        switch self {
        case .reading(.confirmation(let isYes)): isYes
        case .reading(.intent(let intent)): intent.name == "AMAZON.YesIntent"
        default: false
        }
    }
}
