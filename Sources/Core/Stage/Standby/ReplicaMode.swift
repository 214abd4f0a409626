import SaybusMessages

/// The way in which an instance shares the work with other instances of its role.
public struct ReplicaMode: Sendable, Equatable {
    /// Whether the instance works only while no other instance does.
    public var standby: Bool
    /// The share of the sessions that the instance serves; nil means all.
    public var share: BucketShare?
    /// Whether the instance works on the same input as the others and publishes under shadow kinds, on which
    /// no stage acts.
    public var isShadow: Bool

    /// Creates a mode; without arguments, that of an instance that works on all sessions.
    public init(standby: Bool = false, share: BucketShare? = nil, isShadow: Bool = false) {
        (self.standby, self.share, self.isShadow) = (standby, share, isShadow)
    }

    /// The mode of the only instance of its role, or of one of several that all work.
    public static let single = ReplicaMode()
}
