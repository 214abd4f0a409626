import SaybusMessages

/// The election of the one instance that works, among several that could. Each instance decides on its own,
/// from the statuses that all of them receive. Pure.
///
/// An instance begins on standby. When its own status returns from the broker, it has received those of all
/// instances that were present before it, its *seniors*. It takes over, with the next `StageStatus.term`,
/// when no instance works and no senior waits. If two instances work, because a frozen one is back or both
/// took over at once, the one with the higher term continues. If their terms are equal, the one whose name
/// sorts first continues. Only the newest status of each instance counts, so the order among the statuses of
/// different instances does not matter.
struct Election: Sendable {
    /// A decision for this instance.
    enum Decision: Sendable, Equatable {
        case wait
        /// Begin to work, with this term.
        case takeOver(term: Int)
        /// Finish the messages in progress, and wait again.
        case stepDown
    }

    /// The properties of the work that an instance is elected for. Instances that differ in any of them do
    /// not replace each other.
    struct Scope: Sendable, Equatable {
        let role: String
        let coverage: SessionScope
        let app: String?

        init(_ status: StageStatus) { (role, coverage, app) = (status.role, status.coverage, status.app) }
    }

    private struct Other: Sendable {
        let run: UInt32
        let works: Bool
        /// Whether the instance was started without `--standby`, so that it never steps down.
        let isPermanent: Bool
        let term: Int
        /// The number of this instance's heartbeats that have returned since the other instance's last
        /// status.
        var silence = 0
    }

    /// The number of this instance's heartbeats after which a silent instance counts as gone. The broker
    /// reports the loss sooner, unless the broker itself was restarted since. This is also the number of
    /// heartbeats for which a senior may fail to take over.
    static let silenceLimit = 4
    /// The fewest milliseconds between two heartbeats. Statuses of this instance in between report changes,
    /// and do not count.
    static let leastInterval = 900

    private let me: Source
    private let run: UInt32
    private let scope: Scope
    private let capacity: Int
    private var others: [Source: Other] = [:]
    private var seniors: Set<Source> = []
    private var highestTerm = 0
    private var lastBeat: Int?
    /// The number of this instance's heartbeats that have returned since an instance worked.
    private var vacancy = 0
    /// Whether this instance's own status has returned, so that all seniors are known.
    private(set) var isSettled = false
    /// The term of this instance while it works.
    private(set) var term: Int?

    /// Creates an election.
    /// - Parameters:
    ///   - me: This instance.
    ///   - run: The run of this instance.
    ///   - scope: The work that the instances are elected for.
    ///   - capacity: The most other instances that are considered.
    init(_ me: Source, run: UInt32, scope: Scope, capacity: Int = 1024) {
        (self.me, self.run, self.scope, self.capacity) = (me, run, scope, capacity)
    }

    /// Records a status, in the order in which the broker passes them on.
    /// - Parameters:
    ///   - publisher: The publisher of the status, which for the loss of a stage is the broker.
    ///   - run: The publisher's run.
    /// - Returns: The decision that follows.
    mutating func update(_ status: StageStatus, from publisher: Source, run: UInt32) -> Decision {
        guard let subject = Source(role: status.role, instance: status.instance), Scope(status) == scope else {
            return .wait
        }
        highestTerm = max(highestTerm, status.term ?? 0)
        if subject == me {
            if publisher == me, run == self.run {
                ownStatusReturned(status)
            } else if status.state == .lost {
                // The other instances have removed this one, so for them all present instances are its
                // seniors.
                seniors = Set(others.keys)
            }
        } else {
            otherChanged(subject, status, run)
        }
        return decide()
    }

    private mutating func ownStatusReturned(_ status: StageStatus) {
        isSettled = true
        guard let last = lastBeat else {
            lastBeat = status.uptimeMs
            return
        }
        guard WallClock.elapsed(from: Int64(last), to: Int64(status.uptimeMs)) >= Self.leastInterval else { return }
        lastBeat = status.uptimeMs
        vacancy += 1
        for source in others.keys { others[source]?.silence += 1 }
        for (source, other) in others where other.silence >= Self.silenceLimit { forget(source) }
    }

    private mutating func otherChanged(_ subject: Source, _ status: StageStatus, _ run: UInt32) {
        guard status.state == .ready || status.state == .standby else {
            forget(subject)
            return
        }
        if let known = others[subject], known.run != run { forget(subject) }
        guard others[subject] != nil || others.count < capacity else { return }
        if others[subject] == nil, !isSettled { seniors.insert(subject) }
        others[subject] = Other(
            run: run, works: status.state == .ready, isPermanent: status.standby != true, term: status.term ?? 0)
    }

    private mutating func forget(_ source: Source) {
        others[source] = nil
        seniors.remove(source)
    }

    private mutating func decide() -> Decision {
        guard isSettled else { return .wait }
        let working = others.filter(\.value.works)
        if let term {
            let isBeaten = working.contains { source, other in
                other.isPermanent || other.term > term || (other.term == term && source.description < me.description)
            }
            guard isBeaten else { return .wait }
            self.term = nil
            return .stepDown
        }
        if !working.isEmpty { vacancy = 0 }
        guard working.isEmpty, seniors.isEmpty || vacancy >= Self.silenceLimit else { return .wait }
        let (next, overflow) = highestTerm.addingReportingOverflow(1)
        highestTerm = overflow ? .max : next
        term = highestTerm
        return .takeOver(term: highestTerm)
    }
}
