import SaybusMessages

/// Where a turn's time went: from the end of speech, or the typed transcript, to the first sound, or the turn's end when nothing sounds. Pure.
///
/// Times are those of the headers and stamps: a step takes from the moment that its cause left the broker until it is published itself; from then
/// until its own stamp is the way to the broker. On the critical path these parts add up to the whole.
struct Waterfall: Sendable {
    /// One message on the way.
    struct Row: Sendable {
        let step: TracedTurn.Step
        /// When its cause left the broker; nil when the cause is unknown.
        let causeSentAt: Int64?
        /// Whether the end waited for it.
        let isCritical: Bool

        /// When its bar begins.
        var begin: Int64 { causeSentAt ?? step.at }
        /// Microseconds of the stage's work, its cause's delivery included; 0 when clocks disagree.
        var took: Int { WallClock.elapsed(from: begin, to: step.at) }
        /// Microseconds to the broker.
        var bus: Int { WallClock.elapsed(from: step.at, to: step.out) }
    }

    /// What the way to the broker is called among the stages.
    static let bus = "bus"

    let turn: TracedTurn
    /// The message that the time counts from, and the one that it counts to; nil of a turn without messages.
    let first: TracedTurn.Step
    let last: TracedTurn.Step
    /// In the order of time, from the first to the last.
    let rows: [Row]
    /// Microseconds on the critical path, by role; the ways to the broker as ``bus``.
    let spent: [(stage: String, microseconds: Int)]

    /// Whether the turn's beginning was seen.
    var startsAtInput: Bool { first.kind == SpeechEnded.kind || Self.isTyped(first) }
    /// Whether it ends in a sound.
    var endsWithSound: Bool { Self.isSound(last) }
    /// Microseconds from the first to the last.
    var total: Int { WallClock.elapsed(from: first.at, to: last.at) }

    /// Nil for a turn without messages.
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
        // A chain that bites its tail is a stranger's: no step twice.
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
            // What began before the time counts, such as recognition while somebody speaks, counts from there.
            let begin = step.id == first.id ? nil : cause(step).map { max($0.out, min(first.at, step.at)) }
            return Row(step: step, causeSentAt: begin, isCritical: critical.contains(step.id))
        }
        spent = Self.spent(rows.filter(\.isCritical), last: last)
    }

    private static func spent(_ path: [Row], last: TracedTurn.Step) -> [(stage: String, microseconds: Int)] {
        var order: [String] = []
        var times: [String: Int] = [:]
        func add(_ stage: String, _ time: Int) {
            if times[stage] == nil { order.append(stage) }
            // Times come from the bus, and may be anything.
            let (sum, isTooMuch) = (times[stage] ?? 0).addingReportingOverflow(time)
            times[stage] = isTooMuch ? .max : sum
        }
        for row in path {
            if row.took > 0 { add(row.step.source.role, row.took) }
            // The last one's way to the broker is no part of what the user waits for.
            if row.step.id != last.id { add(bus, row.bus) }
        }
        return order.map { ($0, times[$0] ?? 0) }
    }

    /// Where most of the time went.
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
