import SaybusDispatch
import SaybusMessages

/// What a ``VoiceRequestController`` works in: a conversation that speaks, listens, and has turns.
@ConversationActor
protocol VoiceRequestHost: AnyObject, Sendable {
    /// Where questions and feedback are spoken.
    var trackCoordinator: AudioTrackCoordinator { get }
    /// What is heard when the ear opens and closes.
    var requestSoundBoard: VoiceRequestSoundBoard { get }
    /// What the limits of a question are measured with.
    var clock: any Clock<Duration> { get }
    /// How long a handler may take.
    var handlerTimeout: Duration { get }
    /// How long a request waits for an answer when nobody listens, but somebody may type.
    var typingTimeout: Duration { get }
    /// The question that another app asks in this conversation; nil when none does.
    var otherQuestion: String? { get }

    /// What is expected to be said may have changed.
    func refreshCatalog()
    /// Begins a turn of its own, or that of a message; nil when there is no bus any more.
    func openTurn(_ cause: Header?) -> ConversationTurn?
    /// Nothing more will be done for a turn.
    func settle(_ turn: ConversationTurn)
    /// Ends a turn in which somebody speaks to nobody any more.
    func abandon(_ turn: TurnID, _ reason: String)
    /// Asks the listening stage for an answer.
    /// - Returns: What ``stopListening(_:)`` takes back; nil when nobody listens.
    func startListening(_ options: RecognitionOptions, isCommand: Bool) -> MessageID?
    /// Tells the listening stage that nobody waits for an answer any more.
    func stopListening(_ request: MessageID)
    /// Tells what becomes of a request.
    func report(_ status: VoiceRequestStatus, turn: ConversationTurn?)
    /// Says that a handler failed. One that took too long has been apologized for.
    func apologize(for failure: HandlerFailure, turn: ConversationTurn?)
    /// Ends a turn whose handler has used up its time, from whichever thread: the handler may block this one.
    func timeoutHandler(_ turn: ConversationTurn?) -> @Sendable (HandlerFailure) -> Void
}

extension VoiceRequestHost {
    /// The clock on the wall.
    var clock: any Clock<Duration> { ContinuousClock() }

    /// Plays an event on the requests' track.
    func sound(_ event: any AudibleEvent, turn: ConversationTurn?) {
        trackCoordinator.play(AudioEventSequence(events: [event]), on: .voiceRequest, turn: turn)
    }
}
