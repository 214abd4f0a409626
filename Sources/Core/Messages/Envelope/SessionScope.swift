/// The sessions that a stage serves or a subscriber wants to receive.
public struct SessionScope: Sendable, Hashable {
    /// The only session; nil means any.
    public var session: Session?
    /// The share of the sessions; nil means all.
    public var share: BucketShare?

    /// Creates the intersection of a session and a share.
    public init(session: Session? = nil, share: BucketShare? = nil) { (self.session, self.share) = (session, share) }

    /// All sessions.
    public static let all = SessionScope()

    /// The session or the share, or `all`, in a form that is suitable for file names.
    public var name: String { session?.rawValue ?? share.map { "\($0.index)of\($0.count)" } ?? "all" }

    /// Returns whether a session belongs to the scope.
    public func contains(_ session: Session) -> Bool {
        (self.session.map { $0 == session } ?? true) && (share?.contains(session) ?? true)
    }

    /// Returns the topic prefixes for a subscription to a kind; none when the session is not in the share.
    public func prefixes(of kind: Kind) -> [[UInt8]] {
        if let session { return contains(session) ? [Topic(kind, session).bytes] : [] }
        guard let share, share.count > 1 else { return [Topic.prefix(kind)] }
        return share.buckets.map { Topic.prefix(kind, bucket: $0) }
    }
}
