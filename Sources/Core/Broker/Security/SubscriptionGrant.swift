import SaybusMessages

/// The granted part of a subscription: prefixes that together match exactly the allowed topics. Pure.
struct SubscriptionGrant: Sendable, Equatable {
    /// The granted prefixes; none when the subscription is refused.
    let prefixes: [[UInt8]]
    /// Whether the whole subscription is granted.
    let isComplete: Bool

    /// The bytes that occur in topics.
    private static let alphabet = Array("abcdefghijklmnopqrstuvwxyz0123456789.-/".utf8)

    /// The byte with which the broker's markers begin, and no topic.
    private static let markerStart: UInt8 = 0

    init(_ asked: [UInt8], for user: Policy.User) {
        guard asked.first != Self.markerStart else {
            (prefixes, isComplete) = ([], user.isUnrestricted)
            return
        }
        guard !user.isUnrestricted else {
            (prefixes, isComplete) = (Self.withoutMarkers(asked), true)
            return
        }
        let allowed = Self.allowed(user)
        let exclusions = KindGrant.privateKinds.filter { kind in
            !user.subscribe.contains { !$0.isPrefix && $0.text == kind.rawValue }
        }.map { Topic.prefix($0) }
        var granted: Set<[UInt8]> = []
        for (prefix, hasExclusions) in allowed {
            let narrower = asked.starts(with: prefix) ? asked : prefix.starts(with: asked) ? prefix : nil
            guard let narrower else { continue }
            granted.formUnion(hasExclusions ? Self.without(exclusions, narrower) : [narrower])
        }
        prefixes = granted.flatMap { Self.withoutMarkers($0) }.sorted { $0.lexicographicallyPrecedes($1) }
        isComplete = granted.contains(asked)
    }

    /// Returns prefixes that together match the same topics, but not the broker's markers of waiting messages. A
    /// subscriber of the markers of others would hold them by not reading, and the others would seem not to read.
    private static func withoutMarkers(_ prefix: [UInt8]) -> [[UInt8]] {
        prefix.isEmpty ? (markerStart + 1...UInt8.max).map { [$0] } : [prefix]
    }

    /// Returns the prefixes that a user may receive, and whether private kinds must be excluded from them.
    private static func allowed(_ user: Policy.User) -> [(prefix: [UInt8], hasExclusions: Bool)] {
        var result: [([UInt8], Bool)] = [(Topic.prefix(Barrier.kind), false)]
        if let own = user.credential?.refusalSession {
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
            if !grant.isPrefix {
                if let kind = Kind(rawValue: grant.text) { add(kind) }
            } else if user.sessions == nil {
                result.append((Array(grant.text.utf8), true))
            } else {
                // A prefix cannot name a session and leave the kind open, so the known kinds are granted one by
                // one.
                var kinds: [Kind] = []
                for type in MessageCatalog.all { kinds += [type.kind, type.kind.shadow] }
                for kind in kinds where grant.covers(kind) { add(kind) }
            }
        }
        return result
    }

    /// Returns the prefixes that match the topics of `prefix`, except those that begin with an excluded prefix.
    private static func without(_ exclusions: [[UInt8]], _ prefix: [UInt8]) -> [[UInt8]] {
        if exclusions.contains(where: { prefix.starts(with: $0) }) { return [] }
        let inside = exclusions.filter { $0.starts(with: prefix) }
        guard !inside.isEmpty else { return [prefix] }
        return alphabet.flatMap { without(inside, prefix + [$0]) }
    }
}
