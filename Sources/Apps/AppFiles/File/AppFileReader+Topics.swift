import Yams

extension AppFileReader {
    /// Reads the subtopics of a topic. Returns their commands, each topic's before those of its subtopics.
    mutating func topics(_ node: Node, in parent: String, failed: [Action]) -> [App.Command] {
        (entries(node, "topics must be a mapping of names to topics") ?? []).flatMap { name, keyNode, value in
            guard isName(name, keyNode, "a topic's name") else { return [App.Command]() }
            if name == AppFileShape.allWord {
                report(.badValue, keyNode, "the name \"\(name)\" means every topic: choose another")
            } else if topics.contains(where: { $0.name == name }) {
                report(.duplicate, keyNode, "there is a topic \(name) already: give one another name")
            }
            map.topics[name] = AppFileMap.Place(keyNode)
            return topic(name, value, in: parent, failed: failed)
        }
    }

    private mutating func topic(
        _ name: String, _ node: Node, in parent: String, failed: [Action]
    ) -> [App.Command] {
        let what = "topic \(name)"
        guard let fields = fields(node, what, .topic) else { return [] }
        var topic = App.Topic(name: name, parent: parent)
        topic.isOpen = fields["open"].map { boolean($0, "\(what): open") } ?? false
        topic.intro = fields["intro"].map { audible($0, "\(what): intro", names: []) } ?? []
        topic.help = fields["help"].flatMap { text($0, "\(what): help") }
        if let intercept = fields["intercept"],
            let parts = self.fields(intercept, "\(what): intercept", .interception)
        {
            topic.interception.before = parts["before"].map { audible($0, "\(what): before", names: []) } ?? []
            topic.interception.after = parts["after"].map { audible($0, "\(what): after", names: []) } ?? []
            topic.interception.swallows = parts["swallow"].map { boolean($0, "\(what): swallow") } ?? false
        }
        topics.append(topic)
        var commands = fields["commands"].map { self.commands($0, of: name, failed: failed) } ?? []
        if let inner = fields["topics"] { commands += topics(inner, in: name, failed: failed) }
        return commands
    }
}
