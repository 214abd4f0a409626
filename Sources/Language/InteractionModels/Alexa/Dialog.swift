extension InteractionModel {
    /// How the skill asks for what an utterance does not say.
    public struct Dialog: Sendable, Equatable {
        /// `ALWAYS` or `SKILL_RESPONSE`; nil when the file does not say.
        public var delegationStrategy: String?
        /// The intents with a dialog.
        public var intents: [DialogIntent]
    }

    /// The dialog of an intent.
    public struct DialogIntent: Sendable, Equatable {
        /// The intent's name.
        public var name: String
        /// Overrides the dialog's.
        public var delegationStrategy: String?
        /// Whether the intent is confirmed before it is carried out.
        public var confirmationRequired: Bool
        /// Ids of prompts, by `confirmation` and `elicitation`.
        public var prompts: [String: String]
        /// The slots that are asked for.
        public var slots: [DialogSlot]
    }

    /// How a slot is asked for.
    public struct DialogSlot: Sendable, Equatable {
        /// The slot's name.
        public var name: String
        /// Its type.
        public var type: String
        /// Whether it is asked for when it is missing.
        public var elicitationRequired: Bool
        /// Whether its value is confirmed.
        public var confirmationRequired: Bool
        /// Ids of prompts, by `confirmation` and `elicitation`.
        public var prompts: [String: String]
        /// What a value must be.
        public var validations: [Validation]
    }

    /// A rule that a value must keep.
    public struct Validation: Sendable, Equatable {
        /// `isInSet`, `isGreaterThan`, `hasEntityResolutionMatch`, …
        public var type: String
        /// The id of the prompt that is said when it does not.
        public var prompt: String?
        /// What it compares with: `values`, `value`, `start`, `end`.
        public var operands: [String: [String]]
    }
}
