import SaybusDispatch
import SaybusMessages
import SaybusPhrases

/// The question whether a remote app's command was meant. After a yes, the app gets the command.
@ConversationActor
struct RemoteConfirmation {
    /// The command, as it was heard.
    let command: CommandInvoked
    /// Returns the program that carries the command out. Another one may replace it while the user is asked.
    let owner: @Sendable () -> Source
    let session: Session
    let runner: RemoteRunner
    let play: RemoteQuestion.Play

    /// Returns the voice request.
    func request() -> ConfirmationRequest {
        let responder = StandardRequestResponder<Bool>()
        responder.successResponder = { isMeant, _ in
            guard isMeant == true else {
                ConversationTurn.current?.explain("the user answered no: \(command.type) is not carried out")
                return .say(BuiltInSentence.declined.text())
            }
            return try await carryOut()
        }
        return ConfirmationRequest(
            whetherMeant: VoicePrompt(message: command.confirmationText), responder: responder)
    }

    private func carryOut() async throws -> VoiceRequestResponse {
        let (turn, owner) = (ConversationTurn.current, self.owner())
        let result = try await runner.run(
            command, owner: owner, answering: turn?.cause, in: session, turn: turn?.id
        ) { [play] events in
            // On the questions' track, these events are played before what follows on it.
            Task { @ConversationActor in play(events, turn, .voiceRequest) }
        } published: { @Sendable [command] header in
            turn?.invoked(command, dispatch: turn?.cause.map { WallClock.elapsed(from: $0.at, to: header.at) })
        }
        return RemoteQuestion.response(
            to: result, command: command, owner: owner, session: session, runner: runner, play: play)
    }
}
