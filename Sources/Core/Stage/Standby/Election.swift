import SaybusMessages

/// Which of several instances that could do the same work does it: decided by each on its own, from the statuses that all hear. Pure.
///
/// An instance begins on standby. Its own status, back from the broker, proves that it has heard of everybody who was there before, its
/// *seniors*. It takes over when none works and no senior waits, and counts one ``StageStatus/term`` on. Of two that work, after a frozen one has come
/// back or two have taken over at once, the higher term goes on; of equal terms the name that sorts first. Everything rests on what the newest statuses
/// say, so it does not matter in which order they came from different instances.
struct Election: Sendable {
    /// What the instance must do now.
    enum Decision: Sendable, Equatable {
        case wait
        /// Work, under this term.
        case takeOver(term: Int)
        /// Finish what is in hand and wait again.
        case stepDown
    }

    /// Whose work it is: instances that differ in any of these do not stand in for each other.
    struct Scope: Sendable, Equatable {
        let role: String
        let coverage: SessionScope
        let app: String?

        init(_ status: StageStatus) { (role, coverage, app) = (status.role, status.coverage, status.app) }
    }

    private struct Other: Sendable {
        let run: UInt32
        let works: Bool
        /// Started without `--standby`: never steps down.
        let insists: Bool
        let term: Int
        /// How many beats of ours have come back since its last.
        var silence = 0
    }

    /// After how many of our own beats an instance that said nothing is gone. The broker says so sooner, unless it was itself started anew since.
    /// So long, too, a senior may leave the work undone.
    static let patience = 4
    /// Statuses of ours that are closer together than this are not two beats: milliseconds.
    static let beat = 900

    private let me: Source
    private let run: UInt32
    private let scope: Scope
    private let capacity: Int
    private var others: [Source: Other] = [:]
    private var seniors: Set<Source> = []
    private var highestTerm = 0
    private var lastBeat: Int?
    /// How many beats of ours have come back since somebody worked.
    private var vacancy = 0
    /// Whether our own status has come back: all who were there before us are known.
    private(set) var isSettled = false
    /// Our term while we work.
    private(set) var term: Int?

    /// - Parameter capacity: How many others are taken note of.
    init(_ me: Source, run: UInt32, scope: Scope, capacity: Int = 1024) {
        (self.me, self.run, self.scope, self.capacity) = (me, run, scope, capacity)
    }

    /// Takes note of a status, in the order in which the broker passes them on.
    /// - Parameters:
    ///   - publisher: Who published it: the broker says of others that they are lost.
    ///   - run: The publisher's.
    mutating func note(_ status: StageStatus, from publisher: Source, run: UInt32) -> Decision {
        guard let subject = Source(role: status.role, instance: status.instance), Scope(status) == scope else {
            return .wait
        }
        highestTerm = max(highestTerm, status.term ?? 0)
        if subject == me {
            if publisher == me, run == self.run {
                returned(status)
            } else if status.state == .lost {
                // The others have forgotten us: to them we come after all who are there.
                seniors = Set(others.keys)
            }
        } else {
            heard(of: subject, status, run)
        }
        return decide()
    }

    private mutating func returned(_ status: StageStatus) {
        isSettled = true
        guard let last = lastBeat else {
            lastBeat = status.uptimeMs
            return
        }
        guard WallClock.elapsed(from: Int64(last), to: Int64(status.uptimeMs)) >= Self.beat else { return }
        lastBeat = status.uptimeMs
        vacancy += 1
        for source in others.keys { others[source]?.silence += 1 }
        for (source, other) in others where other.silence >= Self.patience { forget(source) }
    }

    private mutating func heard(of subject: Source, _ status: StageStatus, _ run: UInt32) {
        guard status.state == .ready || status.state == .standby else {
            forget(subject)
            return
        }
        if let known = others[subject], known.run != run { forget(subject) }
        guard others[subject] != nil || others.count < capacity else { return }
        if others[subject] == nil, !isSettled { seniors.insert(subject) }
        others[subject] = Other(
            run: run, works: status.state == .ready, insists: status.standby != true, term: status.term ?? 0)
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
                other.insists || other.term > term || (other.term == term && source.description < me.description)
            }
            guard isBeaten else { return .wait }
            self.term = nil
            return .stepDown
        }
        if !working.isEmpty { vacancy = 0 }
        guard working.isEmpty, seniors.isEmpty || vacancy >= Self.patience else { return .wait }
        let (next, overflow) = highestTerm.addingReportingOverflow(1)
        highestTerm = overflow ? .max : next
        term = highestTerm
        return .takeOver(term: highestTerm)
    }
}
