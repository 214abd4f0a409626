import SaybusMessages

/// The distribution of a turn's time over the stages. Pure.
///
/// The time counts from the end of speech, or from the typed transcript, to the first sound, or to the turn's
/// end if it has no sound.
///
/// Times come from headers and stamps. A step lasts from the time at which its cause left the broker until its
/// message is published. From then until the message's own stamp is the transit to the broker. On the critical
/// path these parts add up to the total.
struct Waterfall: Sendable {
    /// One message of the turn.
    struct Row: Sendable {
        let step: TracedTurn.Step
        /// The time at which its cause left the broker; nil if the cause is unknown.
        let causeSentAt: Int64?
        /// Whether it is on the critical path.
        let isCritical: Bool

        /// The start of its bar.
        var begin: Int64 { causeSentAt ?? step.at }
        /// Microseconds of the stage's work, including the delivery of its cause; 0 if clocks disagree.
        var took: Int { WallClock.elapsed(from: begin, to: step.at) }
        /// Microseconds of transit to the broker.
        var bus: Int { WallClock.elapsed(from: step.at, to: step.availableAt) }
    }

    /// The name for transit to the broker in ``spent``.
    static let bus = "bus"

    let turn: TracedTurn
    /// The messages at which the time starts and ends.
    let first: TracedTurn.Step
    let last: TracedTurn.Step
    /// The rows in order of time, from the first to the last.
    let rows: [Row]
    /// Microseconds on the critical path by role; transit to the broker counts as ``bus``.
    let spent: [(stage: String, microseconds: Int)]

    /// Whether the time starts at the user's input, rather than at a later message because the input was
    /// missed.
    var startsAtInput: Bool { first.kind == SpeechEnded.kind || Self.isTyped(first) }
    /// Whether the time ends at a sound, rather than at the turn's end.
    var endsWithSound: Bool { Self.isSound(last) }
    /// Microseconds from the first to the last message.
    var total: Int { WallClock.elapsed(from: first.at, to: last.at) }

    /// Creates the waterfall of a turn; nil for a turn without messages.
    init?(_ turn: TracedTurn) {
        let steps = turn.steps
        let spoken = steps.first { $0.kind == SpeechEnded.kind }
        let typed = steps.first(where: Self.isTyped)
        let sound = steps.filter(Self.isSound).min { $0.at < $1.at }
        let ended = steps.last { $0.kind == TurnEnded.kind }
        guard let first = spoken ?? typed ?? steps.min(by: { $0.at < $1.at }),
            let last = sound ?? ended ?? steps.max(by: { $0.at < $1.at })
        else { return nil }
        (self.turn, self.first, self.last) = (turn, first, last)
        let known = Dictionary(steps.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        func cause(_ step: TracedTurn.Step) -> TracedTurn.Step? {
            step.causes.compactMap { known[$0] }.max { $0.at < $1.at }
        }
        var path: [TracedTurn.Step] = []
        var next: TracedTurn.Step? = last
        // Causes from a foreign program may form a cycle: no step is visited twice.
        while let step = next, !path.contains(where: { $0.id == step.id }) {
            path.append(step)
            next = step.id == first.id ? nil : cause(step)
        }
        let critical = Set(path.map(\.id))
        let shown = steps.filter { step in
            critical.contains(step.id)
                || (step.at >= first.at && step.at <= last.at && step.kind != AudioInput.kind
                    && step.kind != Receipt.kind)
        }
        rows = shown.sorted { ($0.at, $0.id) < ($1.at, $1.id) }.map { step in
            // Work that began before the first message, such as recognition during speech, counts from the
            // first message.
            let begin = step.id == first.id ? nil : cause(step).map { max($0.availableAt, min(first.at, step.at)) }
            return Row(step: step, causeSentAt: begin, isCritical: critical.contains(step.id))
        }
        spent = Self.spent(rows.filter(\.isCritical), last: last)
    }

    private static func spent(_ path: [Row], last: TracedTurn.Step) -> [(stage: String, microseconds: Int)] {
        var order: [String] = []
        var times: [String: Int] = [:]
        func add(_ stage: String, _ time: Int) {
            if times[stage] == nil { order.append(stage) }
            // Times in messages may have any value, so the sum may overflow.
            let (sum, isTooMuch) = (times[stage] ?? 0).addingReportingOverflow(time)
            times[stage] = isTooMuch ? .max : sum
        }
        for row in path {
            if row.took > 0 { add(row.step.source.role.rawValue, row.took) }
            // The user does not wait for the last message's transit to the broker.
            if row.step.id != last.id { add(bus, row.bus) }
        }
        return order.map { ($0, times[$0] ?? 0) }
    }

    /// The stage with the most time; nil if no time was measured.
    var dominant: (stage: String, microseconds: Int)? {
        spent.max { $0.microseconds < $1.microseconds }.flatMap { $0.microseconds > 0 ? $0 : nil }
    }

    private static func isTyped(_ step: TracedTurn.Step) -> Bool {
        step.kind == SpeechTranscript.kind && step.causes.isEmpty
    }

    private static func isSound(_ step: TracedTurn.Step) -> Bool {
        step.kind == AudioPlayback.kind && step.detail == AudioPlayback.State.started.rawValue
    }
}
