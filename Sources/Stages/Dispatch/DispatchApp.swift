import SaybusBus
import SaybusMessages

/// An app model as the dispatch stage runs it: an app from a YAML file, a Swift app, a skill, or remote apps.
///
/// ``TurnRuntime`` keeps the rules of a turn: order within a session, exactly one answer, the journal, playback, catalog and handover. An app decides
/// whether an utterance is for it, and carries it out.
package protocol DispatchApp: AnyObject, Sendable {
    /// Returns false for an intent that is certainly another app's. Asked at once when the intent arrives, and must not wait.
    ///
    /// The runtime declines such an intent, so that its publisher goes on repeating it for the app that it belongs to.
    func mayClaim(_ arrival: IntentArrival) -> Bool

    /// Decides what an intent means to the app. Asked once for each intent, when the earlier turns of its session are done.
    func claim(_ arrival: IntentArrival) async -> IntentClaim

    /// Takes a `speech.started` that passes the bus.
    func speechStarted(_ header: Header) async

    /// Takes a `speech.ended` that passes the bus.
    func speechEnded(_ message: Message<SpeechEnded>) async

    /// Takes a `stage.status` that passes the bus.
    /// - Parameter arrival: The stage that has come with it; nil when the stage was known before.
    func statusChanged(_ status: Message<StageStatus>, arrival: Presence.Arrival?) async

    /// Works beside the turns until the task is cancelled.
    func runInBackground() async throws

    /// Calls off the app's open questions: the program is about to end, and no further turn begins.
    func drain() async

    /// Releases everything: the program ends.
    func close() async
}

extension DispatchApp {
    package func speechStarted(_ header: Header) async {}
    package func speechEnded(_ message: Message<SpeechEnded>) async {}
    package func statusChanged(_ status: Message<StageStatus>, arrival: Presence.Arrival?) async {}
    package func runInBackground() async throws {}
    package func drain() async {}
    package func close() async {}
}

/// An intent with what was known when it arrived.
package struct IntentArrival: Sendable {
    /// The intent.
    package let intent: Message<SpeechIntent>
    /// Whether another program was asking a question in the session: the words are expected to answer it.
    package let isOtherAsking: Bool
    /// The remote apps known then.
    package let remoteApps: RemoteApps

    /// The session.
    package var session: Session { intent.header.session }

    /// An arrival.
    package init(intent: Message<SpeechIntent>, isOtherAsking: Bool = false, remoteApps: RemoteApps = RemoteApps()) {
        (self.intent, self.isOtherAsking, self.remoteApps) = (intent, isOtherAsking, remoteApps)
    }
}

/// An app's decision about an intent.
package enum IntentClaim: Sendable {
    /// The intent is not for this app.
    case declined
    /// The app answers. The runtime opens a turn and calls the work, which goes on from what the decision found out.
    ///
    /// The next turn of the session begins when the work returns. The turn itself may go on: it ends when it is settled.
    case claimed(@Sendable (ConversationTurn) async throws -> Void)
}
