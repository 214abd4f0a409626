import SaybusMessages

/// The stages on the bus, by the statuses received. Pure; bounded.
public struct Presence: Sendable {
    /// The newest status of an instance.
    public struct Member: Sendable, Equatable {
        /// The newest status of the instance.
        public let status: StageStatus
        /// The run of the process that published the status.
        public let run: UInt32
        /// Unix time of the status in microseconds, by the publisher's clock; nil when unknown.
        public let at: Int64?

        /// Creates a member with a status.
        public init(status: StageStatus, run: UInt32, at: Int64? = nil) {
            (self.status, self.run, self.at) = (status, run, at)
        }
    }

    /// The arrival of an instance that has begun to work.
    public struct Arrival: Sendable, Equatable {
        /// The role of the instance.
        public let role: String
        /// The sessions that the instance serves.
        public let coverage: SessionScope

        /// Creates an arrival.
        public init(role: String, coverage: SessionScope = .all) { (self.role, self.coverage) = (role, coverage) }
    }

    /// The instances by `role/instance`.
    public private(set) var members: [Source: Member] = [:]
    private let capacity: Int

    /// Creates an empty presence.
    /// - Parameter capacity: The most instances. Instances that are gone make room for new ones.
    public init(capacity: Int = 4096) { self.capacity = capacity }

    /// Records a status.
    /// - Returns: An arrival when the instance was not ready before, because it was started or was on
    ///   standby.
    public mutating func update(_ status: StageStatus, run: UInt32, at: Int64? = nil) -> Arrival? {
        // The status names the stage, not the message's source: the broker publishes the loss of a stage.
        guard let source = Source(role: status.role, instance: status.instance) else { return nil }
        let before = members[source]
        if before == nil, members.count >= capacity {
            guard let gone = members.first(where: { $0.value.status.state.isGone })?.key else { return nil }
            members[gone] = nil
        }
        members[source] = Member(status: status, run: run, at: at)
        let wasReady = before?.run == run && before?.status.state == .ready
        return status.state == .ready && !wasReady ? Arrival(role: status.role, coverage: status.coverage) : nil
    }

    /// Returns whether a ready instance of a role serves a session; nil means any session.
    public func isReady(_ role: String, for session: Session? = nil) -> Bool {
        members.values.contains { member in
            member.status.role == role && member.status.state == .ready
                && (session.map { member.status.coverage.contains($0) } ?? true)
        }
    }
}
