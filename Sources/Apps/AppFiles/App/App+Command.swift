import SaybusPhrases

extension App {
    /// A command of the app.
    public struct Command: Sendable, Equatable {
        /// The command's name, unique in the app.
        public var type: String
        /// A description of the command in one sentence.
        public var summary: String?
        /// The phrases that invoke the command.
        public var patterns: [PhraseTemplate]
        /// The language (BCP 47) in which values are spoken.
        public var language = "en-US"
        /// The topic in which the command is valid. The root topic is always entered.
        public var topic: String
        /// The actions, in order.
        public var actions: [Action]
        /// The actions to play when one of the actions fails. The remaining actions are then skipped.
        public var failed: [Action]

        /// Creates a command.
        public init(
            type: String, summary: String? = nil, patterns: [PhraseTemplate], topic: String = App.Topic.root,
            actions: [Action], failed: [Action] = App.defaultFailed
        ) {
            self.type = type
            self.summary = summary
            self.patterns = patterns
            self.topic = topic
            self.actions = actions
            self.failed = failed
        }
    }
}
