import SaybusMessages

/// The apps that other programs carry out, by their catalogs on the bus. Pure; bounded.
///
/// Catalogs from `dispatch/…` are those of other dispatchers, which carry out their own commands.
struct RemoteApps: Sendable {
    /// The most apps; more are not taken note of.
    static let capacity = 1024

    private struct Remote {
        let catalog: Catalog
        let owner: Source
        let run: UInt32
    }

    private var apps: [String: Remote] = [:]

    /// Takes note of a catalog. An empty one takes the app away, if it comes from where the app is.
    mutating func note(_ message: Message<Catalog>) {
        let (catalog, owner) = (message.body, message.header.source)
        guard owner.role != "dispatch" else { return }
        if catalog.commands.isEmpty {
            if apps[catalog.app]?.owner == owner { apps[catalog.app] = nil }
        } else if apps[catalog.app] != nil || apps.count < Self.capacity {
            apps[catalog.app] = Remote(catalog: catalog, owner: owner, run: message.header.run)
        }
    }

    /// Who carries out an app's commands; nil when no remote app has the name.
    func owner(of app: String) -> Source? { apps[app]?.owner }

    /// Whether a remote app has a command.
    func has(_ type: String, in app: String) -> Bool {
        apps[app]?.catalog.commands.contains { $0.type == type } ?? false
    }
}
