extension App {
    /// A part of the conversation with commands of its own, which can be given only while it is entered.
    public struct Topic: Sendable, Equatable {
        /// What is done to that which the topics inside it say.
        public struct Interception: Sendable, Equatable {
            /// What is heard before it.
            public var before: [Action] = []
            /// What is heard after it.
            public var after: [Action] = []
            /// Whether it is not heard at all.
            public var swallows = false

            /// Nothing is done to it.
            public init() {}
        }

        /// Its name, unique in the app; empty for the root, which is always entered.
        public var name: String
        /// The topic it is in; nil for the root.
        public var parent: String?
        /// What is heard when it is entered.
        public var intro: [Action] = []
        /// What can be done here, for those who ask for help.
        public var help: String?
        /// What is done to that which the topics inside it say.
        public var interception = Interception()

        /// Creates a topic in another.
        public init(name: String, parent: String?) { (self.name, self.parent) = (name, parent) }

        /// The name of the root.
        public static let root = ""
    }

    /// The topic of a name; nil when there is none.
    public func topic(_ name: String) -> Topic? { topics.first { $0.name == name } }

    /// A topic and those it is in, from the outermost that is not the root; empty when there is no such topic.
    public func path(to name: String) -> [String] {
        var path: [String] = []
        var next: String? = name
        while let topic = next.flatMap({ self.topic($0) }), topic.name != Topic.root, path.count <= topics.count {
            path.insert(topic.name, at: 0)
            next = topic.parent
        }
        return path
    }

    /// The types of the commands that can be given while these topics are entered.
    public func commands(in entered: Set<String>) -> Set<String> {
        Set(commands.lazy.filter { $0.topic == Topic.root || entered.contains($0.topic) }.map(\.type))
    }
}
