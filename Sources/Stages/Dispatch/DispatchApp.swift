import SaybusBus
import SaybusMessages

/// An app model as the dispatch stage runs it: an app from a YAML file, a Swift app, a skill, or remote apps.
///
/// ``TurnRuntime`` keeps the rules of a turn: order within a session, exactly one answer, the journal, playback,
/// catalog and handover. An app decides whether it claims an intent, and carries it out.
package protocol DispatchApp: AnyObject, Sendable {
    /// Returns false for an intent that certainly belongs to another app. Called when the intent arrives; must not
    /// block.
    ///
    /// The runtime declines such an intent, so that its publisher goes on retransmitting it for the other app.
    func mayClaim(_ arrival: IntentArrival) -> Bool

    /// Whether a command that stops an alarm runs at once, beside the session's earlier turns.
    var stopsAtOnce: Bool { get }

    /// Returns whether the app waits for the answer to a question in a session. Called when an intent arrives; must not
    /// block.
    func isAsking(in session: Session) -> Bool

    /// Decides whether the app claims an intent. Called once for each intent, after the earlier turns of its session,
    /// except for the commands of ``stopsAtOnce``, and during an answer that leads to a question for commands and for
    /// words to another question.
    func claim(_ arrival: IntentArrival) async -> IntentClaim

    /// Handles the arrival of an intent that waits for the earlier turns of its session. It may make their pending
    /// answers useless. Called once for each turn; must not block.
    func intentArrived(_ arrival: IntentArrival)

    /// Handles an intent that another program has answered while it waited for the earlier turns of its session.
    func otherAnswered(_ arrival: IntentArrival) async

    /// Handles a `speech.started`.
    func speechStarted(_ header: Header) async

    /// Handles a `speech.ended`.
    func speechEnded(_ message: Message<SpeechEnded>) async

    /// Handles the end of a sequence that the audio stage has played in a session, of this or another program.
    func soundEnded(in session: Session) async

    /// Handles the end of a turn of this or another program.
    func turnEnded(_ header: Header) async

    /// Handles a question that another program has presented with this message. An older one of this app is cancelled,
    /// so that one answer is given to one question.
    func otherAsks(_ question: Header) async

    /// Handles the end of a question that another program has declared failed. It may be one of this app, which stood
    /// still or could not be heard: the user has been told that it is over.
    func otherEnds(_ request: MessageID, in session: Session) async

    /// Handles a `stage.status`.
    /// - Parameter arrival: The stage that the status announces; nil when the stage was known before.
    func statusChanged(_ status: Message<StageStatus>, arrival: Presence.Arrival?) async

    /// Works concurrently with the turns until the task is cancelled.
    func runInBackground() async throws

    /// Cancels the app's open questions, because a graceful shutdown has begun and no further turn begins.
    func drain() async

    /// Releases all resources, because the program ends.
    func close() async
}

extension DispatchApp {
    package var stopsAtOnce: Bool { false }
    package func isAsking(in session: Session) -> Bool { false }
    package func intentArrived(_ arrival: IntentArrival) {}
    package func otherAnswered(_ arrival: IntentArrival) async {}
    package func speechStarted(_ header: Header) async {}
    package func speechEnded(_ message: Message<SpeechEnded>) async {}
    package func soundEnded(in session: Session) async {}
    package func turnEnded(_ header: Header) async {}
    package func otherAsks(_ question: Header) async {}
    package func otherEnds(_ request: MessageID, in session: Session) async {}
    package func statusChanged(_ status: Message<StageStatus>, arrival: Presence.Arrival?) async {}
    package func runInBackground() async throws {}
    package func drain() async {}
    package func close() async {}
}

/// An intent with the state of the bus at its arrival.
package struct IntentArrival: Sendable {
    /// The intent.
    package let intent: Message<SpeechIntent>
    /// Whether another program was asking a question in the session, which the words are expected to answer. False for
    /// a command, if the question yields to commands.
    package let isOtherAsking: Bool
    /// The remote apps known at the arrival, for the turns of this session.
    package let remoteApps: RemoteApps
    /// The confidence of the transcript, 0…1: whether the words of the intent were said. 1 for typed words, and for
    /// those without a transcript.
    package let confidence: Double
    /// The apps whose own code may understand the words, which fit no pattern; empty for other words.
    let ownMatcherApps: Set<String>
    /// The time of the arrival.
    let arrived = ContinuousClock.now

    /// The session.
    package var session: Session { intent.header.session }
    /// Whether the words are most likely a command, and not the answer to an open question.
    package var isCommand: Bool { intent.body.isCommand(words: confidence) }

    /// Creates an arrival.
    package init(
        intent: Message<SpeechIntent>, isOtherAsking: Bool = false, remoteApps: RemoteApps = RemoteApps(),
        confidence: Double = 1, ownMatcherApps: Set<String> = []
    ) {
        (self.intent, self.isOtherAsking, self.remoteApps) = (intent, isOtherAsking, remoteApps)
        (self.confidence, self.ownMatcherApps) = (confidence, ownMatcherApps)
    }
}

/// An app's decision about an intent.
package enum IntentClaim: Sendable {
    /// The intent is not for this app.
    case declined
    /// The app answers the intent. The runtime opens a turn and calls this closure with it.
    ///
    /// The next turn of the session begins when the closure returns. The turn itself ends later, when it is settled.
    case claimed(@Sendable (ConversationTurn) async throws -> Void)
}
