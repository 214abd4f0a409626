import SaybusMessages

/// The election of the one instance that works, among several that could. Each instance decides on its own,
/// from the statuses that all of them receive. Pure.
///
/// An instance begins on standby. When its own status comes back from the broker, it has received those of all
/// instances that were there before, its *seniors*. It takes over when no instance works and no senior waits,
/// with the next ``StageStatus/term``. If two work, because a frozen one is back or two took over at once, the
/// one with the higher term continues; of equal terms, the one whose name sorts first. Only the newest status
/// of each instance counts, so the order in which those of different instances arrive does not matter.
struct Election: Sendable {
    /// A decision for this instance.
    enum Decision: Sendable, Equatable {
        case wait
        /// Begin to work, with this term.
        case takeOver(term: Int)
        /// Finish the messages in progress, and wait again.
        case stepDown
    }

    /// The work that is elected for: instances that differ in any of these properties do not replace each
    /// other.
    struct Scope: Sendable, Equatable {
        let role: String
        let coverage: SessionScope
        let app: String?

        init(_ status: StageStatus) { (role, coverage, app) = (status.role, status.coverage, status.app) }
    }

    private struct Other: Sendable {
        let run: UInt32
        let works: Bool
        /// Whether it was started without `--standby`, so that it never steps down.
        let isPermanent: Bool
        let term: Int
        /// The number of this instance's heartbeats that have come back since the other's last status.
        var silence = 0
    }

    /// The number of this instance's heartbeats after which a silent instance counts as gone. The broker
    /// reports its loss sooner, unless it was itself restarted since. For as many heartbeats a senior may leave
    /// the work undone.
    static let silenceLimit = 4
    /// The least milliseconds between two heartbeats; statuses of this instance in between are changes.
    static let leastInterval = 900

    private let me: Source
    private let run: UInt32
    private let scope: Scope
    private let capacity: Int
    private var others: [Source: Other] = [:]
    private var seniors: Set<Source> = []
    private var highestTerm = 0
    private var lastBeat: Int?
    /// The number of this instance's heartbeats that have come back since an instance worked.
    private var vacancy = 0
    /// Whether this instance's own status has come back, so that all seniors are known.
    private(set) var isSettled = false
    /// The term of this instance while it works.
    private(set) var term: Int?

    /// Creates an election.
    /// - Parameters:
    ///   - me: This instance.
    ///   - run: This run of it.
    ///   - scope: The work that is elected for.
    ///   - capacity: The most other instances that are considered.
    init(_ me: Source, run: UInt32, scope: Scope, capacity: Int = 1024) {
        (self.me, self.run, self.scope, self.capacity) = (me, run, scope, capacity)
    }

    /// Records a status, in the order in which the broker passes them on.
    /// - Parameters:
    ///   - publisher: The publisher of the status: the broker publishes the loss of a stage.
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
                // The others have removed this instance: to them, all that are there are its seniors.
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
