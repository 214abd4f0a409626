import SaybusDispatch
import SaybusMessages
import SaybusPhrases
import SaybusSupport

/// A question of a remote app as a voice request. The user's answer is sent to the app, whose response determines the
/// next step.
@ConversationActor
struct RemoteQuestion {
    /// Maximum number of options, aliases and patterns.
    nonisolated static let maximumPhrases = 256

    let asked: RemoteOutcome.Question
    /// The command that led to the question.
    let command: CommandInvoked
    let owner: Source
    let session: Session
    let runner: RemoteRunner
    /// Plays the events of interim answers.
    let play: Play

    /// A closure that plays events on a track.
    typealias Play = @ConversationActor @Sendable ([AudioEvent], ConversationTurn?, AudioTrackIdentifier) -> Void

    private var question: VoiceRequestStatus.Question { asked.question }

    /// Returns the voice request.
    /// - Throws: ``QuestionProblem`` when the question cannot be asked as it is.
    func request() throws(QuestionProblem) -> any VoiceRequest {
        let request = try standardRequest()
        request.asker = asked.asker
        return request
    }

    private func standardRequest() throws(QuestionProblem) -> any VoiceRequest & RemotelyAsked {
        let phrases =
            (question.options ?? []) + (question.patterns ?? []) + (question.aliases?.values.flatMap(\.self) ?? [])
        guard phrases.count <= Self.maximumPhrases else {
            throw QuestionProblem("\(phrases.count) options and patterns are more than \(Self.maximumPhrases)")
        }
        guard !question.prompt.allSatisfy(\.isWhitespace) else { throw QuestionProblem("the prompt is empty") }
        let prompt = VoicePrompt(message: question.prompt)
        switch question.answerKind {
        case .string:
            return StringRequest(prompt: prompt, responder: responder { ["answer": .text($0)] })
        case .confirmation:
            return ConfirmationRequest(prompt: prompt, responder: responder { ["answer": .text($0 ? "yes" : "no")] })
        case .select: return try select(prompt)
        case .number:
            let (low, high) = (question.minimum ?? -.infinity, question.maximum ?? .infinity)
            guard low <= high else { throw QuestionProblem("minimum is greater than maximum") }
            let range = question.minimum == nil && question.maximum == nil ? nil : low...high
            return NumericalRequest(prompt: prompt, range: range, responder: responder { ["answer": .number($0)] })
        case .pattern: return try pattern(prompt)
        case .custom, nil:
            throw QuestionProblem(
                "there is no kind \"\(LogLine.clean(question.kind, limit: 40))\"; ask for string, confirmation, select, number or pattern"
            )
        }
    }

    private func select(_ prompt: VoicePrompt) throws(QuestionProblem) -> any VoiceRequest & RemotelyAsked {
        let labels = question.options ?? []
        guard !labels.isEmpty else { throw QuestionProblem("a select needs options") }
        let options = labels.map { SelectOption(label: $0, aliases: question.aliases?[$0] ?? []) }
        return SelectRequest(
            options: options, prompt: prompt,
            responder: responder {
                ["answer": .text($0.selectedOption.label), "index": .number(Double($0.selectedIndex))]
            })
    }

    private func pattern(_ prompt: VoicePrompt) throws(QuestionProblem) -> any VoiceRequest & RemotelyAsked {
        let templates = question.patterns ?? []
        guard !templates.isEmpty else { throw QuestionProblem("a pattern needs patterns") }
        if let problem = PatternCommandMatcher(patterns: templates).problems.first {
            throw QuestionProblem("\(problem)")
        }
        let responder = responder { (match: PatternMatch) in match.entities }
        if question.retries == nil {
            responder.supportedRetryCount = StandardRequestResponder<PatternMatch>.retryForever
        }
        return PatternMatchRequest(templates: templates, prompt: prompt, responder: responder)
    }

