/// Whether a skill would take an intent, the answer to a ``CanFulfillIntentRequest``.
public struct CanFulfillIntent: Codable, Sendable, Equatable {
    /// An answer.
    public enum Answer: String, Codable, Sendable, CaseIterable {
        /// Yes.
        case yes = "YES"
        /// No.
        case no = "NO"
        /// Only when the user says more; not for whether a slot can be fulfilled.
        case maybe = "MAYBE"
    }

    /// The answer for a slot.
    public struct SlotAnswer: Codable, Sendable, Hashable {
        /// Whether the skill knows what the value means.
        public var canUnderstand: Answer
        /// Whether it can do what is wanted with it; yes or no.
        public var canFulfill: Answer?

        /// An answer.
        public init(canUnderstand: Answer, canFulfill: Answer? = nil) {
            (self.canUnderstand, self.canFulfill) = (canUnderstand, canFulfill)
        }
    }

    /// The answer for the intent as a whole.
    public var canFulfill: Answer
    /// The answers for its slots.
    public var slots: [String: SlotAnswer]?

    /// An answer.
    public init(canFulfill: Answer, slots: [String: SlotAnswer]? = nil) {
        (self.canFulfill, self.slots) = (canFulfill, slots)
    }
}
