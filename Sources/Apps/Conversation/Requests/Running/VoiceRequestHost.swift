import SaybusDispatch
import SaybusMessages

/// The conversation of a ``VoiceRequestController``, which speaks, listens, and has turns.
@ConversationActor
protocol VoiceRequestHost: AnyObject, Sendable {
    /// The tracks on which questions and feedback are spoken.
    var trackCoordinator: AudioTrackCoordinator { get }
    /// The earcons for the start and the end of listening.
    var requestSoundBoard: VoiceRequestSoundBoard { get }
    /// The clock for the time limits of questions.
    var clock: any Clock<Duration> { get }
    /// Time limit of a handler.
    var handlerTimeout: Duration { get }
    /// Time limit of an answer while no listening stage is ready and the user may type.
    var typingTimeout: Duration { get }
    /// The prompt of a question that another app asks in this conversation; nil when there is none.
    var otherQuestion: String? { get }
    /// Whether the program is about to end, and takes no answers any more.
    var isEnding: Bool { get }
    /// Whether the program may have stood still, and not have read yet what came meanwhile.
    var standsStill: Bool { get }

    /// Waits until everything has been read that came while the program stood still, for a limited time.
    func readWaiting() async
    /// Publishes the catalog, since the expected phrases may have changed.
    func refreshCatalog()
    /// Opens a turn that answers a message, or one without a message; nil after the connection to the bus has ended.
    func openTurn(_ cause: Header?) -> ConversationTurn?
    /// Settles a turn: no further work follows in it.
    func settle(_ turn: ConversationTurn)
    /// Ends a turn as cancelled: the user is still answering a question that is closed.
    func abandon(_ turn: TurnID, _ reason: String)
    /// Asks the listening stage to listen for an answer, or for a command.
    /// - Returns: The request's id, for ``stopListening(_:)``; nil when no listening stage is ready.
    func startListening(_ options: RecognitionOptions, isCommand: Bool) -> MessageID?
    /// Withdraws a request to listen.
    func stopListening(_ request: MessageID)
    /// Ends the open turn of the listening stage, whose words are recognized.
    func endSpeech()
    /// Publishes the state of a question.
    /// - Parameters:
    ///   - turn: The turn of the question's current work; nil for none.
    ///   - id: The turn to name without one.
    /// - Returns: The header of the message; nil when it cannot be published.
    func report(_ status: VoiceRequestStatus, turn: ConversationTurn?, in id: TurnID?) -> Header?
    /// Apologizes for a failed handler, unless its timeout has been apologized for.
    func apologize(for failure: HandlerFailure, turn: ConversationTurn?)
    /// Returns a closure that ends a turn whose handler has exceeded its time. It may be called from any thread, since
    /// the handler may block the actor's thread.
    func timeoutHandler(_ turn: ConversationTurn?) -> @Sendable (HandlerFailure) -> Void
}

extension VoiceRequestHost {
    /// The continuous clock.
    var clock: any Clock<Duration> { ContinuousClock() }

    /// Plays an event on the requests' track.
    /// - Parameters:
    ///   - event: The event.
    ///   - turn: The turn that waits for it; nil for none.
    ///   - bargeIn: The reaction when the user speaks; nil for the audio stage's own setting.
    func sound(_ event: any AudibleEvent, turn: ConversationTurn?, bargeIn: AudioSequence.BargeIn? = nil) {
        guard !event.operations.isEmpty else { return }
        trackCoordinator.play(
            AudioEventSequence(events: [event]), on: .voiceRequest, turn: turn,
            options: SequenceOptions(bargeIn: bargeIn))
    }
}
