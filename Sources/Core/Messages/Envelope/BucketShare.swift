/// The share of all sessions that one of several replicas serves: `0/4` is the first of four.
///
/// A session belongs to the share that its bucket leaves as remainder, so that the replicas need no coordinator, and libzmq filters by topic prefix.
public struct BucketShare: RawRepresentable, Sendable, Hashable, Codable, CustomStringConvertible {
    /// Which of the replicas, from 0.
    public let index: Int
    /// How many replicas there are, 1 to 256.
    public let count: Int

    /// A share; nil unless `index` is below `count`, which is 256 at most.
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

    /// The buckets of this share.
    public var buckets: [UInt8] { stride(from: index, to: 256, by: count).map { UInt8($0) } }

    /// Whether a session belongs to it.
    public func contains(_ session: Session) -> Bool { Int(session.bucket) % count == index }
}
