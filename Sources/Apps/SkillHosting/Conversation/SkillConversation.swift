import Logging
import SaybusConversation
import SaybusMessages
import SaybusSkills
import SaybusSupport

/// A skill in one conversation: it is called by its name, and while its session is open, what is said is for it.
///
/// ```swift
/// let manager = ConversationManager(name: "pet-match")
/// let conversation = SkillConversation(model: model, skill: skill, in: manager)
/// try await manager.run(on: bus)
/// ```
@ConversationActor
public final class SkillConversation: DialogManager {
    /// How long a session stays in which the skill neither listens nor ends it.
    public static let lingering = Duration.seconds(30)

    /// The skill's model.
    public let model: SkillModel
    /// How long an answer is waited for before the question is asked again.
    public var patience = Duration.seconds(8)
    /// Whether the skill gets a `TimeoutRequest` when nobody answers.
    public var asksAfterSilence = false
    /// How long the skill may take to be told that a session is over, or what became of its audio; then that is given up.
    public var eventLimit: Duration {
        get { events.limit }
        set { events.limit = newValue }
    }
    /// Who is told to use the skill, and where.
    public var identity: SkillIdentity

    /// What was said last.
    var said = ""

    private let turn: SkillTurn
    private let logger: Logger
    private weak var manager: ConversationManager?
    private let audio: SkillAudio
    private let events = SkillEvents()
    private let limit: LimitTimer
    private var machine: SkillMachine?
    private var sessions = 0
    /// How often a session was ended from outside of a turn.
    private var closings = 0
    private var made: (expectation: SkillExpectation, types: [Catalog.SlotType], catalog: Catalog)?

    /// A skill in a conversation; the manager asks it about all that is said from now on.
    public init(
        model: SkillModel, skill: any Skill, in manager: ConversationManager,
        logger: Logger = Logger(label: "saybus.skill")
    ) {
        (self.model, self.manager, self.logger) = (model, manager, logger)
        turn = SkillTurn(skill)
        limit = LimitTimer(clock: manager.clock)
        identity = SkillIdentity(
            applicationID: model.applicationID, userID: "saybus.user.default", deviceID: "saybus.device.default")
        audio = SkillAudio(manager)
        audio.tell = { [weak self] in self?.tell($0) }
        events.report = { [weak manager] in manager?.report(problem: $0) }
        // A turn asks the skill a few times at most, and each answer has a limit of its own.
        manager.handlerTimeout = max(
            manager.handlerTimeout, HTTPSkill.patience * SkillMachine.mostRequests + .seconds(2))
        manager.dialogManager = self
    }

    /// Whether a session is open.
    public var isOpen: Bool { machine != nil }

    // MARK: DialogManager

    /// Whether no session is open, nothing plays, and the skill knows all that it is to be told.
    public var isIdle: Bool { machine == nil && audio.isIdle && events.isIdle }

    private var expectation: SkillExpectation { machine?.expectation ?? (audio.isPlaying ? .playback : .call) }

    /// How the skill is called; while its session is open, its intents and the answers to its question.
    public var catalog: Catalog {
        let types = machine?.dynamic ?? []
        if let made, made.expectation == expectation, made.types == types { return made.catalog }
        let catalog = model.catalog(for: expectation, dynamic: types)
        made = (expectation, types, catalog)
        return catalog
    }

    /// Whose words these are.
    public func claim(_ result: SpeechRecognitionResult, isAsked: Bool) -> DialogClaim {
        if let other = result.hypotheses.first, other.app != model.app, LaunchPhrases.isCall(other.type),
            model.launch.call(in: result.transcript) == nil
        {
            // A question that waits is called off by the manager, and that closes the session.
            if machine != nil, !isAsked { close(.userInitiated) }
            return .otherApp
        }
        guard !isAsked, !result.isSilence, result.empty == nil else { return .unclaimed }
        // All apps go by the intent: the surest reading counts, of those as sure the first.
        let surest = result.surestApp
        guard let reading = reading(of: result) else {
            // Without a question of ours, what nobody understands is one app's to answer.
            guard machine != nil, model.has(SkillModel.fallbackIntent),
                surest == model.app || surest == nil && manager?.answersForAll != false
            else { return .unclaimed }
            return .request(SkillQuestion(.unintelligible, for: self))
        }
        if let surest, surest != model.app { return .otherApp }
        // What the intent makes likely for nobody, one of all apps answers.
        guard surest != nil || manager?.answersForAll != false else { return .unclaimed }
        return .request(SkillQuestion(.reading(reading), for: self))
    }

    /// Whether words call the skill by its name.
    public func isCalled(by result: SpeechRecognitionResult) -> Bool {
        result.readings.contains { model.launch.call(in: $0) != nil }
    }

    /// What was said means; nil when nothing. The first of the readings that means something counts.
    func reading(of result: SpeechRecognitionResult) -> SkillReading? {
        let types = machine?.dynamic ?? []
        // Any words are a value of an open list: so the others are looked at before that.
        for text in result.readings {
            if let reading = model.strictReading(of: text, expecting: expectation, dynamic: types) { return reading }
        }
        return model.reading(
            of: result.transcript, expecting: expectation, hypotheses: result.hypotheses, dynamic: types)
    }

