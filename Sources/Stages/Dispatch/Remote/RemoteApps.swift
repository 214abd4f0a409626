import SaybusMessages

/// A registry of remote apps, which run in other programs, from their catalogs on the bus. Pure; bounded.
///
/// Catalogs from `dispatch/…` are ignored, since other dispatchers carry out their own commands.
package struct RemoteApps: Sendable {
    /// Maximum number of programs. Further ones are ignored.
    static let capacity = 1024
    /// The most statuses, one a second, of a program that a newer one of its app is about to replace.
    static let maximumStatusesOfReplaced = 5

    private struct Program {
        let catalog: Catalog
        let owner: Source
        /// The run of the program that published the catalog.
        let run: UInt32
        /// The session of the catalog's header.
        let session: Session
        /// The only sessions in which its commands can be said; nil when some of them can be said in all.
        let sessions: Set<Session>?
        /// The place of the program among those that have gone; nil while it is there. One that only stood still comes
        /// back.
        var gone: Int?
        /// The number of statuses in which the program was ready since the newest one of its app came, bounded.
        var statuses = 0

        var isGone: Bool { gone != nil }

        init(_ message: Message<Catalog>) {
            (catalog, owner, run) = (message.body, message.header.source, message.header.run)
            session = message.header.session
            let scopes = message.body.scopes ?? []
            let scoped = Set(scopes.flatMap(\.commands))
            let isScoped = message.body.commands.allSatisfy { scoped.contains($0.type) }
            sessions = isScoped ? Set(scopes.flatMap(\.sessions)) : nil
        }

        /// Returns whether commands of the program are not carried out any more in some session, since a newer program
        /// of the app there lacks them.
        func isDisplaced(by newer: Program) -> Bool {
            guard session == newer.session, newer.sessions.map({ sessions?.isDisjoint(with: $0) ?? false }) != true
            else {
                return false
            }
            return !Set(catalog.commands.map(\.type)).isSubset(of: newer.catalog.commands.map(\.type))
        }
    }

    /// The programs of each app, the newest last. Several run the same app while one is replaced by another, or where
    /// each room has a program of its own.
    private var apps: [String: [Program]] = [:]
    /// The session whose programs count; nil for none in particular.
    private var session: Session?
    /// The number of programs that have gone so far.
    private var ends = 0

    /// Returns the program that counts of those of an app: one that is there comes before one that is gone, one whose
    /// catalog is of the session before one for all sessions, that before one of another session, that before one of
    /// which nothing can be said in the session, and a newer one before an older one.
    private func program(of app: String, in other: Session? = nil) -> Program? {
        let known = apps[app] ?? []
        let present = known.filter { !$0.isGone }
        let programs = present.isEmpty ? known : present
        let session = other ?? self.session
        let serving = programs.filter { program in session.flatMap { program.sessions?.contains($0) } ?? true }
        let own = serving.last { $0.session == session } ?? serving.last { $0.session == .default }
        return own ?? serving.last ?? programs.last
    }

    /// Creates an empty registry.
    package init() {}

    /// Returns the registry for the turns of a session: of each app's programs, the one that carries out its commands
    /// there counts, with its own commands, thresholds and language.
    package func serving(_ session: Session) -> RemoteApps {
        var apps = self
        apps.session = session
        return apps
    }

    /// Applies a catalog. An empty one removes its owner, and the app with its last one. The same one once more changes
    /// nothing, unless it is of another run.
    package mutating func apply(_ message: Message<Catalog>) {
        let (catalog, owner, run) = (message.body, message.header.source, message.header.run)
        guard owner.role != .dispatch else { return }
        var programs = apps[catalog.app] ?? []
        if let known = programs.firstIndex(where: { $0.owner == owner && $0.run == run && $0.catalog == catalog }) {
            apps[catalog.app]?[known].gone = nil
            return
        }
        programs.removeAll { $0.owner == owner }
        apps[catalog.app] = programs.isEmpty ? nil : programs
        guard !catalog.commands.isEmpty else { return }
        if count >= Self.capacity { forgetGone() }
        guard count < Self.capacity else { return }
        apps[catalog.app, default: []].append(Program(message))
        for index in apps[catalog.app, default: []].indices { apps[catalog.app]?[index].statuses = 0 }
    }

    private var count: Int { apps.values.reduce(0) { $0 + $1.count } }

    /// Removes the programs that are gone and have left their app to others, or came before another one that is gone.
    /// If all others are needed, removes the app that has been without a program for longest.
    private mutating func forgetGone() {
        for (app, known) in apps where known.contains(where: \.isGone) {
            let present = known.filter { !$0.isGone }
            apps[app] = present.isEmpty ? Array(known.suffix(1)) : present
        }
        guard count >= Self.capacity else { return }
        let absent: [(app: String, gone: Int)] = apps.compactMap { app, known in
            guard known.count == 1, let gone = known[0].gone else { return nil }
            return (app, gone)
        }
        if let oldest = absent.min(by: { $0.gone < $1.gone }) { apps[oldest.app] = nil }
    }

    /// Applies a status: a program that is gone leaves its app to another one, if there is one, until it is back.
    /// - Returns: Whether ``problem`` may be another one now.
    @discardableResult
    package mutating func apply(_ status: StageStatus) -> Bool {
        guard let owner = Source(role: status.role, instance: status.instance) else { return false }
        var isChanged = false
        for (app, programs) in apps {
            for index in programs.indices where programs[index].owner == owner {
                var program = programs[index]
                if program.isGone != status.state.isGone {
                    ends += 1
                    program.gone = status.state.isGone ? ends : nil
                }
                let statuses = status.state == .ready ? min(program.statuses, Self.maximumStatusesOfReplaced) + 1 : 0
                if programs.count > 1 { program.statuses = statuses }
                guard program.gone != programs[index].gone || program.statuses != programs[index].statuses else {
                    continue
                }
                apps[app]?[index] = program
                isChanged = true
            }
        }
        return isChanged
    }

    /// A sentence about two programs whose apps have one name and other commands, of which the newer one counts; nil
    /// when there are none. One that has all commands of the older one replaces it, and so does one beside which the
    /// older one ends.
    package var problem: String? {
        let several = apps.filter { $0.value.count > 1 }
        for (app, programs) in several.sorted(by: { $0.key < $1.key }) {
            let present = programs.filter { !$0.isGone }
            for (index, newer) in present.enumerated() {
                let older = present[..<index].first { older in
                    older.statuses > Self.maximumStatusesOfReplaced && older.isDisplaced(by: newer)
                }
                guard let older else { continue }
                return
                    "\(older.owner) and \(newer.owner) have different apps called \(app): only the commands of the newer "
                    + "one, \(newer.owner), are carried out; give one of them another name"
            }
        }
        return nil
    }

    /// Returns the program that carries out an app's commands; nil when no remote app has the name.
    /// - Parameters:
    ///   - app: The app's name.
    ///   - session: The commands' session; nil for that of the registry.
    package func owner(of app: String, in session: Session? = nil) -> Source? { program(of: app, in: session)?.owner }

    /// Returns the program that carries out a command of an app in a session; nil when the one that counts there lacks
    /// the command.
    func owner(of type: String, in app: String, in session: Session) -> Source? {
        let program = program(of: app, in: session)
        return program.flatMap { $0.catalog.commands.contains { $0.type == type } ? $0.owner : nil }
    }

    /// Returns the thresholds of a remote app's command.
    package func thresholds(of type: String, in app: String) -> ConfidenceThresholds {
        ConfidenceThresholds.effect.overridden(by: program(of: app)?.catalog.commands.first { $0.type == type })
    }

    /// Returns the language of a remote app, as a BCP 47 tag; nil when no remote app has the name.
    func language(of app: String) -> String? { program(of: app)?.catalog.language }

    /// Returns whether a remote app has a command.
    package func has(_ type: String, in app: String) -> Bool {
        program(of: app)?.catalog.commands.contains { $0.type == type } ?? false
    }
}
