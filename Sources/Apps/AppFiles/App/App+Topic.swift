extension App {
    /// A part of the conversation with its own commands, which are valid only while the topic is entered.
    struct Topic: Sendable, Equatable {
        /// The treatment of a subtopic's speech.
        struct Interception: Sendable, Equatable {
            /// The actions to play before the speech.
            var before: [Action] = []
            /// The actions to play after the speech.
            var after: [Action] = []
            /// Whether the speech is dropped.
            var swallows = false

            /// Creates an interception that leaves the speech unchanged.
            init() {}
        }

        /// The topic's name, unique in the app; empty for the root topic, which is always entered.
        var name: String
        /// The name of the containing topic; nil for the root.
        var parent: String?
        /// Whether the topic is entered from the beginning of each conversation.
        var isOpen = false
        /// The actions to play when the topic is entered.
        var intro: [Action] = []
        /// The help text of the topic.
        var help: String?
        /// The treatment of the subtopics' speech.
        var interception = Interception()

        /// Creates a topic inside another.
        init(name: String, parent: String?) { (self.name, self.parent) = (name, parent) }

        /// The name of the root topic.
        static let root = ""
    }

    /// Returns the topic of a name; nil without one.
    func topic(_ name: String) -> Topic? { topics.first { $0.name == name } }

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
