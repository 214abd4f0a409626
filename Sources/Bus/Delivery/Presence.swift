import Messages

/// Who is there, from the statuses heard. Pure; bounded.
public struct Presence: Sendable {
    /// The newest status of an instance.
    public struct Member: Sendable, Equatable {
        /// What it said.
        public let status: StageStatus
        /// Which start of it said so.
        public let run: UInt32
    }

    /// By `role/instance`.
    public private(set) var members: [Source: Member] = [:]
    private let capacity: Int

    /// Remembers so many instances; more are not taken note of.
    public init(capacity: Int = 4096) { self.capacity = capacity }

    /// Takes note of a status.
    /// - Returns: The role, when an instance of it has become ready that was not so before.
    public mutating func note(_ status: StageStatus, run: UInt32) -> String? {
        // Not the message's source: that a stage is lost is said by the broker.
        guard let source = Source(role: status.role, instance: status.instance) else { return nil }
        let before = members[source]
        guard before != nil || members.count < capacity else { return nil }
        members[source] = Member(status: status, run: run)
        let wasReady = before?.run == run && before?.status.state == .ready
        return status.state == .ready && !wasReady ? status.role : nil
    }

    /// Whether an instance of a role is ready.
    public func isReady(_ role: String) -> Bool {
        members.values.contains { $0.status.role == role && $0.status.state == .ready }
    }
}
