extension DialogQuestion.Subject {
    /// The slot in question; nil when the question is about the whole intent.
    var slot: String? {
        switch self {
        case .slot(let slot), .slotConfirmation(let slot): slot
        case .intentConfirmation: nil
        }
    }

    /// Returns the answers to expect.
    func expectation(_ intent: String) -> SkillExpectation {
        switch self {
        case .slot(let slot): .slot(intent: intent, slot: slot)
        case .slotConfirmation(let slot): .slotConfirmation(intent: intent, slot: slot)
        case .intentConfirmation: .intentConfirmation(intent: intent)
        }
    }
}
