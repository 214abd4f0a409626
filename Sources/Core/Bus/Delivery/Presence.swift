import SaybusMessages

/// Who is there, from the statuses heard. Pure; bounded.
public struct Presence: Sendable {
    /// The newest status of an instance.
    public struct Member: Sendable, Equatable {
        /// What it said.
        public let status: StageStatus
        /// Which start of it said so.
        public let run: UInt32
        /// When, in microseconds of Unix time by the clock of who published it; nil when it is not known.
        public let at: Int64?

        /// A status that was heard.
        public init(status: StageStatus, run: UInt32, at: Int64? = nil) {
            (self.status, self.run, self.at) = (status, run, at)
        }
    }

    /// Somebody who takes up work.
    public struct Arrival: Sendable, Equatable {
        /// What it does.
        public let role: String
        /// For which sessions.
        public let coverage: SessionScope

        /// An arrival.
        public init(role: String, coverage: SessionScope = .all) { (self.role, self.coverage) = (role, coverage) }
    }

    /// By `role/instance`.
    public private(set) var members: [Source: Member] = [:]
    private let capacity: Int

    /// Remembers so many instances; those that are gone make room for more.
    public init(capacity: Int = 4096) { self.capacity = capacity }

    /// Takes note of a status.
    /// - Returns: An arrival, when an instance has become ready that was not so before: started, or out of standby.
    public mutating func note(_ status: StageStatus, run: UInt32, at: Int64? = nil) -> Arrival? {
        // Not the message's source: that a stage is lost is said by the broker.
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

    /// Whether an instance of a role is ready that serves a session; nil: some session.
    public func isReady(_ role: String, for session: Session? = nil) -> Bool {
        members.values.contains { member in
            member.status.role == role && member.status.state == .ready
                && (session.map { member.status.coverage.contains($0) } ?? true)
        }
    }
}
