import Logging
import SaybusBus
import SaybusMessages
import SaybusSupport

/// What the dispatch stage asks in one conversation, one question at a time.
@ConversationActor
final class Dialog: VoiceRequestHost, AudioTransport {
    let trackCoordinator = AudioTrackCoordinator()
    let requestSoundBoard = VoiceRequestSoundBoard()
    /// A remote app has its own limits, `RemoteWait`'s; this one ends what has none.
    let handlerTimeout = Duration.seconds(1200)
    let typingTimeout = Duration.seconds(300)
    /// Asks.
    private(set) lazy var requests = VoiceRequestController(host: self)
    /// What was asked first in what goes on now.
    private(set) var followUp: FollowUp?

    private let session: Session
    private let bus: Bus
    private let logger: Logger
    private unowned let dialogs: Dialogs

    init(_ session: Session, bus: Bus, logger: Logger, dialogs: Dialogs) {
        (self.session, self.bus, self.logger, self.dialogs) = (session, bus, logger, dialogs)
        trackCoordinator.registerTrack(.main, priority: 10)
        trackCoordinator.registerTrack(.voiceRequest, priority: 999)
        trackCoordinator.connect(self)
    }

    /// Whether nothing is asked, said or done.
    var isIdle: Bool { requests.voiceRequest == nil && requests.working == 0 && trackCoordinator.isIdle }

    /// Plays what an app says meanwhile.
    func play(_ events: [AudioEvent], turn: ConversationTurn?, on track: AudioTrackIdentifier = .main) {
        trackCoordinator.play(AudioEventSequence(events: events), on: track, turn: turn)
    }

    /// Asks.
    /// - Throws: ``VoiceRequestRefusal`` when something is being asked already.
    func ask(_ followUp: FollowUp, turn: ConversationTurn) throws(VoiceRequestRefusal) {
        try requests.present(followUp.request, turn: turn)
        self.followUp = followUp
    }

    /// A stage tells how it is. The question of an app that is gone, or has started anew, is over.
    func note(_ message: Message<StageStatus>) {
        trackCoordinator.note(message)
        let status = message.body
        guard let asker = followUp?.asker, asker.owner == Source(role: status.role, instance: status.instance) else {
            return
        }
        let isAnew = message.header.source == asker.owner && message.header.run != asker.run
        if status.state.isGone || isAnew {
            requests.fail(
                "the app \(followUp?.command.app ?? "") that asks "
                    + (isAnew ? "was started anew" : "is \(status.state.rawValue)"))
        }
    }

    // MARK: VoiceRequestHost

    var foreignQuestion: String? { dialogs.foreignQuestion(in: session) }

    func refreshCatalog() { dialogs.changed(session) }

    func openTurn(_ cause: Header?) -> ConversationTurn? {
        let id = cause == nil ? TurnID() : cause?.turn
        return ConversationTurn(id: id, cause: cause) { [bus, session, logger] end in
            do { try bus.publish(end, answering: cause, session: session, turn: id) } catch {
                logger.error("a turn's end cannot be published", metadata: ["error": "\(error)"])
            }
        }
    }

    func settle(_ turn: ConversationTurn) { turn.settle() }

    func abandon(_ turn: TurnID, _ reason: String) {
        tell { try bus.publish(TurnEnded(outcome: .cancelled, reason: reason), session: session, turn: turn) }
    }

    func startListening(_ options: RecognitionOptions, isCommand: Bool) -> MessageID? {
        bus.startListening(options, isCommand: isCommand, in: session, logger)
    }

    func stopListening(_ request: MessageID) { bus.stopListening(request, in: session, logger) }

    func report(_ status: VoiceRequestStatus, turn: ConversationTurn?) {
        tell { try bus.publish(status, answering: turn?.cause, session: session, turn: turn?.id) }
    }

    func apologize(for failure: HandlerFailure, turn: ConversationTurn?) {
        logger.warning("\(LogLine.clean(failure.reason, limit: 300))", metadata: ["session": "\(session)"])
        turn?.note(.failed, failure.reason)
        sound(SpeechEvent(utteranceString: "Sorry, that did not work."), turn: turn)
    }

    func timeoutHandler(_ turn: ConversationTurn?) -> @Sendable (HandlerFailure) -> Void { { _ in } }

    // MARK: AudioTransport

    func send(_ sequence: AudioSequence, id: MessageID, turn: ConversationTurn?) throws -> Header {
        try bus.publish(sequence, id: id, of: turn, in: session)
    }

    func control(_ control: AudioControl) throws { try bus.publish(control, session: session) }

    func warn(_ text: String) { dialogs.warnings.tell(text) }

    private func tell(_ publish: () throws -> Void) {
        do { try publish() } catch { logger.error("cannot publish", metadata: ["error": "\(error)"]) }
    }
}
