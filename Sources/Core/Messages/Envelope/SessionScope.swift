/// The sessions that somebody serves or wants to hear.
public struct SessionScope: Sendable, Hashable {
    /// The only one; nil: any.
    public var session: Session?
    /// The share they belong to; nil: any.
    public var share: BucketShare?

    /// Those that fit everything that is given.
    public init(session: Session? = nil, share: BucketShare? = nil) { (self.session, self.share) = (session, share) }

    /// Every session.
    public static let all = SessionScope()

    /// The session or the share, or `all`: for names of files and the like.
    public var name: String { session?.rawValue ?? share.map { "\($0.index)of\($0.count)" } ?? "all" }

    /// Whether a session is among them.
    public func contains(_ session: Session) -> Bool {
        (self.session.map { $0 == session } ?? true) && (share?.contains(session) ?? true)
    }

    /// What a subscriber to a kind asks the broker for. A session that does not belong to the share leaves nothing.
    public func prefixes(of kind: Kind) -> [[UInt8]] {
        if let session { return contains(session) ? [Topic(kind, session).bytes] : [] }
        guard let share, share.count > 1 else { return [Topic.prefix(kind)] }
        return share.buckets.map { Topic.prefix(kind, bucket: $0) }
    }
}
