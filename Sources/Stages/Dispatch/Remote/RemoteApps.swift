import SaybusMessages

/// A registry of remote apps, which run in other programs, from their catalogs on the bus. Pure; bounded.
///
/// Catalogs from `dispatch/…` are ignored, since other dispatchers carry out their own commands.
package struct RemoteApps: Sendable {
    /// Maximum number of apps. Further apps are ignored.
    static let capacity = 1024

    private struct Remote {
        let catalog: Catalog
        let owner: Source
    }

    private var apps: [String: Remote] = [:]

    /// Creates an empty registry.
    package init() {}

    /// Applies a catalog. An empty one from its owner removes the app.
    package mutating func apply(_ message: Message<Catalog>) {
        let (catalog, owner) = (message.body, message.header.source)
        guard owner.role != "dispatch" else { return }
        if catalog.commands.isEmpty {
            if apps[catalog.app]?.owner == owner { apps[catalog.app] = nil }
        } else if apps[catalog.app] != nil || apps.count < Self.capacity {
            apps[catalog.app] = Remote(catalog: catalog, owner: owner)
        }
    }

    /// Returns the program that carries out an app's commands; nil when no remote app has the name.
    package func owner(of app: String) -> Source? { apps[app]?.owner }

    /// Returns the thresholds of a remote app's command.
    package func thresholds(of type: String, in app: String) -> ConfidenceThresholds {
        ConfidenceThresholds.effect.overridden(by: apps[app]?.catalog.commands.first { $0.type == type })
    }

    /// Returns whether a remote app has a command.
    package func has(_ type: String, in app: String) -> Bool {
        apps[app]?.catalog.commands.contains { $0.type == type } ?? false
    }
}
