import SaybusBus
import SaybusConversation
import SaybusDispatch
import SaybusMessages
import SaybusPhrases

/// A request of an app's file, asked in one conversation.
@ConversationActor
struct AppQuestion {
    /// A closure that plays the events that follow an answer, on a track.
    typealias Play = @ConversationActor @Sendable ([AudioEvent], ConversationTurn?, AudioTrackIdentifier) async -> Void

    let request: App.Request
    /// The values that its texts may use.
    let values: ActionValues
    let host: AppActionHost
    /// The type of the command that led to the question, for the log.
    let command: String
    let play: Play
    /// The command that a yes carries out, in a question whether it was meant; nil in others.
    private let confirmed: CommandInvoked?

    private var app: App { host.app }

    /// Creates a question with the request of a name.
    /// - Throws: ``TemplateError`` when the app has no such request any more.
    nonisolated init(
        _ question: ActionOutcome.Question, host: AppActionHost, command: String, play: @escaping Play
    ) throws(TemplateError) {
        guard let request = host.app.request(question.request) else {
            throw TemplateError(.missingValue, "the app has no request \(question.request)")
        }
        (self.request, values, self.host, self.command, self.play) = (request, question.values, host, command, play)
        confirmed = nil
    }

    /// Creates the question whether a command was meant.
    nonisolated init(confirming invoked: CommandInvoked, host: AppActionHost, play: @escaping Play) {
        let command = host.app.command(invoked.type)
        let values =
            command.map { ActionPlan.values(of: $0, invoked, context: host.context) }
            ?? ActionValues(invoked.parameters)
        let text = command?.confirm.flatMap { try? $0.spoken(values.spoken()) } ?? invoked.confirmationText
        var request = App.Request(
            name: invoked.type, kind: .confirmation, prompt: Speech(Template(literal: text)))
        request.yes = command?.actions ?? []
        request.failed = command?.failed ?? App.defaultFailed
        (self.request, self.values, self.host, self.command) = (request, values, host, invoked.type)
        (self.play, confirmed) = (play, invoked)
    }

    /// Returns the voice request.
    /// - Throws: ``TemplateError`` when its texts cannot be filled in.
    func voiceRequest() throws(TemplateError) -> any VoiceRequest {
        let text = try request.prompt.text.spoken(values.spoken())
        let speech = request.prompt
        let prompt = VoicePrompt(
            message: text,
            utterance: SpeechUtterance(
                text, voice: speech.voice, rate: speech.rate, pitch: speech.pitch, volume: speech.volume))
        switch request.kind {
        case .string: return listening(StringRequest(prompt: prompt, responder: try responder { [answer: .text($0)] }))
        case .confirmation:
            let responder = try responder(then: { isYes in
                if isYes { announce() }
                return isYes ? request.yes : request.no
            }) { (isYes: Bool) in
                [answer: .text(isYes ? "yes" : "no")]
            }
            let confirmation =
                confirmed == nil
                ? ConfirmationRequest(prompt: prompt, responder: responder)
                : ConfirmationRequest(whetherMeant: prompt, responder: responder)
            return listening(confirmation)
        case .select(let options):
            let responder = try responder { (result: SelectResult) in [answer: .text(result.selectedOption.label)] }
            return listening(SelectRequest(options: options, prompt: prompt, responder: responder))
        case .number(let range):
            let responder = try responder { [answer: .number($0)] }
            return listening(NumericalRequest(prompt: prompt, range: range, responder: responder))
        case .pattern(let patterns):
            let responder = try responder { (match: PatternMatch) in
                match.entities.merging([answer: .text(match.transcription)]) { entity, _ in entity }
            }
            return listening(
                PatternMatchRequest(
                    templates: patterns.map(\.text), slotTypes: app.slotTypes, prompt: prompt, responder: responder))
        }
    }

    private var answer: String { request.answer }

    private func listening<Value>(_ standard: StandardVoiceRequest<Value>) -> StandardVoiceRequest<Value> {
        if let timeout = request.noSpeechTimeout { standard.recognitionOptions.noSpeechTimeout = timeout }
        return standard
    }

    private func responder<Value: Sendable>(
        then first: @escaping @ConversationActor (Value) -> [Action] = { _ in [] },
        _ values: @escaping @ConversationActor (Value) -> Command.Parameters
    ) throws(TemplateError) -> StandardRequestResponder<Value> {
        let responder = StandardRequestResponder<Value>()
        responder.supportedRetryCount = request.retries
        responder.repromptMessageText = try request.reprompt?.spoken(self.values.spoken())
        responder.invalidFeedbackText = try request.invalid?.spoken(self.values.spoken())
        responder.successResponder = { value, _ in
            guard let value else { return .done }
            return try await answered(values(value), first(value) + request.actions)
        }
        if !request.unanswered.isEmpty {
            // On the questions' track, these events are played before the next question. On another track, that
            // question would suspend them.
            responder.failureAction = { _ in _ = try await run(request.unanswered, self.values, on: .voiceRequest) }
        }
        return responder
    }

    /// Returns the response to an answer. If the actions ask another question, all actions before it are executed now;
    /// else all actions are executed after this question is closed.
    private func answered(_ given: Command.Parameters, _ actions: [Action]) async throws -> VoiceRequestResponse {
        var values = values
        let patterns = if case .pattern(let patterns) = request.kind { patterns } else { [PhraseTemplate]() }
        let types = PhraseTemplate.parameterTypes(patterns)
        // The yes to a command that was asked about is no value of it: a parameter of its own may have this name.
        for (name, value) in given where confirmed == nil {
            values.set(value, name, types[name].flatMap { TimeForms.kind(ofType: $0) }, app.language)
            if let type = types[name], TimeForms.isSpelled(type) || app.spelledTypes.contains(type) {
                values.spell(name)
            }
            guard let id = types[name].flatMap({ app.id(of: value, type: $0) }) else { continue }
            values[name + ".id"] = .text(id)
        }
        // A no must be heard to be sure that nothing is done.
        if confirmed != nil, actions.isEmpty, given[answer] == .text("no") {
            ConversationTurn.current?.explain("the user answered no: \(command) is not carried out")
            return .say(BuiltInSentence.declined.text())
        }
        guard actions.asks else {
            return .terminalResponse(action: { [values] in _ = try await run(actions, values, on: .main) })
        }
        let outcome = try await run(actions, values, on: .voiceRequest)
        guard let next = outcome.question, outcome.problem == nil else { return .done }
        return .followup(try AppQuestion(next, host: host, command: command, play: play).voiceRequest())
    }

    /// Publishes the command that was confirmed.
    private func announce() {
        guard let confirmed, let turn = ConversationTurn.current else { return }
        host.runtime.tryPublishing { try host.runtime.announce(confirmed, in: turn, session: host.session) }
    }

    private func run(
        _ actions: [Action], _ values: ActionValues, on track: AudioTrackIdentifier
    ) async throws -> ActionOutcome {
        let turn = ConversationTurn.current
        let host = AppActionHost(
            app: app, session: host.session, cause: turn?.cause, turn: turn?.id, conversations: host.conversations,
            memory: host.memory, runtime: host.runtime, ownTurns: host.ownTurns, beginning: host.runtime.bus.now,
            command: command)
        let plan = ActionPlan(actions, failed: request.failed, values: values, folder: app.folder)
        let outcome = try await ActionRunner(app: app, host: host).run(plan) { [play] in await play($0, turn, track) }
        host.log(outcome, command)
        if let problem = outcome.problem { turn?.setOutcome(.failed, problem) }
        await play(outcome.events, turn, track)
        return outcome
    }
}
