import SaybusInteractionModels
import SaybusMessages
import SaybusPhrases
import SaybusSkills

/// The state machine of one session with a skill: which requests an utterance causes, and which speech follows
/// the skill's answers. It performs no I/O.
///
/// Every event returns one ``Step``. ``Step/post(_:)`` must be followed by ``answered(_:)`` or ``failed(_:)``,
/// and ``Step/notify(_:)`` by ``notified()``. Every turn ends, since a turn makes at most ``maximumRequests``
/// requests. Every session ends when the user stays silent, since a question is repeated only once.
public struct SkillMachine: Sendable {
    /// The next step of a session.
    public enum Step: Sendable, Equatable {
        /// Notify the skill of the previous session's end, ignoring the answer. A new session follows.
        case notify(RequestEnvelope)
        /// Send a request to the skill.
        case post(RequestEnvelope)
        /// Speak, possibly nothing, and end the turn.
        case say(SkillOutput)
    }

    /// Maximum number of requests to the skill in one turn.
    public static let maximumRequests = 4
    /// Maximum number of dynamic entities in a session.
    public static let maximumEntities = 100

    /// The skill's model.
    public let model: SkillModel
    /// The utterances that are valid next.
    public private(set) var expectation = SkillExpectation.intents
    /// The dynamic entities that the skill has added.
    public private(set) var dynamic: [Catalog.SlotType] = []
    /// Whether the session is over.
    public private(set) var isOver = false
    /// Whether the skill's last answer has left the session open without a question.
    public var isIdle: Bool { last?.sessionState == .stays }
    /// The session's id, attributes and envelopes.
    public private(set) var session: SkillSession
    /// The current dialog; nil for none.
    public private(set) var dialog: DialogMachine?

    private let asksAfterSilence: Bool
    private let wording: Int
    private let maker: RequestMaker
    private let now: @Sendable () -> LocalDateTime
    private var last: SkillOutput?
    private var reprompt: SpeechOutputText?
    private var isReprompted = false
    private var requests = 0

    /// Creates a session that has not started.
    /// - Parameters:
    ///   - model: The skill's model.
    ///   - session: The session with its context.
    ///   - asksAfterSilence: Whether the skill gets a `TimeoutRequest` before the session ends, when the user
    ///     does not answer.
    ///   - wording: The index of the first wording of each prompt.
    ///   - stamp: Makes the id and the time of a request.
    ///   - now: Returns the local date and time.
    public init(
        model: SkillModel, session: SkillSession, asksAfterSilence: Bool = false, wording: Int = 0,
        stamp: @escaping @Sendable () -> RequestStamp = RequestStamp.now,
        now: @escaping @Sendable () -> LocalDateTime = { .now }
    ) {
        (self.model, self.session, self.asksAfterSilence, self.wording) = (model, session, asksAfterSilence, wording)
        maker = RequestMaker(locale: model.interaction.language, stamp: stamp)
        self.now = now
    }

    // MARK: User events

    /// Handles an utterance with a meaning.
    public mutating func heard(_ reading: SkillReading) -> Step {
        (requests, isReprompted) = (0, false)
        switch reading {
        case .launch:
            (dialog, dynamic, last, reprompt, expectation) = (nil, [], nil, nil, .intents)
            guard !session.isNew else { return notified() }
            // A new launch discards the attributes of the previous session.
            let sessionEnded = session.envelope(maker.sessionEnded(.userInitiated))
            session = SkillSession(context: session.context)
            return .notify(sessionEnded)
        case .intent(let intent):
            if !model.has(intent.name), SkillModel.sessionIntents.contains(intent.name) {
                return answerForSkill(intent.name)
            }
            if dialog?.intent.name == intent.name, dialog?.state != .completed {
                dialog?.fill((intent.slots ?? [:]).values)
            } else {
                dialog = DialogMachine(intent, of: model, wording: wording)
            }
        case .answer(let slots): dialog?.fill(slots)
        case .confirmation(let isYes): dialog?.confirm(isYes)
        }
        guard let dialog else { return unintelligible() }
        return dialog.hasModel && model.isDelegated(dialog.intent.name) ? advance([]) : postIntent()
    }

