import SaybusMessages

/// What is known of a turn that is being answered.
struct Answer: Sendable {
    let intent: Message<SpeechIntent>
    var spent: [String: Int] = [:]
    var outcome = TurnEnded.Outcome.handled
    var invoked: CommandInvoked?
    var spoken: [String] = []
    var sequences: [Header] = []
    var reason: String?
    /// What is written down of it; nil for what belongs to no turn.
    var record: TurnRecord?
    /// What is asked then; nil when nothing is.
    var followUp: FollowUp?

    init(intent: Message<SpeechIntent>) { self.intent = intent }

    var spokenText: String? {
        let text = spoken.filter { !$0.isEmpty }.joined(separator: " ")
        return text.isEmpty ? nil : text
    }

    /// What the turn's end says, as things are.
    var conclusion: TurnEnded {
        TurnEnded(
            outcome: outcome, app: invoked?.app, command: invoked?.type, spoken: spokenText, timings: spent,
            reason: reason)
    }

    /// What the turn's end says, after what was asked or answered in it.
    func conclusion(after end: TurnEnded) -> TurnEnded {
        var whole = conclusion
        if outcome == .handled { (whole.outcome, whole.reason) = (end.outcome, reason ?? end.reason) }
        whole.app = whole.app ?? end.app ?? record?.app
        whole.command = whole.command ?? end.command ?? record?.command
        whole.spoken = [spokenText, end.spoken].compactMap(\.self).joined(separator: " ")
        if whole.spoken?.isEmpty == true { whole.spoken = nil }
        whole.timings = end.timings
        return whole
    }

    /// The command was carried out, but the user has not heard so.
    mutating func unheard(_ why: String) {
        if outcome == .handled { outcome = .failed }
        reason = reason ?? "the answer was not heard: \(why)"
    }
}
