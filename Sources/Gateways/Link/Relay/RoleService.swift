/// The state of a role that recognizers elsewhere fill: whether another site answers, and whether the link stands in
/// for the role. Pure. Times are microseconds of a steady clock.
struct RoleService: Sendable {
    /// Microseconds between two questions whether a site serves the role, while the last one was answered.
    static let interval: Int64 = 30_000_000
    /// Microseconds between two questions while no site does.
    static let retry: Int64 = 1_000_000
    /// Microseconds that a cut line may last before the site's own recognizers take over.
    static let outageTolerance: Int64 = 1_000_000
    /// Microseconds for which the line must work before the link takes over again from an own recognizer.
    static let trust: Int64 = 2_000_000

    /// The site that answered last; nil when none has since the line was connected.
    private(set) var server: SiteName?
    /// Whether the link stands in for the role.
    private(set) var isReady = false
    /// The number of takeovers, the site's own recognizers' included.
    private(set) var term = 0
    /// The number of the link's own takeover.
    private var standInTerm = 0
    private var nextQuestion = Int64.max
    private var goodSince: Int64?
    private var badSince: Int64?
    private var hasOwn = false
    /// Whether an own recognizer has taken over from the link, which stands in for the role still.
    private var isSuperseded = false
    private var unanswered = 0
    private var isConnected = false

    init() {}

    /// Whether the link takes turns for the role: not from the moment at which an own recognizer has taken over.
    var takesTurns: Bool { isReady && !isSuperseded }

    /// Records that the line works.
    mutating func connected(now: Int64) { (isConnected, nextQuestion, unanswered) = (true, now, 0) }

    /// Records that the line is cut.
    mutating func disconnected(now: Int64) {
        (isConnected, nextQuestion) = (false, .max)
        fail(now: now)
    }

    /// Records an answer to a question or an offer; nil when nobody serves the role.
    mutating func answered(_ site: SiteName?, now: Int64) {
        guard isConnected else { return }
        guard let site else {
            nextQuestion = min(nextQuestion, now + Self.retry)
            return fail(now: now)
        }
        (server, badSince, unanswered) = (site, nil, 0)
        goodSince = goodSince ?? now
        nextQuestion = now + Self.interval
    }

    /// Asks at once.
    mutating func ask(now: Int64) { if isConnected { nextQuestion = now } }

    /// Asks soon, because an answer is late.
    mutating func doubt(now: Int64) {
        guard isConnected, nextQuestion > now + Self.retry, unanswered == 0 else { return }
        nextQuestion = now
    }

    /// Records the status of one of this site's own recognizers.
    /// - Parameters:
    ///   - isPresent: Whether any of them can take over.
    ///   - isWorking: Whether this one works, in the link's sessions.
    mutating func own(isPresent: Bool, term: Int, isWorking: Bool = false) {
        hasOwn = isPresent
        // The program stood still meanwhile. Of two that work, the one with the higher term goes on.
        if isReady, isWorking, term > standInTerm { isSuperseded = true }
        self.term = max(self.term, term)
    }

    private mutating func fail(now: Int64) {
        (server, goodSince) = (nil, nil)
        badSince = badSince ?? now
    }

    /// Decides whether to ask, and whether the link stands in for the role.
    mutating func tick(now: Int64) -> (asks: Bool, isChanged: Bool) {
        var asks = false
        if isConnected, nextQuestion <= now {
            unanswered += 1
            // Questions without any answer: the line is cut, and libnats has not noticed yet.
            if unanswered > 3 { fail(now: now) }
            (asks, nextQuestion) = (true, now + Self.retry)
        }
        let before = isReady
        if isSuperseded {
            // As after a cut, the line must work for a while before the link takes over again.
            (isReady, isSuperseded, goodSince) = (false, false, goodSince.map { _ in now })
        } else if let goodSince, now - goodSince >= (hasOwn ? Self.trust : 0) {
            isReady = true
        } else if let badSince, now - badSince >= Self.outageTolerance {
            isReady = false
        }
        // On a bus without keys, a foreign status may have given the greatest number.
        if isReady, !before {
            if term < .max { term += 1 }
            standInTerm = term
        }
        return (asks, isReady != before)
    }
}
