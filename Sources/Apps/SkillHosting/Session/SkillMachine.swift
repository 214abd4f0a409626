import SaybusInteractionModels
import SaybusMessages
import SaybusSkills

/// One session with a skill: what is asked of the skill for what was said, and what is said for what it answers. Pure.
///
/// Every event gives one ``Step``. After a ``Step/post(_:)`` comes ``answered(_:)`` or ``failed(_:)``, after a ``Step/tell(_:)`` comes ``told()``, nothing
/// else. Every turn ends: a skill is asked
/// at most ``mostRequests`` times for it. Every session ends when nobody speaks: a question is asked again once.
public struct SkillMachine: Sendable {
    /// What comes next.
    public enum Step: Sendable, Equatable {
        /// The skill is told that the session before is over, and what it says to that is not heard; then another one begins.
        case tell(RequestEnvelope)
        /// The skill is asked.
        case post(RequestEnvelope)
        /// Something is said, or nothing, and the turn is over.
        case say(SkillOutput)
    }

    /// How often a skill is asked in one turn.
    public static let mostRequests = 4
    /// The most values that a skill may add in a session.
    public static let mostEntities = 100

    /// The skill's model.
    public let model: SkillModel
    /// What can be said next.
    public private(set) var expectation = SkillExpectation.intents
    /// Values that the skill added.
    public private(set) var dynamic: [Catalog.SlotType] = []
    /// Whether the session is over.
    public private(set) var isOver = false
    /// The session's side of the envelopes.
    public private(set) var session: SkillSession
    /// The dialog that is talked about; nil when none is.
    public private(set) var dialog: DialogMachine?

    private let asksAfterSilence: Bool
    private let wording: Int
    private let stamp: @Sendable () -> RequestStamp
    private let now: @Sendable () -> CalendarMoment
    private var last: SkillOutput?
    private var reprompt: SpeechOutputText?
    private var isReprompted = false
    private var requests = 0

    /// Creates a session that has not begun.
    /// - Parameters:
    ///   - asksAfterSilence: Whether the skill gets a `TimeoutRequest` when nobody answers, before it gets the end of the session.
    ///   - wording: Which wordings of the model's prompts are used first.
    public init(
        model: SkillModel, session: SkillSession, asksAfterSilence: Bool = false, wording: Int = 0,
        stamp: @escaping @Sendable () -> RequestStamp = RequestStamp.now,
        now: @escaping @Sendable () -> CalendarMoment = { .now }
    ) {
        (self.model, self.session, self.asksAfterSilence, self.wording) = (model, session, asksAfterSilence, wording)
        (self.stamp, self.now) = (stamp, now)
    }

    // MARK: What the user does

    /// Something was said that means something.
    public mutating func heard(_ reading: SkillReading) -> Step {
        (requests, isReprompted) = (0, false)
        switch reading {
        case .launch:
            (dialog, dynamic, last, reprompt, expectation) = (nil, [], nil, nil, .intents)
            guard !session.isNew else { return told() }
            // Opened anew: what the session before has kept is forgotten.
            let farewell = farewell(.userInitiated)
            session = SkillSession(context: session.context)
            return .tell(farewell)
        case .intent(let intent):
            if !model.has(intent.name), SkillModel.ownIntents.contains(intent.name) { return own(intent.name) }
            if dialog?.intent.name == intent.name, dialog?.state != .completed {
                dialog?.fill((intent.slots ?? [:]).values)
            } else {
                dialog = DialogMachine(intent, of: model, wording: wording)
            }
        case .answer(let slots): dialog?.fill(slots)
        case .confirmation(let isYes): dialog?.confirm(isYes)
        }
        guard let dialog else { return unintelligible() }
        return dialog.hasModel && model.isDelegated(dialog.intent.name) ? advance([], []) : postIntent()
    }

    /// The skill has been told that the session before is over: it is opened.
    public mutating func told() -> Step {
        let stamp = stamp()
        return post(
            .launchRequest(
                LaunchRequest(requestId: stamp.id, timestamp: stamp.timestamp, locale: model.interaction.language)))
    }

    /// Something was said that means nothing here.
    public mutating func unintelligible() -> Step {
        guard expectation == .intents, model.has(SkillModel.fallbackIntent) else { return promptAgain() }
        return heard(.intent(model.emptyIntent(SkillModel.fallbackIntent)))
    }

    /// Nothing was said.
    public mutating func silent() -> Step {
        guard asksAfterSilence, !isReprompted else { return promptAgain() }
        (requests, isReprompted) = (0, true)
        let stamp = stamp()
        return post(
            .timeoutRequest(
                TimeoutRequest(requestId: stamp.id, timestamp: stamp.timestamp, locale: model.interaction.language)))
    }

    /// The session is over for another reason than the skill's will.
    public mutating func end(
        _ reason: SessionEndedRequest.Reason, error: SessionEndedError? = nil, saying speech: [SpeechOutputText] = []
    ) -> Step {
        isOver = true
        var output = SkillOutput(speech: speech, then: .ends)
        output.farewell = farewell(reason, error)
        return .say(output)
    }

    private mutating func farewell(
        _ reason: SessionEndedRequest.Reason, _ error: SessionEndedError? = nil
    ) -> RequestEnvelope {
        let stamp = stamp()
        return session.envelope(
            .sessionEndedRequest(
                SessionEndedRequest(
                    requestId: stamp.id, timestamp: stamp.timestamp, locale: model.interaction.language, reason: reason,
                    error: error)))
    }

