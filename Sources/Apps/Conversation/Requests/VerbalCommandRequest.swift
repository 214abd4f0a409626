import SaybusMessages

/// The question that goes without saying: "what next?". What is said is looked up in a registry, and carried out.
///
/// Every command comes by one of these; present one to open the ear for a command.
@ConversationActor
public final class VerbalCommandRequest: VoiceRequest {
    /// The command, and who carries it out.
    public typealias Value = ResolvedCommand

    /// Who knows the commands; read when something has been said.
    public let registry: any VerbalCommandRegistry
    /// No question.
    public var prompt: VoicePrompt? { nil }
    /// Looks the words up.
    public var interpreter: any VoiceRequestInterpreter<ResolvedCommand> { Interpreter(request: self) }
    /// Asks the recognizer how to go on.
    public var responder: any VoiceRequestResponder<ResolvedCommand> { Responder(request: self) }
    /// `command`
    public var kind: String { "command" }
    /// Yes.
    public var isImplicit: Bool { true }

    /// The app's name in intents.
    var app = ""
    /// Whether the intent was made without the patterns that are known now.
    var matchesPatterns = true
    /// Told before the command is carried out.
    var onInvoke: (@ConversationActor (ResolvedCommand) -> Void)?
    /// Told that the words were no command.
    var onUnrecognized: (@ConversationActor (TurnEnded.Outcome) -> Void)?
    /// What the words mean, when that has been found out before.
    var resolution: CommandResolution?

    /// A request for a command of a registry.
    public init(registry: any VerbalCommandRegistry) { self.registry = registry }

    /// What the words mean.
    func resolve(_ result: SpeechRecognitionResult) -> CommandResolution {
        CommandResolution.resolve(
            result, app: app, recognizers: registry.commandRecognizers, matchesPatterns: matchesPatterns)
    }

    private struct Interpreter: VoiceRequestInterpreter {
        let request: VerbalCommandRequest

        func interpret(_ result: SpeechRecognitionResult) -> Interpretation<ResolvedCommand> {
            switch request.resolution ?? request.resolve(result) {
            case .invoke(let command): Interpretation(value: command)
            case .noSpeech: Interpretation(errors: [ValidationError(.noInput)])
            // What is not heard comes as a recognition error.
            case .notUnderstood, .otherApp, .recognizerFailed: Interpretation(errors: [ValidationError(.invalidInput)])
            }
        }
    }

    private struct Responder: VoiceRequestResponder {
        let request: VerbalCommandRequest

        func response(to interpretation: Interpretation<ResolvedCommand>) async throws -> VoiceRequestResponse {
            guard let resolved = interpretation.value else {
                let isSilence = interpretation.validationErrors.contains { $0.type == .noInput }
                request.onUnrecognized?(isSilence ? .noSpeech : .notUnderstood)
                return .terminalResponse(action: nil)
            }
            request.onInvoke?(resolved)
            return try await resolved.recognizer.responseBuilder(resolved.command)
        }

        func response(toRecognitionError error: RecognitionError) -> VoiceRequestResponse {
            request.onUnrecognized?(.notUnderstood)
            return .terminalResponse(action: nil)
        }

        func actionForCancellation() -> VoiceRequestResponse.Action? { nil }
    }
}