    // MARK: Turns

    /// Lets the skill make something of what happened, and says how to go on.
    func respond(_ event: @Sendable (inout SkillMachine) -> SkillMachine.Step) async -> VoiceRequestResponse {
        limit.stop()
        audio.beginTurn()
        let before = closings
        var machine = machine ?? newSession()
        var step = event(&machine)
        if case .tell(let farewell) = step {
            tell(farewell)
            step = machine.told()
        }
        // Whoever ends the session meanwhile tells the skill so.
        self.machine = machine.isOver ? nil : machine
        if case .post(let envelope) = step { announce(envelope) }
        let output = await withTaskCancellationHandler {
            // A session begins when the one before is over, for the skill too.
            if case .post(let envelope) = step, envelope.session?.new == true {
                if await !events.settled(within: SkillEvents.patience), !Task.isCancelled {
                    manager?.report(
                        problem: "\(model.app) is opened before it has taken what became of its last session")
                }
                // It was closed meanwhile: the skill has been told of its end, and does not hear of its beginning after that.
                guard closings == before else { return SkillOutput(speech: [], then: .ends) }
            }
            return await turn(step, &machine)
        } onCancel: {
            // The answer took too long: nobody waits for it, and a session without a question would stay for ever.
            Task { await self.close(.error) }
        }
        guard closings == before else { return VoiceRequestResponse() }
        self.machine = machine.isOver ? nil : machine
        // Now: nobody knows whether the last words will be heard to their end.
        if let farewell = output.farewell { tell(farewell) }
        for problem in output.problems {
            logger.warning("\(LogLine.clean(problem, limit: 300))", metadata: ["skill": "\(model.app)"])
            manager?.report(problem: problem)
        }
        if let failure = output.failure {
            logger.error("\(LogLine.clean(failure, limit: 300))", metadata: ["skill": "\(model.app)"])
        }
        return response(to: output)
    }

    /// Ends an open session for another reason than the skill's will; the skill is told so.
    public func close(_ reason: SessionEndedRequest.Reason) {
        limit.stop()
        closings += 1
        guard var machine else { return }
        self.machine = nil
        manager?.catalogChanged()
        if case .say(let output) = machine.end(reason), let farewell = output.farewell { tell(farewell) }
    }

    /// Ends an open session, and waits until the skill knows that.
    public func close() async {
        close(.userInitiated)
        await events.settled()
    }

    /// What was said is for what plays, and not for the skill to decide: it stops.
    func stopAudio() -> VoiceRequestResponse {
        .terminalResponse { [audio] in audio.stop() }
    }

    /// Whether words are for what plays, and the skill's model has no intent for them.
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

    private func response(to output: SkillOutput) -> VoiceRequestResponse {
        let text = output.text
        let action: VoiceRequestResponse.Action = { [audio] in audio.perform(output.audio) }
        var response: VoiceRequestResponse
        if output.then == .listens, let machine {
            response = VoiceRequestResponse(
                followupRequest: SkillQuestion(text, of: self, expecting: machine.expectation), action: action)
        } else {
            response = VoiceRequestResponse(
                feedbackPrompt: text.map { VoicePrompt(message: $0.words, utterance: $0.utterance) }, action: action)
            if output.then == .stays {
                limit.start(Self.lingering) { [weak self] in
                    self?.close(.exceededMaxReprompts)
                }
            }
        }
        response.problem = output.failure
        response.isRetry = output.isReprompt
        return response
    }

    /// Tells the bus what the skill is asked.
    private func announce(_ envelope: RequestEnvelope) {
        let slots = envelope.request.intent?.slots ?? [:]
        let parameters = slots.compactMapValues { slot in
            slot.spokenValue.map {
                Parameter(value: .text(slot.resolvedValue?.name ?? $0), words: $0, type: "Slot")
            }
        }
        manager?.announce(
            CommandInvoked(
                app: model.app, type: envelope.request.intent?.name ?? envelope.request.type, parameters: parameters,
                confidence: 1, matcher: envelope.request.type, text: said))
    }

    /// Tells the skill that a session is over.
    private func tell(_ farewell: RequestEnvelope) {
        let isTold = events.add("telling \(model.app) that its session is over", isNeeded: true) { [turn] in
            await turn.tell(farewell)
        }
        if !isTold { manager?.report(problem: "\(model.app) is not told of its sessions any more: it does not answer") }
    }

    /// Tells the skill of its audio; it may want more audio.
    private func tell(_ request: Request) {
        let envelope = RequestEnvelope(context: identity.context, request: request)
        let isTold = events.add("telling \(model.app) of its audio") { [weak self, turn] in
            let answer = try? await turn.skill.invoke(envelope)
            // Of one that was given up, that is said already; what comes of it late would overtake what follows it.
            guard let self, !Task.isCancelled else { return }
            if let answer {
                audio.performAnswer(SkillWishes(answer.response).audio)
            } else {
                manager?.report(problem: "\(model.app) does not answer \(request.type)")
            }
        }
        if !isTold { manager?.report(problem: "\(model.app) is not told of its audio any more: it does not answer") }
    }
}
