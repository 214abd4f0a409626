import SaybusMessages

/// The keys and users that may connect to the bus, and the kinds that each of them may publish and receive. Pure.
public struct Policy: Sendable, Equatable {
    /// The rights of the owner of a key, or of a user of this machine.
    struct User: Sendable, Equatable {
        /// The name in stamps, logs and refusals.
        var name: String
        /// The key or the number of the user; nil on a bus without a policy.
        var credential: PeerCredential?
        /// The kinds that the user may publish.
        var publish: Set<KindGrant> = []
        /// The kinds that the user may receive.
        var subscribe: Set<KindGrant> = []
        /// The sessions that the user may take part in; nil means all.
        var sessions: Set<Session>?
        /// The roles that the user's programs may claim; nil means any.
        var roles: Set<NamePattern>?
        /// The instances that the user's programs may claim; nil means any.
        var instances: Set<NamePattern>?
        /// The apps whose commands the user's programs may announce; nil means any.
        var apps: Set<NamePattern>?
        /// Whether nothing is forbidden: to everyone on a bus without a policy, over ipc to the broker's own user.
        var isUnrestricted = false

        /// Whether something that the user publishes is forbidden.
        var isLimited: Bool {
            guard !isUnrestricted else { return false }
            return sessions != nil || roles != nil || instances != nil || apps != nil
                || !publish.contains { $0.isPrefix && $0.text.isEmpty }
        }

        /// Returns a user who may do everything.
        static func unrestricted(_ name: String, _ credential: PeerCredential?) -> User {
            User(name: name, credential: credential, isUnrestricted: true)
        }

        func mayPublish(_ kind: Kind, in session: Session) -> Bool {
            if kind == Barrier.kind { return true }
            // Only the broker publishes refusals.
            guard kind != Refusal.kind else { return false }
            return isUnrestricted || publish.contains { $0.covers(kind) } && takesPart(in: session, kind)
        }

        func mayReceive(_ kind: Kind, in session: Session) -> Bool {
            if kind == Barrier.kind { return true }
            if kind == Refusal.kind, session == credential?.refusalSession { return true }
            return isUnrestricted || subscribe.contains { $0.covers(kind) } && takesPart(in: session, kind)
        }

        func takesPart(in session: Session, _ kind: Kind) -> Bool {
            guard let sessions else { return true }
            return Policy.sessionless.contains(kind) || sessions.contains(session)
        }
    }

    /// The kinds that concern the bus and its apps, not a session.
    static let sessionless: Set<Kind> = [Catalog.kind, StageStatus.kind, Barrier.kind]

    /// The users by key or number.
    private(set) var users: [PeerCredential: User] = [:]
    /// Warnings about the policy, for the log.
    public internal(set) var remarks: [String] = []

    /// Creates a policy that admits nobody.
    init() {}

    /// The number of keys and users.
    public var count: Int { users.count }

    mutating func add(_ user: User) {
        if let credential = user.credential { users[credential] = user }
    }

    /// Returns the names of the users who cannot connect, sorted.
    /// - Parameter hasKey: Whether the broker has a key, so that clients need one, too.
    func usersWithoutAccess(hasKey: Bool) -> [String] {
        users.values.filter { user in
            if case .key = user.credential { !hasKey } else { hasKey }
        }.map(\.name).sorted()
    }
}
