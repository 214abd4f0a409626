import SaybusBus
import SaybusMessages

/// The keys that may connect to the bus, and the kinds that the owner of each may publish and receive. Pure.
public struct Policy: Sendable, Equatable {
    /// The rights of a key's owner.
    struct User: Sendable, Equatable {
        /// The name in stamps, logs and refusals.
        var name: String
        /// The public key, 40 characters of Z85.
        var publicKey: String
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
        /// Whether nothing is forbidden: on a bus without keys.
        var isUnrestricted = false

        /// Whether something that the user publishes is forbidden.
        var isLimited: Bool {
            sessions != nil || roles != nil || instances != nil || apps != nil
                || !publish.contains { $0.isPrefix && $0.text.isEmpty }
        }

        /// Everyone on a bus without keys.
        static let anyone = {
            var user = User(name: "", publicKey: "")
            user.isUnrestricted = true
            return user
        }()

        func mayPublish(_ kind: Kind, in session: Session) -> Bool {
            if kind == Barrier.kind { return true }
            // Only the broker publishes refusals.
            guard kind != Refusal.kind else { return false }
            return publish.contains { $0.covers(kind) } && takesPart(in: session, kind)
        }

        func mayReceive(_ kind: Kind, in session: Session) -> Bool {
            if kind == Barrier.kind { return true }
            if kind == Refusal.kind, session == Credentials.refusalSession(publicKey: publicKey) { return true }
            return subscribe.contains { $0.covers(kind) } && takesPart(in: session, kind)
        }

        func takesPart(in session: Session, _ kind: Kind) -> Bool {
            guard let sessions else { return true }
            return Policy.sessionless.contains(kind) || sessions.contains(session)
        }
    }

    /// The kinds that concern the bus and its apps, not a session.
    static let sessionless: Set<Kind> = [Catalog.kind, StageStatus.kind, Barrier.kind]

    /// The users by public key.
    private(set) var users: [String: User] = [:]
    /// Warnings about the policy, for the log.
    public internal(set) var remarks: [String] = []

    /// Creates a policy without keys.
    init() {}

    /// The number of keys.
    public var count: Int { users.count }

    mutating func add(_ user: User) { users[user.publicKey] = user }
}
