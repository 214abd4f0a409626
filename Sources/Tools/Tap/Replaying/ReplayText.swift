import SaybusMessages

/// A formatter of the results of a replay's turns.
enum ReplayText {
    /// Returns the line of a turn, such as
    /// `abcd1234 → 1234abcd  "next song"  handled (was failed)  kitchen: Next  1.84 s (was 1.2 s)`.
    static func line(_ result: Replay.Result) -> String {
        let record = result.recorded
        var parts = ["\(record.turn.short) → \(result.turn.short)"]
        if record.session != .default { parts.append("[\(record.session)]") }
        parts.append(record.transcript.map { SessionsText.quoted($0.text) } ?? "(no transcript)")
        let was = record.end?.outcome
        guard let end = result.end else {
            parts.append("has not ended in time\(was.map { " (was \($0.rawValue))" } ?? "")")
            return parts.joined(separator: "  ").safeForTerminal
        }
        let names = [end.body.app, end.body.command].compactMap(\.self).joined(separator: ": ")
        let then = was.map { $0 == end.body.outcome ? "" : " (was \($0.rawValue))" } ?? ""
        parts.append("\(end.body.outcome.rawValue)\(then)")
        if !names.isEmpty { parts.append(names) }
        let earlier = record.latency(.turn).map { " (was \(Quantity.duration(microseconds: Double($0))))" } ?? ""
        parts.append(Quantity.duration(microseconds: result.time / .microseconds(1)) + earlier)
        return parts.joined(separator: "  ").safeForTerminal
    }

    static func skipped(_ reason: ReplayPlan.SkipReason, count: Int) -> String {
        let turns = Quantity.count(count, "turn")
        return switch reason {
        case .withdrawn: "\(turns) not played: withdrawn by the listener, for the wake word was said"
        case .soundLeftOut: "\(turns) not played: recorded without sound (--no-audio); try --from transcribe"
        case .incomplete: "\(turns) not played: without a beginning or end of speech; try --from transcribe"
        case .noInput: "\(turns) not played: nothing recorded to begin with"
        }
    }
}
