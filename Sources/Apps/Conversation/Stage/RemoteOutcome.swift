import SaybusMessages

/// What came of a command that a remote app had in hand.
struct RemoteOutcome: Sendable, Equatable {
    /// A sentence to say first.
    var feedback: String?
    /// What to play then.
    var events: [AudioEvent] = []
    /// Why it failed, in a sentence; nil when it did not.
    var problem: String?
    /// What the app asks then; nil when nothing.
    var question: RemoteQuestion.Asked?

    /// All that is to be heard, in order.
    var allEvents: [AudioEvent] { (feedback.map { [.speech(.init($0))] } ?? []) + events }

    /// A failure for which the app has no words.
    static func failure(_ problem: String) -> RemoteOutcome {
        RemoteOutcome(feedback: "Sorry, that did not work.", problem: problem)
    }
}
