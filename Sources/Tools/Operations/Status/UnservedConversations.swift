import SaybusMessages

/// The conversations for which no stage of a role is ready, although other replicas of the role are. Pure.
struct UnservedConversations {
    /// Number of topic buckets.
    private static let bucketCount = 256

    /// The role whose replicas leave buckets unserved.
    let role: Role
    /// Number of buckets without a ready stage, 1 to 255.
    private let missing: Int

    /// Examines the replicas of a role; nil when all conversations are served, or when no replica is ready.
    ///
    /// A stage for a single conversation, such as a room's, says nothing about the others.
    init?(_ role: Role, among stages: some Sequence<StageStatus>) {
        let ready = stages.filter { $0.role == role && $0.state == .ready && $0.coverage.session == nil }
        let served = ready.reduce(into: Set<UInt8>()) { served, stage in
            served.formUnion(stage.coverage.share?.buckets ?? Array(0...UInt8.max))
        }
        guard !served.isEmpty, served.count < Self.bucketCount else { return nil }
        (self.role, missing) = (role, Self.bucketCount - served.count)
    }

    /// Returns the roles of which only some replicas are ready, in the order of their names.
    static func list(_ stages: some Sequence<StageStatus>) -> [UnservedConversations] {
        Set(stages.map(\.role)).sorted().compactMap { UnservedConversations($0, among: stages) }
    }

    /// The trouble in a sentence.
    var trouble: String {
        let percent = max(1, (missing * 100 + Self.bucketCount / 2) / Self.bucketCount)
        return
            "\(role): no stage is ready for \(percent) % of the conversations; start a replica for the rest (--buckets)"
    }
}
