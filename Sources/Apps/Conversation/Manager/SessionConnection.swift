import Logging
import SaybusBus
import SaybusDispatch
import SaybusMessages

/// The connection of one session's conversation to the bus.
@ConversationActor
final class SessionConnection: AudioTransport {
    nonisolated let session: Session
    nonisolated let runtime: TurnRuntime

    nonisolated init(_ session: Session, runtime: TurnRuntime) { (self.session, self.runtime) = (session, runtime) }

    // MARK: Turns

    /// Opens a turn that answers a message, or one without a message.
    func openTurn(_ cause: Header?, said: String? = nil) -> ConversationTurn {
        runtime.openTurn(answering: cause, said: said, in: session)
    }

    /// Ends a turn as cancelled: the user is still answering a question that is closed.
    func abandon(_ turn: TurnID, _ reason: String) { runtime.abandon(turn, in: session, reason) }

    /// Publishes the command that a turn carries out.
    func announce(_ command: CommandInvoked, in turn: ConversationTurn) {
        runtime.tryPublishing { try runtime.announce(command, in: turn, session: session) }
    }

    /// Ends a turn as failed and speaks an apology. May be called from any thread, since a blocking handler may
    /// occupy the actor's thread.
    nonisolated func fail(_ turn: ConversationTurn, _ reason: String, apology: String?) {
        guard turn.fail(reason, spoken: apology) else { return }
        runtime.logger.error("a command's handler takes too long", metadata: details(of: turn, reason))
        guard let apology else { return }
        runtime.tryPublishing {
            try runtime.bus.publish(
                AudioSequence(
                    [.speech(.init(apology))], track: AudioTrackIdentifier.voiceRequest.name,
                    priority: AudioTrackIdentifier.voiceRequestPriority),
                session: session, deadline: runtime.bus.now + Bus.sequenceLife)
        }
    }

    /// Logs why a turn has failed, and shows it in the status.
    /// - Parameter isLogged: Whether it is in the log already.
    func report(failure reason: String, of turn: ConversationTurn?, isLogged: Bool) {
        if !isLogged { runtime.logger.warning("a command failed", metadata: details(of: turn, reason)) }
        runtime.problems.report(reason, isLogged: true)
    }

    private nonisolated func details(of turn: ConversationTurn?, _ problem: String) -> Logger.Metadata {
        [
            "command": "\(turn?.command ?? "")", "problem": "\(problem)", "session": "\(session)",
            "turn": "\(turn?.id?.description ?? "")",
        ]
    }

    // MARK: Questions

    /// The prompt of a question that another app asks in this session; nil when there is none.
    var otherQuestion: String? { runtime.otherQuestion(in: session) }

    /// Asks the listening stage to listen for an answer, or for a command.
    /// - Returns: The request's id, for ``stopListening(_:)``; nil when no listening stage is ready.
    func startListening(_ options: RecognitionOptions, isCommand: Bool) -> MessageID? {
        guard runtime.bus.presence.isReady(.listen, for: session) else { return nil }
        let id = MessageID()
        let request = ListenRequest(
            mode: isCommand ? .pushToTalk : .followUp, noSpeechTimeoutMs: options.noSpeechTimeout.boundedMilliseconds,
            maximumSpeechMs: options.maximumSpeech.boundedMilliseconds,
            phrases: options.phrases.isEmpty ? nil : options.phrases)
        runtime.tryPublishing { try runtime.bus.publish(request, id: id, session: session) }
        return id
    }

    /// Withdraws a request to listen.
    func stopListening(_ request: MessageID) {
        // A listening stage that starts later must not get the request either.
        runtime.bus.withdraw(request)
        // Without a ready listening stage, no program would take the withdrawal.
        guard runtime.bus.presence.isReady(.listen, for: session) else { return }
        runtime.tryPublishing {
            try runtime.bus.publish(ListenRequest.withdrawal(of: request), id: MessageID(), session: session)
        }
    }

    /// Ends the open turn of the listening stage, whose words are recognized.
    func endSpeech() {
        runtime.tryPublishing {
            try runtime.bus.publish(ListenRequest(mode: .release), id: MessageID(), session: session)
        }
    }

    /// Publishes the state of a question.
    /// - Parameters:
    ///   - turn: The turn of the question's current work; nil for none.
    ///   - id: The turn to name without one. Its intent is not answered by that.
    /// - Returns: The header of the message; nil when it cannot be published.
    func report(_ status: VoiceRequestStatus, turn: ConversationTurn?, in id: TurnID?) -> Header? {
        var header: Header?
        runtime.tryPublishing {
            header = try runtime.publish(
                status, answering: turn?.cause, in: session, turn: turn == nil ? id : turn?.id)
        }
        return header
    }

    // MARK: AudioTransport

    func send(
        _ sequence: AudioSequence, id: MessageID, turn: ConversationTurn?, handler: @escaping PlaybackTracker.Handler
    ) throws {
        try runtime.play(sequence, id: id, of: turn, in: session, handler: handler)
    }

    func forget(_ sequence: MessageID) { runtime.playbacks.forget(sequence) }

    func control(_ control: AudioControl) throws { try runtime.bus.publish(control, session: session) }

    func report(problem text: String) { runtime.problems.report(text) }
}
