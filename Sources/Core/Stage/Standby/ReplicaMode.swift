import SaybusMessages

/// How an instance stands beside others of its role.
public struct ReplicaMode: Sendable, Equatable {
    /// Works only while no other of its kind does.
    public var standby: Bool
    /// The share of the conversations that it serves; nil: all.
    public var share: BucketShare?
    /// Works on the same input as the others, and publishes what nobody acts on.
    public var isShadow: Bool

    /// A placement.
    public init(standby: Bool = false, share: BucketShare? = nil, isShadow: Bool = false) {
        (self.standby, self.share, self.isShadow) = (standby, share, isShadow)
    }

    /// The only one of its role, or one of several that all work.
    public static let single = ReplicaMode()
}
