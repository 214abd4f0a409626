import Foundation
import SaybusBus
import SaybusMessages
import SaybusStage
import SaybusSupport

/// The factory for the messages that the broker itself publishes, with the broker's counters.
struct BrokerMessageFactory: Sendable {
    /// The most topics whose sequence numbers are kept.
    private static let capacity = 4096
    /// The time for which a problem is shown, in microseconds.
    private static let problemTime: Int64 = 60_000_000

    var counters = StageStatus.Counters()
    private var sequences: [Topic: Int] = [:]
    /// The newest problem, and the time from which it is no longer shown, in microseconds of the steady clock.
    private var problem: (sentence: String, until: Int64)?
    /// The newest status that cannot be read, and the time until which the next one is due.
    private var unreadableStatus: (sentence: String, until: Int64)?
    private let source = Source(role: .broker, instance: "broker")
    private let run: UInt32
    private let started = SteadyClock.microseconds()

    init(run: UInt32) { self.run = run }

    /// Counts a message that is not valid.
    /// - Returns: The count when it is to be logged: 1, 2, 4, 8, …; nil otherwise.
    mutating func countMalformed(_ sentence: String) -> Int? {
        counters.malformed += 1
        report(sentence)
        return counters.malformed.isLoggedCount ? counters.malformed : nil
    }

    /// Counts a refusal by the policy, or by the bounds of the retained store.
    /// - Returns: The number of refusals so far.
    @discardableResult
    mutating func countRefused(_ sentence: String) -> Int {
        let count = (counters.refused ?? 0) + 1
        counters.refused = count
        report(sentence)
        return count
    }

    /// Counts a refusal.
    /// - Returns: The count when it is to be logged: 1, 2, 4, 8, …; nil otherwise.
    mutating func countRefusedToLog(_ sentence: String) -> Int? {
        let count = countRefused(sentence)
        return count.isLoggedCount ? count : nil
    }

    /// Makes a sentence the problem of the broker's status for a minute.
    mutating func report(_ sentence: String) { problem = (sentence, SteadyClock.microseconds() + Self.problemTime) }

    /// Makes a status that cannot be read the broker's problem while it comes again, unless there is another one.
    mutating func report(unreadableStatus sentence: String) {
        unreadableStatus = (sentence, SteadyClock.microseconds() + HeartbeatMonitor.timeout)
    }

    /// Returns the broker's status.
    /// - Parameters:
    ///   - state: The state.
    ///   - retained: The number of messages stored for late subscribers.
    ///   - subscriptions: The number of subscriptions of all connections.
    ///   - queued: The number of messages that wait for subscribers.
    ///   - demands: The kinds published on demand to which somebody subscribes.
    ///   - policyRefusal: The reason why the newest policy file is not in effect, which is shown before other problems;
    ///     nil when it is.
    func status(
        state: StageStatus.State, retained: Int, subscriptions: Int, queued: Int, demands: [Kind],
        policyRefusal: String?
    ) -> StageStatus {
        let now = SteadyClock.microseconds()
        let recent = [problem, unreadableStatus].compactMap { $0 }.first { $0.until > now }?.sentence
        return StageStatus(
            role: .broker, instance: "broker", engine: "\(subscriptions) subscriptions, \(retained) retained",
            state: state, pid: Int(getpid()), uptimeMs: Int((now - started) / 1000),
            counters: counters, problem: policyRefusal ?? recent,
            memoryBytes: ProcessMemory.resident, queued: queued,
            demands: demands.isEmpty ? nil : demands)
    }

    /// Returns the frames of a message of the broker; nil when it cannot be encoded.
    mutating func frames<Body: BusMessage>(
        _ body: Body, session: Session, causes: [MessageID], stamp: Stamp
    ) -> [[UInt8]]? {
        guard let source else { return nil }
        var header = Header(
            kind: Body.kind, session: session, source: source, run: run, sequence: 0, causes: causes,
            retain: Body.isRetained)
        guard let body = try? body.wire(header: &header) else { return nil }
        header.sequence = sequences[header.topic] ?? 0
        // Refusals and lost stages come with ever new sessions, so an old topic is dropped. Its numbers then
        // begin at 0 again, which does not look like a loss.
        if sequences[header.topic] == nil, sequences.count >= Self.capacity,
            let other = sequences.keys.first(where: { $0.session != .default })
        {
            sequences[other] = nil
        }
        sequences[header.topic] = header.sequence + 1
        return RawMessage(header: header, body: body, stamp: stamp).frames
    }
}
