import SaybusMessages

/// The election of the one instance that works, among several that could. Each instance decides on its own,
/// from the statuses that all of them receive. Pure.
///
/// An instance begins on standby. When its own status returns from the broker, it has received those of all
/// instances that were present before it, its *seniors*. When no instance works and no senior waits, it claims
/// the next `StageStatus.term`: it publishes the term, and is still on standby. When this status has returned,
/// it takes over, unless another instance has claimed as much or works by then. The broker passes statuses on in
/// one order, so of several instances that claim at once only the first takes over.
///
/// If two instances work nevertheless, because a frozen one is back, the one with the higher term continues. If
/// their terms are equal, the one whose name sorts first continues.
struct Election: Sendable {
    /// A decision for this instance.
    enum Decision: Sendable, Equatable {
        case wait
        /// Publish this term, and stay on standby.
        case claim(term: Int)
        /// Begin to work, with the term claimed before.
        case takeOver(term: Int)
        /// Finish the messages in progress, and wait again.
        case stepDown
    }

    /// The properties of the work that an instance is elected for. Instances that differ in any of them do
    /// not replace each other.
    struct Scope: Sendable, Equatable {
        let role: Role
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
        /// The term that it claims; nil when none has been decided on since.
        var claim: Int?
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
    static let minimumInterval = 900

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
    /// The term that this instance claims, until its claim has returned or is void.
    private(set) var claim: Int?

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
    ///   - now: This program's uptime in milliseconds.
    /// - Returns: The decision that follows.
    mutating func update(_ status: StageStatus, from publisher: Source, run: UInt32, now: Int = 0) -> Decision {
        guard let subject = Source(role: status.role, instance: status.instance), Scope(status) == scope else {
            return .wait
        }
        let before = highestTerm
        highestTerm = max(highestTerm, status.term ?? 0)
        if subject == me {
            if publisher == me, run == self.run {
                // It is no candidate yet.
                guard status.state != .starting else { return .wait }
                ownStatusReturned(status)
                if let claim, status.term == claim, takesOver(claim, claimedAt: status.uptimeMs, now: now) {
                    return .takeOver(term: claim)
                }
            } else if status.state == .lost {
                // The other instances have removed this one, so for them all present instances are its
                // seniors.
                seniors = Set(others.keys)
            }
        } else {
            otherChanged(subject, status, run, highestTermBefore: before)
        }
        return decide()
    }

    /// Decides on this instance's claim that has returned. After a freeze, others may have taken over since, so an
    /// old claim is void.
    private mutating func takesOver(_ claimed: Int, claimedAt: Int, now: Int) -> Bool {
        claim = nil
        guard WallClock.elapsed(from: Int64(claimedAt), to: Int64(now)) < WorkLease.duration else { return false }
        term = claimed
        return true
    }

    private mutating func ownStatusReturned(_ status: StageStatus) {
        isSettled = true
        // On a bus without keys, another program may have given any number under this name. After a huge one, no beat
        // would count again.
        let beat = max(0, status.uptimeMs)
        guard let last = lastBeat, beat >= last else {
            lastBeat = beat
            return
        }
        guard beat - last >= Self.minimumInterval else { return }
        lastBeat = beat
        vacancy += 1
        for source in others.keys { others[source]?.silence += 1 }
        for (source, other) in others where other.silence >= Self.silenceLimit { forget(source) }
    }

    private mutating func otherChanged(
        _ subject: Source, _ status: StageStatus, _ run: UInt32, highestTermBefore: Int
    ) {
        guard status.state == .ready || status.state == .standby else {
            forget(subject)
            return
        }
        if let known = others[subject], known.run != run { forget(subject) }
        guard others[subject] != nil || others.count < capacity else { return }
        if others[subject] == nil, !isSettled { seniors.insert(subject) }
        let (term, known) = (status.term ?? 0, others[subject])
        var claim: Int?
        if status.state == .standby {
            let isNew = term > known?.term ?? 0 && term >= highestTermBefore
            claim = isNew ? term : known?.claim.flatMap { $0 == term ? term : nil }
        } else {
            // The claims of this term are decided.
            for source in others.keys where others[source]?.claim ?? .max <= term { others[source]?.claim = nil }
        }
        others[subject] = Other(
            run: run, works: status.state == .ready, isPermanent: status.standby != true, term: term, claim: claim)
        // Another instance's claim that comes before the return of this one's has precedence.
        if let own = self.claim, status.state == .ready || claim ?? 0 >= own { self.claim = nil }
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
            guard isBeaten || others.contains(where: { $0.value.claim ?? 0 > term }) else { return .wait }
            self.term = nil
            return .stepDown
        }
        if !working.isEmpty { vacancy = 0 }
        let mustWait = !seniors.isEmpty || others.contains { $0.value.claim != nil }
        guard working.isEmpty, claim == nil, !mustWait || vacancy >= Self.silenceLimit else { return .wait }
        let (next, overflow) = highestTerm.addingReportingOverflow(1)
        highestTerm = overflow ? .max : next
        claim = highestTerm
        return .claim(term: highestTerm)
    }
}