    private func responder<Value>(
        _ values: @escaping @ConversationActor (Value) -> [String: Parameter.Value]
    ) -> StandardRequestResponder<Value> {
        let responder = StandardRequestResponder<Value>()
        responder.repromptMessageText = question.reprompt
        if let retries = question.retries { responder.supportedRetryCount = max(0, retries) }
        responder.successResponder = { value, _ in
            guard let value else { return .done }
            return try await send(.given, values(value))
        }
        // The last unsuitable answer has no feedback: the app's own words end the question.
        responder.failureAction = { _ in
            let response = try await send(.unanswered, reason: "no answer came that fits")
            response.take()
            if let feedback = response.feedbackPrompt?.text {
                // The feedback belongs to this question, and must be played before another one.
                play([.speech(.init(feedback))], ConversationTurn.current, .voiceRequest)
            }
            try await response.action?()
            if let problem = response.problem { ConversationTurn.current?.setOutcome(.failed, problem) }
            // Nobody has answered this question, and the user may be gone.
            guard response.followupRequest == nil else {
                throw QuestionProblem(
                    "the app \(command.app) asks again after its question was left unanswered; ask with more retries")
            }
        }
        responder.cancelAction = { _ in try await send(.cancelled, reason: "the question was cancelled").take() }
        return responder
    }

    /// Sends the app the end of its question, and waits for its answer.
    private func send(
        _ outcome: CommandInvoked.Answer.Outcome, _ values: [String: Parameter.Value] = [:], reason: String? = nil
    ) async throws -> VoiceRequestResponse {
        let turn = ConversationTurn.current
        let said = turn?.said ?? ""
        let invoked = CommandInvoked(
            app: command.app, type: command.type,
            parameters: values.mapValues { value in
                Parameter(value: value, words: said, type: value.number == nil ? "String" : "Number")
            }, confidence: 1, text: said,
            answer: .init(asked: asked.response, outcome: outcome, reason: reason))
        let result = try await runner.run(
            invoked, owner: owner, answering: turn?.cause, in: session, turn: turn?.id
        ) { [play] events in
            // On the questions' track, these events are played before what follows on it.
            Task { @ConversationActor in play(events, turn, .voiceRequest) }
        } published: { @Sendable header in
            turn?.invoked(invoked, dispatch: turn?.cause.map { WallClock.elapsed(from: $0.at, to: header.at) })
        }
        let response = response(to: result)
        // No handler has made it. When the question has ended meanwhile, nobody takes it, and the app is to blame.
        response.take()
        return response
    }

    private func response(to result: RemoteOutcome) -> VoiceRequestResponse {
        Self.response(to: result, command: command, owner: owner, session: session, runner: runner, play: play)
    }

    /// Returns the response to a user's answer by what the app answers.
    static func response(
        to result: RemoteOutcome, command: CommandInvoked, owner: Source, session: Session, runner: RemoteRunner,
        play: @escaping Play
    ) -> VoiceRequestResponse {
        var response = VoiceRequestResponse(feedbackPrompt: result.feedback.map { VoicePrompt(message: $0) })
        response.problem = result.problem
        // The next question would suspend these events on another track.
        let track: AudioTrackIdentifier = result.question == nil ? .main : .voiceRequest
        if !result.events.isEmpty { response.action = { play(result.events, ConversationTurn.current, track) } }
        guard let next = result.question else { return response }
        let following = RemoteQuestion(
            asked: next, command: command, owner: owner, session: session, runner: runner, play: play)
        do throws(QuestionProblem) {
            response.followupRequest = try following.request()
        } catch {
            response.problem = "the app \(command.app) asks what cannot be asked: \(error.reason)"
            response.feedbackPrompt = VoicePrompt(message: BuiltInSentence.failed.text())
        }
        return response
    }
}

/// The reason why a remote app's question cannot be asked.
struct QuestionProblem: Error, Sendable, Equatable, CustomStringConvertible {
    /// The problem of the question, in a sentence.
    let reason: String

    /// The problem.
    var description: String { reason }

    init(_ reason: String) { self.reason = reason }
}
