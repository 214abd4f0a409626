extension InteractionModel {
    /// The dialog of a skill: the questions for values that an utterance lacks.
    public struct Dialog: Sendable, Equatable {
        /// `ALWAYS` or `SKILL_RESPONSE`; nil when the file does not say.
        public var delegationStrategy: String?
        /// The intents whose slots are asked for or confirmed; others have no entry.
        public var intents: [DialogIntent]
    }

    /// The questions with which one intent is completed and confirmed.
    public struct DialogIntent: Sendable, Equatable {
        /// The intent's name.
        public var name: String
        /// The strategy of this intent, instead of the dialog's; nil when the file has none.
        public var delegationStrategy: String?
        /// Whether the intent is confirmed before it is carried out.
        public var confirmationRequired: Bool
        /// The ids of prompts, by `confirmation` and `elicitation`.
        public var prompts: [String: String]
        /// The slots in the order in which they are asked for.
        public var slots: [DialogSlot]
    }

    /// The questions for a slot.
    public struct DialogSlot: Sendable, Equatable {
        /// The slot's name.
        public var name: String
        /// The slot's type.
        public var type: String
        /// Whether the user is asked for a missing value.
        public var elicitationRequired: Bool
        /// Whether the user is asked to confirm the value.
        public var confirmationRequired: Bool
        /// The ids of prompts, by `confirmation` and `elicitation`.
        public var prompts: [String: String]
        /// The conditions on a value.
        public var validations: [Validation]
    }

    /// A condition on a value.
    public struct Validation: Sendable, Equatable {
        /// `isInSet`, `isGreaterThan`, `hasEntityResolutionMatch`, …
        public var type: String
        /// The id of the prompt for a value that does not meet the condition.
        public var prompt: String?
        /// The operands of the condition: `values`, `value`, `start`, `end`.
        public var operands: [String: [String]]
    }
}