    private mutating func promptAgain() -> Step {
        guard let reprompt, !isReprompted else { return end(.exceededMaxReprompts) }
        isReprompted = true
        return .say(SkillOutput(speech: [reprompt], then: .listens, isReprompt: true))
    }

    /// What the skill does not want to hear itself.
    private mutating func own(_ intent: String) -> Step {
        guard intent == "AMAZON.RepeatIntent", var last else { return end(.userInitiated) }
        (last.audio, last.problems) = ([], [])
        return .say(last)
    }

    // MARK: What the skill does

    /// The skill has answered the last request.
    public mutating func answered(_ answer: ResponseEnvelope) -> Step {
        session.take(answer)
        let response = answer.response
        var wishes = SkillWishes(response)
        if let types = wishes.entities { take(types, &wishes.problems) }
        let speech = [SpeechOutputText(response.outputSpeech)].compactMap(\.self)
        reprompt = SpeechOutputText(response.reprompt?.outputSpeech)
        guard response.shouldEndSession != true else {
            isOver = true
            return say(SkillOutput(speech: speech, then: .ends), wishes)
        }
        guard let step = wishes.dialog else {
            dialog = nil
            expectation = .intents
            return say(SkillOutput(speech: speech, then: response.shouldEndSession == nil ? .stays : .listens), wishes)
        }
        if let problem = take(step, &wishes.problems) { return failed(SkillFailure(.badAnswer, problem)) }
        guard case .delegate = step else {
            expectation =
                dialog.flatMap { dialog in dialog.asked.map { $0.expectation(dialog.intent.name) } } ?? .intents
            return say(SkillOutput(speech: speech, then: .listens), wishes)
        }
        return advance(speech, wishes.problems)
    }

    /// The skill did not answer the last request, or not in a way that makes sense.
    public mutating func failed(_ failure: SkillFailure) -> Step {
        let words = failure.words(model.interaction.invocationName ?? model.app)
        guard case .say(var output) = end(.error, error: failure.error, saying: [SpeechOutputText(words)]) else {
            return .say(SkillOutput(speech: [SpeechOutputText(words)], then: .ends))
        }
        output.failure = failure.reason
        return .say(output)
    }

    /// The skill's step of the dialog.
    /// - Returns: What is wrong with it; nil when nothing is.
    private mutating func take(_ step: SkillWishes.DialogStep, _ problems: inout [String]) -> String? {
        if let updated = step.updatedIntent, updated.name != dialog?.intent.name {
            guard model.has(updated.name) else {
                return "the skill goes on with \(updated.name), which its model has not"
            }
            dialog = DialogMachine(model.emptyIntent(updated.name), of: model, wording: wording)
        } else {
            if case .delegate(nil) = step, dialog?.state == .completed {
                return "the skill delegates a dialog that is complete"
            }
        }
        let foreign = dialog?.update(step.updatedIntent) ?? []
        if let first = foreign.first {
            problems.append(
                "the skill sets \(foreign.count) slots that \(dialog?.intent.name ?? "") has not, such as \(first.prefix(80)): they are ignored"
            )
        }
        guard let dialog else { return "the skill goes on with a dialog, and there is none" }
        switch step {
        case .delegate:
            return dialog.hasModel ? nil : "the skill delegates \(dialog.intent.name), whose model has no dialog"
        case .ask(let subject, _):
            if let slot = subject.slot, model.emptyIntent(dialog.intent.name).slots?[slot] == nil {
                return "the skill asks for \(slot), which \(dialog.intent.name) has not"
            }
            self.dialog?.ask(subject)
            return nil
        }
    }

    private mutating func take(_ types: [Catalog.SlotType], _ problems: inout [String]) {
        var left = Self.mostEntities
        dynamic = types.map { type in
            var type = type
            type.values = Array(type.values.prefix(left))
            left -= type.values.count
            return type
        }
        if types.reduce(0, { $0 + $1.values.count }) > Self.mostEntities {
            problems.append("the skill adds more than \(Self.mostEntities) values: the first of them are taken")
        }
    }

    // MARK: Steps

    /// The model's next question, or the skill hears that all is there.
    private mutating func advance(_ speech: [SpeechOutputText], _ problems: [String]) -> Step {
        switch dialog?.next(now: now()) {
        case .ask(let question):
            reprompt = question.prompt
            expectation = question.subject.expectation(dialog?.intent.name ?? "")
            var output = SkillOutput(speech: speech + [question.prompt], then: .listens)
            output.problems = problems
            last = output
            return .say(output)
        case .complete: return postIntent()
        case .exhausted, nil: return end(.exceededMaxReprompts)
        }
    }

    private mutating func say(_ output: SkillOutput, _ wishes: SkillWishes) -> Step {
        var output = output
        (output.audio, output.problems) = (wishes.audio, wishes.problems)
        last = output
        return .say(output)
    }

    private mutating func postIntent() -> Step {
        guard let dialog else { return end(.exceededMaxReprompts) }
        let stamp = stamp()
        let request = IntentRequest(
            requestId: stamp.id, timestamp: stamp.timestamp, locale: model.interaction.language,
            dialogState: dialog.hasModel ? dialog.state : nil, intent: dialog.intent)
        self.dialog?.reported()
        return post(.intentRequest(request))
    }

    private mutating func post(_ request: Request) -> Step {
        requests += 1
        guard requests <= Self.mostRequests else {
            return failed(SkillFailure(.badAnswer, "the skill delegates without end"))
        }
        return .post(session.envelope(request))
    }
}
