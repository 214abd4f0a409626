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

    private static let endingIntents: Set<String> = ["AMAZON.StopIntent", "AMAZON.CancelIntent"]

    /// Whether the user ends what the skill does: "stop", "never mind", "close pizza place".
    var isEnding: Bool {
        guard case .intent(let intent) = self else { return false }
        return Self.endingIntents.contains(intent.name)
    }
}