    /// Continues after the notification of the previous session's end: launches the skill.
    public mutating func notified() -> Step { post(maker.launch()) }

    /// Handles an utterance without a meaning for the skill.
    public mutating func unintelligible() -> Step {
        guard expectation == .intents, model.has(SkillModel.fallbackIntent) else { return askAgain() }
        return heard(.intent(model.emptyIntent(SkillModel.fallbackIntent)))
    }

    /// Handles the user's silence.
    public mutating func silent() -> Step {
        guard asksAfterSilence, !isReprompted else { return promptAgain() }
        (requests, isReprompted) = (0, true)
        return post(maker.timeout())
    }

    /// Ends the session for a reason other than the skill's answer.
    public mutating func end(
        _ reason: SessionEndedRequest.Reason, error: SessionEndedError? = nil, saying speech: [SpeechOutputText] = []
    ) -> Step {
        isOver = true
        var output = SkillOutput(speech: speech, sessionState: .ends)
        output.sessionEnded = session.envelope(maker.sessionEnded(reason, error))
        return .say(output)
    }

    /// Asks again after words without a meaning. After the second time the session ends, in words.
    private mutating func askAgain() -> Step {
        let words = model.vocabulary
        guard !isReprompted else { return end(.exceededMaxReprompts, saying: [SpeechOutputText(words.givesUp)]) }
        isReprompted = true
        let speech = reprompt ?? SpeechOutputText(words.notUnderstood)
        return .say(SkillOutput(speech: [speech], sessionState: .listens, isReprompt: true))
    }

    /// Takes the state of the audio player, which the skill gets with each request.
    public mutating func update(_ audioPlayer: AudioPlayerState) { session.context.audioPlayer = audioPlayer }

    private mutating func promptAgain() -> Step {
        guard let reprompt, !isReprompted else { return end(.exceededMaxReprompts) }
        isReprompted = true
        return .say(SkillOutput(speech: [reprompt], sessionState: .listens, isReprompt: true))
    }

    /// Answers a stop, cancel or repeat intent in place of the skill, whose model lacks it.
    private mutating func answerForSkill(_ intent: String) -> Step {
        guard intent == "AMAZON.RepeatIntent", var last else { return end(.userInitiated) }
        (last.audio, last.problems, last.cards) = ([], [], [])
        return .say(last)
    }

    // MARK: Skill events

    /// Handles the skill's answer to the last request.
    public mutating func answered(_ answer: ResponseEnvelope) -> Step {
        session.take(answer)
        let response = answer.response
        var directives = SortedDirectives(response, app: model.app)
        if let types = directives.entities { take(types, &directives.problems) }
        let speech = [SpeechOutputText(response.outputSpeech)].compactMap(\.self)
        reprompt = SpeechOutputText(response.reprompt?.outputSpeech)
        let streamProblem = (response.directives ?? []).compactMap(\.problem).first
        if let problem = speech.first?.problem ?? reprompt?.problem ?? streamProblem {
            return failed(SkillFailure(.badAnswer, problem))
        }
        guard response.shouldEndSession != true else {
            isOver = true
            if directives.dialog != nil {
                directives.problems.append("the skill ends the session: its dialog directive is not carried out")
            }
            return say(SkillOutput(speech: speech, sessionState: .ends), directives)
        }
        guard let step = directives.dialog else {
            dialog = nil
            expectation = .intents
            return say(
                SkillOutput(speech: speech, sessionState: response.shouldEndSession == nil ? .stays : .listens),
                directives)
        }
        if let problem = take(step, &directives.problems) { return failed(SkillFailure(.badAnswer, problem)) }
        guard case .delegate = step else {
            expectation =
                dialog.flatMap { dialog in dialog.openQuestion.map { $0.expectation(dialog.intent.name) } } ?? .intents
            return say(SkillOutput(speech: speech, sessionState: .listens), directives)
        }
        return advance(speech, directives)
    }

