import SaybusMessages

/// The right of an instance to begin work on messages, and the messages that it works on. Pure: time is passed
/// in as milliseconds since the program's start.
///
/// Stopping divides the messages in two. Those begun before are in progress, and their publishers get a
/// receipt before another instance takes over. All others are left to the successor. Taking over divides
/// them, too: messages that passed the broker before the instance's own claim belong to the predecessor, or to
/// an instance that took over and is gone. They are sent again if none took them. So a change of instances loses
/// no turn and handles none twice.
struct WorkLease: Sendable {
    /// Milliseconds for which a heartbeat entitles an instance started with `--standby` to begin work. This
    /// is less than the three seconds after which the broker reports the instance lost. So an instance that
    /// was frozen begins nothing before it knows whether another one has taken over.
    static let duration = 2500

    /// A decision about a message.
    enum Verdict: Sendable, Equatable {
        /// This instance handles it.
        case take
        /// This instance does not handle the message now, but may do so when it is sent again.
        case decline
        /// The message passed the broker before this instance took over.
        case tooEarly
    }

    private(set) var isOn = false
    private var since: Stamp?
    private var leaseEnds = Int.max
    private var inProgress: [MessageID: Header] = [:]

    /// Allows work.
    /// - Parameters:
    ///   - since: The stamp of the instance's own claim; nil for an instance that works from its start.
    ///   - leaseEnds: The time at which the lease ends unless it is renewed; `.max` means never.
    mutating func start(since: Stamp? = nil, leaseEnds: Int = .max) {
        isOn = true
        (self.since, self.leaseEnds) = (since, leaseEnds)
    }

    /// Extends the lease after the return of a heartbeat that this instance sent at a certain time.
    mutating func renew(beat: Int, now: Int) {
        if leaseEnds != .max { leaseEnds = max(leaseEnds, min(beat, now) + Self.duration) }
    }

    /// Decides about a message.
    func verdict(_ stamp: Stamp?, now: Int) -> Verdict {
        guard isOn, now < leaseEnds else { return .decline }
        if let since, let stamp, stamp.epoch == since.epoch, stamp.offset <= since.offset { return .tooEarly }
        return .take
    }

    /// Decides about a message, and begins work on it if this instance handles it.
    mutating func begin(_ header: Header, _ stamp: Stamp?, now: Int) -> Verdict {
        let verdict = verdict(stamp, now: now)
        guard verdict == .take else { return verdict }
        inProgress[header.id] = header
        return .take
    }

    /// Ends work on a message.
    mutating func end(_ id: MessageID) { inProgress[id] = nil }

    /// Forbids further work.
    /// - Returns: The messages in progress, the oldest first.
    mutating func stop() -> [Header] {
        isOn = false
        return inProgress.values.sorted { ($0.at, $0.id) < ($1.at, $1.id) }
    }
}
