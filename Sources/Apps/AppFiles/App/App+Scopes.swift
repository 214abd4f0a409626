import SaybusDispatch
import SaybusMessages

extension App {
    /// Returns the app's catalog for the topics entered in each conversation. A topic's commands are valid only
    /// where the topic is entered.
    func catalog(entered: [Session: Set<String>]) -> Catalog {
        var catalog = catalog
        let scopes = topics.compactMap { topic -> Catalog.Scope? in
            let types = commands.filter { $0.topic == topic.name }.map(\.type)
            guard topic.name != Topic.root, !types.isEmpty else { return nil }
            return Catalog.Scope(
                commands: types, sessions: Session.sorted(entered.filter { $0.value.contains(topic.name) }.keys))
        }
        catalog.scopes = scopes.isEmpty ? nil : scopes
        return catalog
    }
}
