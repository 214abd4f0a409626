import Logging
import SaybusBus
import SaybusDispatch
import SaybusMessages
import SaybusPhrases
import SaybusSupport

/// The questions of YAML apps and remote apps in one session, one at a time.
@ConversationActor
final class QuestionSession: VoiceRequestHost {
    let trackCoordinator = AudioTrackCoordinator()
    let requestSoundBoard = VoiceRequestSoundBoard()
    /// Time limit of a handler, for handlers without a shorter limit of their own, such as that of `RemoteWait`.
    let handlerTimeout = Duration.seconds(1200)
    let typingTimeout = Duration.seconds(300)
    private(set) lazy var requests = VoiceRequestController(host: self)
    /// The question that began the open request, and the command that led to it.
    private(set) var followUp: FollowUp?
    /// The header of the intent that led to it; nil for none.
    private var cause: Header?

    private let connection: SessionConnection
    /// Released with the session, which they drop when it is idle.
    private let sessions: QuestionSessions

    init(_ session: Session, runtime: TurnRuntime, sessions: QuestionSessions) {
        connection = SessionConnection(session, runtime: runtime)
        self.sessions = sessions
        trackCoordinator.registerTrack(.main, priority: AudioTrackIdentifier.mainPriority)
        trackCoordinator.registerTrack(.voiceRequest, priority: AudioTrackIdentifier.voiceRequestPriority)
        trackCoordinator.connect(connection)
    }

    /// Whether no question, handler or playback is in progress.
    var isIdle: Bool { requests.voiceRequest == nil && !requests.isWorking && trackCoordinator.isIdle }

    /// Plays events of an app besides its answer.
    func play(_ events: [AudioEvent], turn: ConversationTurn?, on track: AudioTrackIdentifier = .main) {
        trackCoordinator.play(AudioEventSequence(events: events), on: track, turn: turn)
    }

    /// Asks a question.
    /// - Throws: ``VoiceRequestRefusal`` when a question is being answered, or no answer could be understood.
    func ask(_ followUp: FollowUp, turn: ConversationTurn) throws(VoiceRequestRefusal) {
        try requests.present(followUp.request, turn: turn)
        (self.followUp, cause) = (followUp, turn.cause)
    }

    /// Returns whether a question is open to which later words have led than those of a turn.
    func isAsking(after turn: ConversationTurn) -> Bool {
        guard requests.takesAnswers, let cause, let earlier = turn.cause else { return false }
        return cause.at > earlier.at
    }

    /// Ends the question of a remote app that is gone or was restarted, unless it is being told of the answer, or has
    /// responded. The wait for its response notices its end: until that, the app may still carry the answer out.
    func apply(_ message: Message<StageStatus>) {
        guard let asker = (requests.voiceRequest as? any RemotelyAsked)?.asker, asker.isOver(by: message),
            !requests.isAnswered
        else { return }
        let state = message.body.state
        requests.fail(
            "the app \(followUp?.command.app ?? "") that asks "
                + (state.isGone ? "is \(state.rawValue)" : "was started anew"))
    }

    // MARK: VoiceRequestHost

    var otherQuestion: String? { connection.otherQuestion }

    var isEnding: Bool { connection.runtime.isDraining }

    var standsStill: Bool { connection.runtime.standsStill }

    func readWaiting() async { await connection.runtime.readWaiting() }

    func refreshCatalog() { sessions.questionChanged(in: connection.session) }

    func openTurn(_ cause: Header?) -> ConversationTurn? { connection.openTurn(cause) }

    func settle(_ turn: ConversationTurn) { turn.settle() }

    func abandon(_ turn: TurnID, _ reason: String) { connection.abandon(turn, reason) }

    func startListening(_ options: RecognitionOptions, isCommand: Bool) -> MessageID? {
        connection.startListening(options, isCommand: isCommand)
    }

    func stopListening(_ request: MessageID) { connection.stopListening(request) }

    func endSpeech() { connection.endSpeech() }

    func report(_ status: VoiceRequestStatus, turn: ConversationTurn?, in id: TurnID?) -> Header? {
        connection.report(status, turn: turn, in: id)
    }

    func apologize(for failure: HandlerFailure, turn: ConversationTurn?) {
        connection.runtime.logger.warning(
            "\(LogLine.clean(failure.reason, limit: 300))", metadata: ["session": "\(connection.session)"])
        turn?.setOutcome(.failed, failure.reason)
        turn?.apologizes()
        sound(SpeechEvent(utteranceString: BuiltInSentence.failed.text()), turn: turn)
    }

    func timeoutHandler(_ turn: ConversationTurn?) -> @Sendable (HandlerFailure) -> Void { { _ in } }
}
