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

        /// Microseconds by which the instance's clock is ahead of the broker's: as the instance itself has measured
        /// it, or else as its status differs from the broker's stamp; nil when unknown.
        public let clockSkew: Int64?
        /// Whether the instance's messages have the times of its own clock, not the broker's.
        let usesOwnClock: Bool
        /// The time of the status since 1970, by the broker's clock if it is known; nil when unknown.
        private let time: Duration?

        /// Creates a member with a status.
        /// - Parameters:
        ///   - status: The newest status of the instance.
        ///   - run: The run of the process that published the status.
        ///   - at: Unix time of the status in microseconds.
        ///   - stamp: Unix time in microseconds at which the broker forwarded the status; nil when unknown.
        public init(status: StageStatus, run: UInt32, at: Int64? = nil, stamp: Int64? = nil) {
            (self.status, self.run, self.at) = (status, run, at)
            usesOwnClock = status.clockSkewMs == nil
            time = (stamp ?? at).map { Duration.microseconds($0) }
            let seen = at.flatMap { at in stamp.map { at.subtractingReportingOverflow($0) } }
            clockSkew =
                status.clockSkewMs.map { Int64(clamping: $0.multipliedReportingOverflow(by: 1000).partialValue) }
                ?? seen.flatMap { $0.overflow ? nil : $0.partialValue }
        }

        /// Returns whether this is a run that began before another one of its name, which has shown itself just now.
        fileprivate func isFormer(to other: Member) -> Bool {
            guard run != other.run, !other.status.state.isGone, let time, let last = other.time,
                (Duration.zero...Presence.maximumSilence).contains(time - last)
            else { return false }
            let began = time - Duration.milliseconds(status.uptimeMs)
            return began < last - Duration.milliseconds(other.status.uptimeMs)
        }
    }

    /// The arrival of an instance that has begun to work.
    public struct Arrival: Sendable, Equatable {
        /// The role in which the instance works.
        public let role: Role
        /// The sessions that the instance serves.
        public let coverage: SessionScope

        /// Creates an arrival.
        public init(role: Role, coverage: SessionScope = .all) { (self.role, self.coverage) = (role, coverage) }
    }

    /// The instances by `role/instance`.
    public private(set) var members: [Source: Member] = [:]
    private let capacity: Int

    /// Creates an empty presence.
    /// - Parameter capacity: The most instances. Instances that are gone make room for new ones.
    public init(capacity: Int = 4096) { self.capacity = capacity }

    /// The time without a status after which a run counts no more: that after which the broker reports a stage as lost.
    private static let maximumSilence = Duration.seconds(3)

    /// Records a status. That of a former run says nothing of its successor, and is ignored.
    /// - Returns: An arrival when the instance was not ready before, because it was started or was on
    ///   standby.
    public mutating func update(_ status: StageStatus, run: UInt32, at: Int64? = nil, stamp: Int64? = nil) -> Arrival? {
        // The status names the stage, not the message's source: the broker publishes the loss of a stage.
        guard let source = Source(role: status.role, instance: status.instance) else { return nil }
        let before = members[source]
        if before == nil, members.count >= capacity {
            guard let gone = members.first(where: { $0.value.status.state.isGone })?.key else { return nil }
            members[gone] = nil
        }
        let member = Member(status: status, run: run, at: at, stamp: stamp)
        if let before, member.isFormer(to: before) { return nil }
        members[source] = member
        let wasReady = before?.run == run && before?.status.state == .ready
        return status.state == .ready && !wasReady ? Arrival(role: status.role, coverage: status.coverage) : nil
    }

    /// The microseconds from which a difference of clocks is an error to correct, not a delay: one second.
    public static let minimumClockError: Int64 = 1_000_000
    /// The most microseconds corrected: an hour.
    static let maximumClockError: Int64 = 3_600_000_000

    /// Returns the microseconds to subtract from the times in the messages of a program with the times of its own
    /// clock.
    func clockError(of source: Source) -> Int64 {
        guard let member = members[source], member.usesOwnClock, let skew = member.clockSkew,
            (Self.minimumClockError...Self.maximumClockError).contains(Int64(clamping: skew.magnitude))
        else { return 0 }
        return skew
    }

    /// Returns whether another ready instance of a stage's role serves a session.
    func hasPeer(of stage: Source, for session: Session) -> Bool {
        members.contains { source, member in
            source.role == stage.role && source != stage && member.status.state == .ready
                && member.status.coverage.contains(session)
        }
    }

    /// Returns whether a ready instance of a role serves a session; nil means any session.
    public func isReady(_ role: Role, for session: Session? = nil) -> Bool {
        members.values.contains { member in
            member.status.role == role && member.status.state == .ready
                && (session.map { member.status.coverage.contains($0) } ?? true)
        }
    }
}