    /// Handles a missing or invalid answer to the last request.
    public mutating func failed(_ failure: SkillFailure) -> Step {
        let words = failure.words(model.interaction.invocationName ?? model.app)
        guard case .say(var output) = end(.error, error: failure.error, saying: [SpeechOutputText(words)]) else {
            return .say(SkillOutput(speech: [SpeechOutputText(words)], sessionState: .ends))
        }
        output.failure = failure.reason
        return .say(output)
    }

    /// Applies the dialog step that the skill requests.
    /// - Returns: The problem with the step; nil without a problem.
    private mutating func take(_ step: SortedDirectives.DialogStep, _ problems: inout [String]) -> String? {
        if let updated = step.updatedIntent, updated.name != dialog?.intent.name {
            guard model.has(updated.name) else {
                return "the skill goes on with \(updated.name), which its model does not have"
            }
            dialog = DialogMachine(model.emptyIntent(updated.name), of: model, wording: wording)
        } else {
            if case .delegate(nil) = step, dialog?.state == .completed {
                return "the skill delegates a dialog that is complete"
            }
        }
        let updated = step.updatedIntent.map { model.resolved($0, replacing: dialog?.intent, dynamic) }
        let foreign = dialog?.update(updated) ?? []
        if let first = foreign.first {
            problems.append(
                "the skill sets \(foreign.count) slots that \(dialog?.intent.name ?? "") does not have, "
                    + "such as \(first.prefix(80)): they are ignored"
            )
        }
        guard let dialog else { return "the skill goes on with a dialog, and there is none" }
        switch step {
        case .delegate:
            return dialog.hasModel ? nil : "the skill delegates \(dialog.intent.name), whose model has no dialog"
        case .ask(let subject, _):
            if let slot = subject.slot, model.emptyIntent(dialog.intent.name).slots?[slot] == nil {
                return "the skill asks for \(slot), which \(dialog.intent.name) does not have"
            }
            self.dialog?.ask(subject)
            return nil
        }
    }

    private mutating func take(_ types: [Catalog.SlotType], _ problems: inout [String]) {
        var left = Self.maximumEntities
        dynamic = types.map { type in
            var type = type
            type.values = Array(type.values.prefix(left))
            left -= type.values.count
            return type
        }
        if types.reduce(0, { $0 + $1.values.count }) > Self.maximumEntities {
            problems.append("the skill adds more than \(Self.maximumEntities) values: the first of them are taken")
        }
    }

    // MARK: Steps

    /// Asks the model's next question, or sends the completed intent to the skill.
    private mutating func advance(_ speech: [SpeechOutputText], _ directives: SortedDirectives? = nil) -> Step {
        switch dialog?.next(now: now()) {
        case .ask(let question):
            reprompt = question.prompt
            expectation = question.subject.expectation(dialog?.intent.name ?? "")
            let output = SkillOutput(speech: speech + [question.prompt], sessionState: .listens)
            guard let directives else {
                last = output
                return .say(output)
            }
            return say(output, directives)
        case .complete: return postIntent()
        case .exhausted, nil: return end(.exceededMaxReprompts)
        }
    }

    private mutating func say(_ output: SkillOutput, _ directives: SortedDirectives) -> Step {
        var output = output
        (output.audio, output.problems, output.cards) = (directives.audio, directives.problems, directives.cards)
        last = output
        return .say(output)
    }

    private mutating func postIntent() -> Step {
        guard let dialog else { return end(.exceededMaxReprompts) }
        self.dialog?.recordDelivery()
        return post(maker.intent(dialog))
    }

    private mutating func post(_ request: Request) -> Step {
        requests += 1
        guard requests <= Self.maximumRequests else {
            return failed(SkillFailure(.badAnswer, "the skill delegates without end"))
        }
        return .post(session.envelope(request))
    }
}
