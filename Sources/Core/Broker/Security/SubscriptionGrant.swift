import SaybusBus
import SaybusMessages

/// What is granted of one subscription: the prefixes that together match what of it is allowed, and nothing else. Pure.
struct SubscriptionGrant: Sendable, Equatable {
    /// None: refused.
    let prefixes: [[UInt8]]
    /// Whether that is all that was asked for.
    let isWhole: Bool

    /// The bytes of which topics are made.
    private static let alphabet = Array("abcdefghijklmnopqrstuvwxyz0123456789.-/".utf8)

    init(_ asked: [UInt8], for user: Policy.User) {
        let allowed = Self.allowed(user)
        let holes = KindGrant.privateKinds.filter { kind in
            !user.subscribe.contains { !$0.isBeginning && $0.text == kind.rawValue }
        }.map { Topic.prefix($0) }
        var granted: Set<[UInt8]> = []
        for (prefix, hasHoles) in allowed {
            let narrower = asked.starts(with: prefix) ? asked : prefix.starts(with: asked) ? prefix : nil
            guard let narrower else { continue }
            granted.formUnion(hasHoles ? Self.without(holes, narrower) : [narrower])
        }
        prefixes = granted.sorted { $0.lexicographicallyPrecedes($1) }
        isWhole = granted.contains(asked)
    }

    /// The prefixes that a user may hear, and whether private kinds must be taken out of them.
    private static func allowed(_ user: Policy.User) -> [(prefix: [UInt8], hasHoles: Bool)] {
        var result: [([UInt8], Bool)] = [(Topic.prefix(Barrier.kind), false)]
        if let own = Credentials.refusalSession(publicKey: user.publicKey) {
            result.append((Topic(Refusal.kind, own).bytes, false))
        }
        func add(_ kind: Kind) {
            guard let sessions = user.sessions, !Policy.sessionless.contains(kind) else {
                result.append((Topic.prefix(kind), false))
                return
            }
            for session in sessions { result.append((Topic(kind, session).bytes, false)) }
        }
        for grant in user.subscribe {
            if !grant.isBeginning {
                if let kind = Kind(rawValue: grant.text) { add(kind) }
            } else if user.sessions == nil {
                result.append((Array(grant.text.utf8), true))
            } else {
                // A prefix cannot name a session and leave the kind open: so, those known.
                var kinds: [Kind] = []
                for type in MessageCatalog.all { kinds += [type.kind, type.kind.shadow] }
                for kind in kinds where grant.covers(kind) { add(kind) }
            }
        }
        return result
    }

    /// The prefixes that match what `prefix` matches, less what begins with a hole.
    private static func without(_ holes: [[UInt8]], _ prefix: [UInt8]) -> [[UInt8]] {
        if holes.contains(where: { prefix.starts(with: $0) }) { return [] }
        let inside = holes.filter { $0.starts(with: prefix) }
        guard !inside.isEmpty else { return [prefix] }
        return alphabet.flatMap { without(inside, prefix + [$0]) }
    }
}
