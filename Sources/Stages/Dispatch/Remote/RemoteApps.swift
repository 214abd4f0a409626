import SaybusMessages

/// A registry of remote apps, which run in other programs, from their catalogs on the bus. Pure; bounded.
///
/// Catalogs from `dispatch/…` are ignored, since other dispatchers carry out their own commands.
package struct RemoteApps: Sendable {
    /// Maximum number of programs. Further ones are ignored.
    static let capacity = 1024

    private struct Remote {
        let catalog: Catalog
        let owner: Source
        /// The session of the catalog's header.
        let session: Session
    }

    /// The programs of each app, the newest last. Several run the same app while one is replaced by another.
    private var apps: [String: [Remote]] = [:]

    /// Creates an empty registry.
    package init() {}

    /// Applies a catalog. An empty one removes its owner, and the app with its last one.
    package mutating func apply(_ message: Message<Catalog>) {
        let (catalog, owner) = (message.body, message.header.source)
        guard owner.role != "dispatch" else { return }
        var programs = apps[catalog.app] ?? []
        if programs.last?.owner != owner, programs.contains(where: { $0.owner == owner && $0.catalog == catalog }) {
            return
        }
        programs.removeAll { $0.owner == owner }
        if !catalog.commands.isEmpty, apps.values.reduce(0, { $0 + $1.count }) < Self.capacity {
            programs.append(Remote(catalog: catalog, owner: owner, session: message.header.session))
        }
        apps[catalog.app] = programs.isEmpty ? nil : programs
    }

    /// Applies a status: a program that is gone leaves its app to another one, if there is one.
    package mutating func apply(_ status: StageStatus) {
        guard status.state.isGone, let owner = Source(role: status.role, instance: status.instance) else { return }
        for (app, programs) in apps where programs.count > 1 {
            apps[app] = programs.filter { $0.owner != owner }
        }
    }

    /// Returns the program that carries out an app's commands; nil when no remote app has the name.
    /// - Parameters:
    ///   - app: The app's name.
    ///   - session: The commands' session. A program whose catalog is of this session comes before newer ones, since
    ///     each room may have a program of its own.
    package func owner(of app: String, in session: Session? = nil) -> Source? {
        let programs = apps[app]
        return (programs?.last { $0.session == session } ?? programs?.last)?.owner
    }

    /// Returns the thresholds of a remote app's command.
    package func thresholds(of type: String, in app: String) -> ConfidenceThresholds {
        ConfidenceThresholds.effect.overridden(by: apps[app]?.last?.catalog.commands.first { $0.type == type })
    }

    /// Returns the language of a remote app, as a BCP 47 tag; nil when no remote app has the name.
    func language(of app: String) -> String? { apps[app]?.last?.catalog.language }

    /// Returns whether a remote app has a command.
    package func has(_ type: String, in app: String) -> Bool {
        apps[app]?.last?.catalog.commands.contains { $0.type == type } ?? false
    }
}
