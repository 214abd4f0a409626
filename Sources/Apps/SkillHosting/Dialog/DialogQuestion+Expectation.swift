extension DialogQuestion.Subject {
    /// The slot that is asked for or about; nil when all of the intent is.
    var slot: String? {
        switch self {
        case .slot(let slot), .slotConfirmation(let slot): slot
        case .intentConfirmation: nil
        }
    }

    /// What is expected to be said.
    func expectation(_ intent: String) -> SkillExpectation {
        switch self {
        case .slot(let slot): .slot(intent: intent, slot: slot)
        case .slotConfirmation(let slot): .slotConfirmation(intent: intent, slot: slot)
        case .intentConfirmation: .intentConfirmation(intent: intent)
        }
    }
}
