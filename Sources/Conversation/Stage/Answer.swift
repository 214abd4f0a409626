import Messages

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

    /// The command was carried out, but the user has not heard so.
    mutating func unheard(_ why: String) {
        if outcome == .handled { outcome = .failed }
        reason = reason ?? "the answer was not heard: \(why)"
    }
}
