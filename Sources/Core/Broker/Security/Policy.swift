import SaybusBus
import SaybusMessages

/// Which keys may come to the bus, and what each may publish and hear. Pure.
public struct Policy: Sendable, Equatable {
    /// What the owner of a key may do.
    struct User: Sendable, Equatable {
        /// In stamps, logs and refusals.
        var name: String
        /// 40 characters of Z85.
        var publicKey: String
        /// What it may say.
        var publish: Set<KindGrant> = []
        /// What it may hear.
        var subscribe: Set<KindGrant> = []
        /// The conversations it takes part in; nil means all.
        var sessions: Set<Session>?
        /// The roles it may speak as; nil means any.
        var roles: Set<String>?

        func mayPublish(_ kind: Kind, in session: Session) -> Bool {
            if kind == Barrier.kind { return true }
            // Only the broker refuses.
            guard kind != Refusal.kind else { return false }
            return publish.contains { $0.covers(kind) } && takesPart(in: session, kind)
        }

        func mayHear(_ kind: Kind, in session: Session) -> Bool {
            if kind == Barrier.kind { return true }
            if kind == Refusal.kind, session == Credentials.refusalSession(publicKey: publicKey) { return true }
            return subscribe.contains { $0.covers(kind) } && takesPart(in: session, kind)
        }

        func takesPart(in session: Session, _ kind: Kind) -> Bool {
            guard let sessions else { return true }
            return Policy.sessionless.contains(kind) || sessions.contains(session)
        }
    }

    /// These are about the bus and its apps, not parts of a conversation.
    static let sessionless: Set<Kind> = [Catalog.kind, StageStatus.kind, Barrier.kind]

    /// By public key.
    private(set) var users: [String: User] = [:]
    /// What looks wrong and is not: for the log.
    public internal(set) var remarks: [String] = []

    /// A policy that lets nobody in.
    init() {}

    /// How many keys may come.
    public var count: Int { users.count }

    mutating func add(_ user: User) { users[user.publicKey] = user }
}
