import SaybusDispatch
import SaybusMessages

extension App {
    /// What recognizers need to know of the app while these topics are entered in conversations: what a topic has can be said there, and nowhere else.
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
