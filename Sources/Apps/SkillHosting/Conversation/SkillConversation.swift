import Logging
import SaybusConversation
import SaybusDispatch
import SaybusInteractionModels
import SaybusMessages
import SaybusPhrases
import SaybusSkillSettings
import SaybusSkills
import SaybusSupport

/// A skill in one conversation. The user opens it by its name; while its session is open, it gets the user's
/// utterances.
///
/// ```swift
/// let manager = ConversationManager(name: "pet-match")
/// let conversation = SkillConversation(model: model, skill: skill, in: manager)
/// try await manager.run(on: bus)
/// ```
@ConversationActor
public final class SkillConversation: DialogManager {
    /// Lifetime of a session in which the skill neither listens nor ends the session.
    public static let idleSessionTimeout = Duration.seconds(30)
    /// Time after which a skill that prepares its first answer takes the words of an open session.
    nonisolated static let openingDelay = Duration.milliseconds(250)

    /// The skill's model.
    public let model: SkillModel
    /// Time to wait for the user's answer before the question is repeated.
    public var answerTimeout = Duration.seconds(8)
    /// Whether the skill gets a `TimeoutRequest` when the user does not answer.
    public var asksAfterSilence = false
    /// Time that the skill may take to accept a notification of a session's end or of its audio. A notification
    /// that takes longer is dropped.
    public var eventLimit: Duration {
        get { notifications.limit }
        set { notifications.limit = newValue }
    }
    /// The user and device ids that the skill gets.
    public var identity: SkillIdentity

    /// The reason why the last utterance was too likely misheard to count; nil when it was not.
    package internal(set) var refusal: String?
    /// The reason why the user is asked whether the last utterance was meant; nil when nobody is asked.
    var doubt: String?
    /// The transcript of the last utterance.
    var lastTranscript = ""
    /// Time for the skill's answer to `CanFulfillIntentRequest`. After it the skill counts as one that says no. The
    /// others wait a second longer for its offer.
    var offerLimit = SkillConversation.defaultOfferLimit
    /// The offers of all skills that can be asked for without their names.
    var intentOffers = IntentOffers()
    /// The decision of the competition for the utterance that is being claimed; nil without one.
    var competition: CompetitionEnd?

    /// The requests during which the skill may have words spoken; nil without a service that takes them.
    var openRequests: OpenRequests?

    var turn: SkillTurn
    /// The answer that the skill prepares; nil for none.
    var pending: PendingAnswer?
    /// The last turn whose words were carried out when they were overheard.
    var endingTurn: TurnID?
    /// The words before the streams of the last answer, until these begin; nil for none.
    var introduction: Introduction?
    let audio: SkillAudio
    let notifications = SkillNotificationQueue()
    private let logger: Logger
    private(set) weak var manager: ConversationManager?
    /// The lifetime of a session in which the skill neither listens nor ends the session.
    let limit: LimitTimer
    private let opening: LimitTimer
    private(set) var machine: SkillMachine?
    private var sessions = 0
    /// Number of calls of ``respond(_:)``, by which the end of a speech notices that a newer answer has come.
    private(set) var answers = 0
    /// Number of calls of ``close(_:)``, by which a turn notices that it was closed while the skill answered.
    private var externalEnds = 0
    private var cachedCatalog: (expectation: SkillExpectation, types: [Catalog.SlotType], catalog: Catalog)?

    /// Creates a skill in a conversation. From now on the manager asks it about every utterance.
    public init(
        model: SkillModel, skill: any Skill, in manager: ConversationManager,
        logger: Logger = Logger(label: "saybus.skill")
    ) {
        (self.model, self.manager, self.logger) = (model, manager, logger)
        var turn = SkillTurn(skill)
        if !(skill is any SelfTimedSkill) { turn.limit = HTTPSkill.defaultTimeout }
        self.turn = turn
        (limit, opening) = (LimitTimer(clock: manager.clock), LimitTimer(clock: manager.clock))
        identity = SkillIdentity(
            applicationID: model.applicationID, userID: "saybus.user.default", deviceID: "saybus.device.default")
        audio = SkillAudio(manager, locale: model.interaction.language)
        audio.notify = { [weak self] in self?.notify($0) }
        notifications.report = { [weak manager] in manager?.report(problem: $0) }
        // A turn may send the skill several requests, each of which has its own time limit.
        manager.handlerTimeout = max(
            manager.handlerTimeout, HTTPSkill.defaultTimeout * SkillMachine.maximumRequests + .seconds(2))
        manager.dialogManager = self
    }

    /// Whether a session is open.
    public var isOpen: Bool { machine != nil }

    // MARK: DialogManager

    /// Whether no session is open, no audio plays, and no notification is pending.
    public var isIdle: Bool { machine == nil && audio.isIdle && notifications.isIdle }

    /// The utterances that are expected now.
    var expectation: SkillExpectation {
        machine?.expectation ?? (audio.isPlaying || introducesStreams ? .playback : audio.isPaused ? .paused : .call)
    }

