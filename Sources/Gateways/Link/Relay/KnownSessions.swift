import SaybusMessages

/// The sessions of a site for which its catalogs are valid here. Pure; bounded. Times are microseconds of a steady
/// clock.
///
/// A further session changes all catalogs of its site, and the recognizers take only some changes a second of a link.
/// So a site has an allowance of its own; the sessions that come faster wait for each other, and change the catalogs
/// once.
struct KnownSessions: Sendable {
    /// The result of the first words of a turn.
    enum Entry: Sendable {
        /// The catalogs are valid for the session.
        case known
        /// The catalogs must be published first.
        case added
        /// The site has used up its allowance for now.
        case soon
        /// The site has too many sessions at once.
        case tooMany
    }

    /// The most sessions of a site.
    static let capacity = 256
    /// Microseconds without words after which a session makes room for others.
    static let idleTime: Int64 = 30_000_000
    /// Microseconds without words after which a session is forgotten, when the catalogs are published anyway.
    static let maximumIdleTime: Int64 = 600_000_000
    /// Microseconds in which a site earns the change of one catalog.
    private static let pause: Int64 = 200_000
    /// Microseconds for which a site can save up changes: twenty at once.
    private static let maximumSaved: Int64 = 4_000_000

    /// The known sessions, with the times of their last words.
    private var used: [Session: Int64] = [:]
    private var waiting: Set<Session> = []
    private var nextChange = Int64.min

    init() {}

    /// The known sessions.
    var all: Set<Session> { Set(used.keys) }

    /// The number of sessions.
    var count: Int { used.count + waiting.count }

    /// Returns whether the catalogs are valid for a session.
    func contains(_ session: Session) -> Bool { used[session] != nil }

    /// Records words of a session.
    /// - Parameters:
    ///   - session: The session.
    ///   - catalogs: The number of the site's catalogs, which change when the session is new.
    ///   - now: The current time.
    mutating func enter(_ session: Session, catalogs: Int, now: Int64) -> Entry {
        guard used[session] == nil else {
            used[session] = now
            return .known
        }
        if !waiting.contains(session), count >= Self.capacity { forget(idleFor: Self.idleTime, now: now) }
        guard waiting.contains(session) || count < Self.capacity else { return .tooMany }
        waiting.insert(session)
        guard nextChange <= now else { return .soon }
        let cost = min(Int64(catalogs) * Self.pause, Self.maximumSaved)
        nextChange = max(nextChange, now - Self.maximumSaved) + cost
        forget(idleFor: Self.maximumIdleTime, now: now)
        for session in waiting { used[session] = now }
        waiting = []
        return .added
    }

    /// Forgets the sessions without words for a time. Their catalogs are not published for this alone.
    mutating func forget(idleFor time: Int64, now: Int64) {
        used = used.filter { now - $0.value < time }
        // One that waits comes again within a second or two, and would have been let in with all others.
        if nextChange <= now - time { waiting = [] }
    }
}
