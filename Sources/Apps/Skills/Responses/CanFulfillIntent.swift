/// A skill's answer to a ``CanFulfillIntentRequest``: whether it could fulfill an intent.
public struct CanFulfillIntent: Codable, Sendable, Equatable {
    /// An answer to one question.
    public enum Answer: String, Codable, Sendable, CaseIterable {
        /// Yes.
        case yes = "YES"
        /// No.
        case no = "NO"
        /// Possibly, if the user says more. Not valid for ``SlotAnswer/canFulfill``.
        case maybe = "MAYBE"
    }

    /// The answer for a slot.
    public struct SlotAnswer: Codable, Sendable, Hashable {
        /// Whether the skill knows what the value means.
        public var canUnderstand: Answer
        /// Whether the skill can act on the value: yes or no.
        public var canFulfill: Answer?

        /// Creates an answer for a slot.
        public init(canUnderstand: Answer, canFulfill: Answer? = nil) {
            (self.canUnderstand, self.canFulfill) = (canUnderstand, canFulfill)
        }
    }

    /// The answer for the intent as a whole.
    public var canFulfill: Answer
    /// The answers for the intent's slots, by slot name.
    public var slots: [String: SlotAnswer]?

    /// Creates an answer for an intent.
    public init(canFulfill: Answer, slots: [String: SlotAnswer]? = nil) {
        (self.canFulfill, self.slots) = (canFulfill, slots)
    }
}