    /// The phrases that open the skill; while its session is open, its intents and the answers to its question.
    public var catalog: Catalog {
        let types = machine?.dynamic ?? []
        if let cachedCatalog, cachedCatalog.expectation == expectation, cachedCatalog.types == types {
            return cachedCatalog.catalog
        }
        let catalog = model.catalog(for: expectation, dynamic: types)
        cachedCatalog = (expectation, types, catalog)
        return catalog
    }

    /// Publishes the skill's offer for an intent.
    func publish(_ offer: IntentOffer, for intent: Header) { manager?.publish(offer, for: intent) }

    /// Reports a problem that ends no turn.
    func report(problem: String) { manager?.report(problem: problem) }

    // MARK: Turns

    /// Passes an event to the skill's state machine, carries out its steps and returns the response.
    func respond(_ event: @Sendable (inout SkillMachine) -> SkillMachine.Step) async -> VoiceRequestResponse {
        limit.stop()
        answers += 1
        audio.beginTurn()
        let (before, number) = (externalEnds, answers)
        var machine = machine ?? newSession()
        machine.update(audio.state)
        var step = event(&machine)
        if case .notify(let sessionEnded) = step {
            notify(sessionEnded)
            step = machine.notified()
        }
        // If ``close(_:)`` ends the session while the skill answers, it notifies the skill itself.
        self.machine = machine.isOver ? nil : machine
        if case .post(let envelope) = step { announce(envelope) }
        let (output, after) = await outcome(of: step, machine, number)
        guard externalEnds == before else { return .done }
        self.machine = after.isOver ? nil : after
        // The notification is sent now and not after the speech, since the speech may be interrupted.
        if let sessionEnded = output.sessionEnded { notify(sessionEnded) }
        for card in output.cards { manager?.show(card) }
        for problem in output.problems {
            logger.warning("\(LogLine.clean(problem, limit: 300))", metadata: ["skill": "\(model.app)"])
            manager?.report(problem: problem)
        }
        if let failure = output.failure {
            logger.error("\(LogLine.clean(failure, limit: 300))", metadata: ["skill": "\(model.app)"])
        }
        return response(to: output, number)
    }

    /// Sends the requests of a turn, and returns what follows from their answers, with the state machine after them.
    private func outcome(
        of step: SkillMachine.Step, _ machine: SkillMachine, _ number: Int
    ) async -> (SkillOutput, SkillMachine) {
        let isFirst: Bool = if case .post(let envelope) = step { envelope.session?.new == true } else { false }
        // From now on "stop" is for this skill. One that answers at once need not change the catalog twice.
        if isFirst { opening.start(Self.openingDelay) { [weak self] in self?.manager?.catalogChanged() } }
        let (before, runner) = (externalEnds, progressiveTurn())
        let work = Task { () -> (SkillOutput, SkillMachine) in
            var machine = machine
            if isFirst { await waitForNotifications() }
            // The session was closed meanwhile. The skill has been notified of its end and must not get its start
            // later.
            guard externalEnds == before else { return (SkillOutput(speech: [], sessionState: .ends), machine) }
            let output = await runner(step, &machine)
            return (output, machine)
        }
        pending = PendingAnswer(number: number, turn: ConversationTurn.current, isFirst: isFirst, work: work)
        defer {
            if pending?.number == number {
                pending = nil
                opening.stop()
            }
        }
        return await withTaskCancellationHandler {
            await work.value
        } onCancel: {
            work.cancel()
            // The turn is cancelled when the answer takes too long. No question would follow, and the session
            // would stay open for ever.
            Task { await self.close(.error) }
        }
    }

    /// Ends an open session for a reason other than the skill's answer, and notifies the skill.
    public func close(_ reason: SessionEndedRequest.Reason) {
        limit.stop()
        externalEnds += 1
        guard var machine else { return }
        self.machine = nil
        manager?.catalogChanged()
        if case .say(let output) = machine.end(reason), let sessionEnded = output.sessionEnded { notify(sessionEnded) }
    }

    /// Ends an open session, and waits until the skill has been notified, for a limited time: the program ends then.
    public func close() async {
        introduction = nil
        close(.userInitiated)
        let notifications = notifications
        // In a task of its own, which is not cancelled when the program has to end at once.
        await Task { _ = await notifications.settled(within: SkillNotificationQueue.closeTimeout) }.value
    }

    /// Returns a response that stops the audio without asking the skill.
    func stopAudio() -> VoiceRequestResponse {
        .terminalResponse { [audio] in audio.stop() }
    }

    /// Returns whether an intent stops the playing audio without the skill: no session is open, and the skill's
    /// model lacks the intent.
    func stopsAudio(_ reading: SkillReading) -> Bool {
        guard machine == nil, case .intent(let intent) = reading else { return false }
        return !model.has(intent.name)
    }

    private func newSession() -> SkillMachine {
        sessions += 1
        return SkillMachine(
            model: model, session: SkillSession(context: identity.context), asksAfterSilence: asksAfterSilence,
            wording: sessions - 1)
    }
}
