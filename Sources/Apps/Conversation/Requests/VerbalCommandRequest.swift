import SaybusDispatch
import SaybusMessages
import SaybusPhrases

/// The implicit question "what next?". It looks the utterance up in a registry and carries out the command.
///
/// Every command comes from such a request. Presenting one, also as a follow-up, starts listening for a command of its
/// registry, in place of the conversation's, until the user has spoken or the time for that is over.
@ConversationActor
public final class VerbalCommandRequest: VoiceRequest {
    /// The type of an answer's value: the command and its recognizer.
    public typealias Value = ResolvedCommand

    /// The source of the commands, read after the utterance.
    public let registry: any VerbalCommandRegistry
    /// Nil, since the question is implicit.
    public var prompt: VoicePrompt? { nil }
    /// The interpreter, which looks the utterance up in the registry.
    public var interpreter: any VoiceRequestInterpreter<ResolvedCommand> { Interpreter(request: self) }
    /// The responder, which returns the response of the command's recognizer.
    public var responder: any VoiceRequestResponder<ResolvedCommand> { Responder(request: self) }
    /// The request's kind, `command`.
    public var kind: String { "command" }
    /// True: the question is not announced on the bus.
    public var isImplicit: Bool { true }

    /// The app's name in intents; empty in a request that the app has made itself.
    var app = ""
    /// Whether the app has made the request itself, with a registry of its own choice.
    var isOfApp: Bool { app.isEmpty }
    /// Whether the app itself matches its patterns, since the intent was recognized without the current ones.
    var matchesPatterns = true
    /// Called before the command is carried out.
    var onInvoke: (@ConversationActor (ResolvedCommand) -> Void)?
    /// Called before the user is asked whether a command was meant.
    var onDoubt: (@ConversationActor () -> Void)?
    /// Called after a yes to that question, before the command is carried out.
    var onConfirmed: (@ConversationActor (ResolvedCommand) -> Void)?
    /// Called when the utterance is not a command.
    var onUnrecognized: (@ConversationActor (TurnEnded.Outcome) -> Void)?
    /// The words of the utterance, once it has been resolved.
    private(set) var said = ""
    /// The meaning of the utterance, if it has been resolved before.
    var resolution: CommandResolution?

    /// The type of the command that the utterance means, if it has been resolved before.
    var command: String? { if case .invoke(let resolved) = resolution { resolved.command.type } else { nil } }

    /// Creates a request for a command of a registry.
    public init(registry: any VerbalCommandRegistry) { self.registry = registry }

    /// Called when a matcher takes too long.
    var onMatcherFailure: @ConversationActor (HandlerFailure) -> Void = { _ in }
    /// Time limit of the matchers.
    var matcherLimit = Duration.seconds(10)
    /// Time after which those matchers count that have answered; nil waits for all within their limit.
    var matcherPatience: Duration?

    /// Asks the matchers about an utterance.
    func suggestions(for result: SpeechRecognitionResult) async -> CommandResolution.Suggestions {
        await CommandResolution.suggestions(
            for: result, by: registry.commandRecognizers, matchesPatterns: matchesPatterns, limit: matcherLimit,
            patience: matcherPatience, failed: onMatcherFailure)
    }

    /// Returns the meaning of the utterance.
    func resolve(
        _ result: SpeechRecognitionResult, _ suggestions: CommandResolution.Suggestions
    ) -> CommandResolution {
        said = result.transcript
        return CommandResolution.resolve(
            result, app: app, recognizers: registry.commandRecognizers, suggestions: suggestions)
    }

    private struct Interpreter: VoiceRequestInterpreter {
        let request: VerbalCommandRequest

        func interpret(_ result: SpeechRecognitionResult) async -> Interpretation<ResolvedCommand> {
            var resolution = request.resolution
            if resolution == nil { resolution = request.resolve(result, await request.suggestions(for: result)) }
            return switch resolution {
            case .invoke(let command): Interpretation(value: command)
            case .noSpeech: Interpretation(errors: [ValidationError(.noInput)])
            // An utterance that was not recognized at all arrives as a recognition error.
            case .notUnderstood, .otherApp, .recognizerFailed, nil:
                Interpretation(errors: [ValidationError(.invalidInput)])
            }
        }
    }

    private struct Responder: VoiceRequestResponder {
        let request: VerbalCommandRequest

        func response(to interpretation: Interpretation<ResolvedCommand>) async throws -> VoiceRequestResponse {
            guard let resolved = interpretation.value else {
                let isSilence = interpretation.validationErrors.contains { $0.type == .noInput }
                request.onUnrecognized?(isSilence ? .noSpeech : .notUnderstood)
                return .done
            }
            if resolved.assurance == .doubtful { return confirmation(of: resolved) }
            request.onInvoke?(resolved)
            return try await resolved.recognizer.responseBuilder(resolved.command)
        }

        /// Returns the question whether a command was meant. A yes carries it out.
        private func confirmation(of resolved: ResolvedCommand) -> VoiceRequestResponse {
            request.onDoubt?()
            if let doubt = resolved.doubt { ConversationTurn.current?.explain("\(doubt): the user was asked") }
            let invoked = CommandInvoked(
                app: request.app, type: resolved.command.type, parameters: resolved.parameters,
                confidence: resolved.confidence, matcher: resolved.matcher, text: request.said)
            let text = resolved.recognizer.confirmationText?(resolved.command) ?? invoked.confirmationText
            let responder = StandardRequestResponder<Bool>()
            responder.successResponder = { [request] isMeant, _ in
                guard isMeant == true else {
                    ConversationTurn.current?.explain("the user answered no: \(invoked.type) is not carried out")
                    return .say(BuiltInSentence.declined.text())
                }
                request.onConfirmed?(resolved)
                return try await resolved.recognizer.responseBuilder(resolved.command)
            }
            return .followup(ConfirmationRequest(whetherMeant: VoicePrompt(message: text), responder: responder))
        }

        func response(toRecognitionError error: RecognitionError) -> VoiceRequestResponse {
            request.onUnrecognized?(.notUnderstood)
            return .done
        }

        func actionForCancellation() -> VoiceRequestResponse.Action? { nil }
    }
}
