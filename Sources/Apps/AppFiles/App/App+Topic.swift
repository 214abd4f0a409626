extension App {
    /// A part of the conversation with its own commands, which are valid only while the topic is entered.
    public struct Topic: Sendable, Equatable {
        /// The treatment of a subtopic's speech.
        public struct Interception: Sendable, Equatable {
            /// The actions to play before the speech.
            public var before: [Action] = []
            /// The actions to play after the speech.
            public var after: [Action] = []
            /// Whether the speech is dropped.
            public var swallows = false

            /// Creates an interception that leaves the speech unchanged.
            public init() {}
        }

        /// The topic's name, unique in the app; empty for the root topic, which is always entered.
        public var name: String
        /// The name of the containing topic; nil for the root.
        public var parent: String?
        /// Whether the topic is entered from the beginning of each conversation.
        public var isOpen = false
        /// The actions to play when the topic is entered.
        public var intro: [Action] = []
        /// The help text of the topic.
        public var help: String?
        /// The treatment of the subtopics' speech.
        public var interception = Interception()

        /// Creates a topic inside another.
        public init(name: String, parent: String?) { (self.name, self.parent) = (name, parent) }

        /// The name of the root topic.
        public static let root = ""
    }

    /// Returns the topic of a name; nil without one.
    public func topic(_ name: String) -> Topic? { topics.first { $0.name == name } }

    /// Returns the path to a topic, from the outermost topic below the root; empty for an unknown topic.
    public func path(to name: String) -> [String] {
        var path: [String] = []
        var next: String? = name
        while let topic = next.flatMap({ self.topic($0) }), topic.name != Topic.root, path.count <= topics.count {
            path.insert(topic.name, at: 0)
            next = topic.parent
        }
        return path
    }

    /// The topics that are entered from the beginning, with those that contain them.
    var openTopics: Set<String> { Set(topics.filter(\.isOpen).flatMap { path(to: $0.name) }) }

    /// Returns the types of the commands that are valid while these topics are entered.
    public func commands(in entered: Set<String>) -> Set<String> {
        Set(commands.lazy.filter { $0.topic == Topic.root || entered.contains($0.topic) }.map(\.type))
    }
}
