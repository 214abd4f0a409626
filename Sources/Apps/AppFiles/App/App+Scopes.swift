import SaybusMessages

extension App {
    /// Returns the app's catalog for the state of all conversations.
    ///
    /// A topic's commands are valid only where the topic is entered. Those of a topic that is entered from the
    /// beginning have no scope: a scope cannot leave out single sessions, so the app itself refuses them where the
    /// topic was left.
    /// - Parameters:
    ///   - entered: The topics entered in each conversation.
    ///   - ringing: The sessions in which something rings. There, the commands that stop it are awaited.
    func catalog(entered: [Session: Set<String>] = [:], ringing: Set<Session> = []) -> Catalog {
        var catalog = catalog
        let open = openTopics
        let scopes = topics.compactMap { topic -> Catalog.Scope? in
            let types = commands.filter { $0.topic == topic.name }.map(\.type)
            guard topic.name != Topic.root, !types.isEmpty, !open.contains(topic.name) else { return nil }
            return Catalog.Scope(
                commands: types, sessions: entered.filter { $0.value.contains(topic.name) }.keys.sortedByName())
        }
        catalog.scopes = scopes.isEmpty ? nil : scopes
        let stops = commands.filter { $0.actions.contains(.stopRinging) }.map(\.type)
        if !ringing.isEmpty, !stops.isEmpty {
            catalog.awaited = [Catalog.Scope(commands: stops, sessions: ringing.sortedByName())]
        }
        return catalog
    }
}
