/// A skill's answer to a ``CanFulfillIntentRequest``: whether it could fulfill an intent.
public struct CanFulfillIntent: Codable, Sendable, Equatable {
    /// An answer to the question whether the skill can do something.
    public enum Answer: String, Codable, Sendable, CaseIterable {
        /// The skill can.
        case yes = "YES"
        /// The skill cannot.
        case no = "NO"
        /// Possibly, if the user says more. Not valid for ``SlotAnswer/canFulfill``.
        case maybe = "MAYBE"
    }

    /// The answer for the value of one slot.
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

    /// Creates an answer for an intent, with the answers for its slots.
    public init(canFulfill: Answer, slots: [String: SlotAnswer]? = nil) {
        (self.canFulfill, self.slots) = (canFulfill, slots)
    }
}
