import SaybusPhrases

extension App {
    /// Something that the app can do.
    public struct Command: Sendable, Equatable {
        /// The command's name, unique in the app.
        public var type: String
        /// What it does, in a sentence.
        public var summary: String?
        /// The ways to say it.
        public var patterns: [PhraseTemplate]
        /// The topic in which it can be given; the root is always entered.
        public var topic: String
        /// What is done, in order.
        public var actions: [Action]
        /// What is heard when one of the actions fails; those after it are not done.
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
