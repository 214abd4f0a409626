/// A replica's share of all sessions: `0/4` is the share of the first of four replicas.
///
/// A session belongs to the replica whose index is its bucket modulo the number of replicas. So the replicas
/// need no coordinator, and libzmq filters by topic prefix.
public struct BucketShare: RawRepresentable, Sendable, Hashable, Codable, CustomStringConvertible {
    /// The index of the replica, from 0.
    public let index: Int
    /// The number of replicas, 1 to 256.
    public let count: Int

    /// Creates a share; nil unless `count` is in 1…256 and `index` is below it.
    public init?(index: Int, count: Int) {
        guard (1...256).contains(count), (0..<count).contains(index) else { return nil }
        (self.index, self.count) = (index, count)
    }

    /// Reads `index/count` in decimal digits.
    public init?(rawValue: String) {
        let parts = rawValue.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ $0.utf8.allSatisfy { (48...57).contains($0) } }),
            let index = Int(parts[0]), let count = Int(parts[1])
        else { return nil }
        self.init(index: index, count: count)
    }

    /// `index/count`.
    public var rawValue: String { "\(index)/\(count)" }

    /// `index/count`.
    public var description: String { rawValue }

    /// The buckets of this share, ascending.
    public var buckets: [UInt8] { stride(from: index, to: 256, by: count).map { UInt8($0) } }

    /// Returns whether a session belongs to the share.
    public func contains(_ session: Session) -> Bool { Int(session.bucket) % count == index }
}
