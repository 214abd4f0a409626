import SaybusMessages
import SaybusTelemetry

/// The metrics of a stage that its status tells. They are read at each scrape, and cost nothing otherwise.
public enum StatusMetrics {
    static let info = MetricDescription(
        "saybus_stage_info", .gauge, ["role", "name", "engine", "app", "version"],
        "What the stage is; always 1. The label name is its instance.")
    static let state = MetricDescription(
        "saybus_stage_state", .gauge, ["role", "state"], "1 for the stage's present state, 0 for all others.")
    static let problem = MetricDescription(
        "saybus_stage_problem", .gauge, ["role"], "1 while the stage reports a problem in its status, else 0.")
    static let queued = MetricDescription(
        "saybus_messages_queued", .gauge, ["role"], "Messages that have arrived and wait to be processed.")
    static let unanswered = MetricDescription(
        "saybus_messages_unanswered", .gauge, ["role"], "Tracked messages that wait for an answer.")
    static let skew = MetricDescription(
        "saybus_clock_skew_seconds", .gauge, ["role"], "Time by which this machine's clock is ahead of the broker's.")

    private typealias Counter = (MetricDescription, any KeyPath<StageStatus.Counters, Int> & Sendable)
    private static let counters: [Counter] = [
        (counter("received", "Messages received."), \.received),
        (counter("published", "Messages published."), \.published),
        (counter("lost", "Messages that did not arrive, by gaps in the sequence numbers."), \.lost),
        (counter("stale", "Messages that arrived after their deadline, and were ignored."), \.stale),
        (counter("malformed", "Frames that could not be read as a message."), \.malformed),
        (counter("dropped", "Messages dropped because this stage could not keep up."), \.dropped),
        (counter("repeated", "Messages that arrived again, and were ignored."), \.repeated),
        (counter("retried", "Messages sent again because no answer came."), \.retried),
        (counter("refused", "Messages and subscriptions that the broker's policy or a receiver refused."), \.refusals),
    ]

    private static func counter(_ name: String, _ help: String) -> MetricDescription {
        MetricDescription("saybus_messages_\(name)_total", .counter, ["role"], help)
    }

    /// All metrics of a status.
    public static let all = [info, state, problem, queued, unanswered, skew] + counters.map(\.0)

    /// Returns the metrics of a status.
    public static func families(_ status: StageStatus) -> [MetricFamily] {
        let role: MetricLabels = ["role": status.role.rawValue]
        // The broker has no engine: it counts subscriptions there, and each count would be a series of its own.
        let engine = status.role == .broker ? "" : status.engine ?? ""
        var families = [
            info.family([
                (
                    [
                        "role": status.role.rawValue, "name": status.instance, "engine": engine,
                        "app": status.app ?? "", "version": ProjectVersion.current,
                    ], 1
                )
            ]),
            state.family(
                StageStatus.State.allCases.filter { $0 != .lost }.map {
                    (role.with("state", $0.rawValue), $0 == status.state ? 1 : 0)
                }),
            problem.family([(role, status.problem == nil ? 0 : 1)]),
        ]
        if let count = status.queued { families.append(queued.family([(role, Double(count))])) }
        if let count = status.unanswered { families.append(unanswered.family([(role, Double(count))])) }
        if let time = status.clockSkewMs { families.append(skew.family([(role, Double(time) / 1000)])) }
        return families
            + counters.map { counter, value in counter.family([(role, Double(status.counters[keyPath: value]))]) }
    }
}

extension StageStatus.Counters {
    fileprivate var refusals: Int { refused ?? 0 }
}
