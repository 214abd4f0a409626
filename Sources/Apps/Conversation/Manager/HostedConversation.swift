import SaybusDispatch
import SaybusMessages

/// The conversation of one session in its host. It decides whether it claims an intent, and carries it out.
@ConversationActor
final class HostedConversation {
    nonisolated let connection: SessionConnection
    let manager: ConversationManager
    /// Released with the conversation, which the host drops when it closes, or when others need its place.
    private let host: ConversationHost
    private var openTurns = 0
    /// The number of intents whose claim is being decided or carried out.
    var claims = 0
    private var isCatalogDue = false
    /// The cleanup of a request that was cancelled when the program ended.
    private var cleanup: VoiceRequestResponse.Action?

    nonisolated var runtime: TurnRuntime { connection.runtime }
    nonisolated var session: Session { connection.session }

    init(_ manager: ConversationManager, host: ConversationHost, session: Session) {
        (self.manager, self.host) = (manager, host)
        connection = SessionConnection(session, runtime: host.runtime)
    }

    /// Whether no turn, question, handler, dialog or playback is in progress.
    var isIdle: Bool {
        openTurns == 0 && claims == 0 && !isCatalogDue && connection.otherQuestion == nil && manager.requests.isIdle
            && manager.trackCoordinator.isIdle && manager.dialogManager?.isIdle != false
    }

    /// Whether an utterance for another app may concern this conversation, because it has an open question or a dialog.
    var isAttentive: Bool { manager.dialogManager != nil || manager.requests.voiceRequest != nil }

    // MARK: Life

    /// Connects the manager and reports its invalid patterns.
    func connect() {
        manager.connect(self)
        for problem in manager.commandRecognizers.flatMap(\.patternMatchers).flatMap(\.problems) {
            connection.report(problem: "a pattern is left out: \(problem)")
        }
    }

    /// Cancels the open request and keeps its cleanup for ``close()``.
    func cancelRequest() { cleanup = manager.requests.cancelRequest() ?? cleanup }

    /// Cancels the open question, and keeps its cleanup for ``close()``, and stops the sounds that loop. A command or
    /// an answer that is being carried out goes on.
    func drain() {
        if manager.requests.takesAnswers { cancelRequest() }
        manager.trackCoordinator.stopLoops()
    }

    /// Cancels the open request, and disconnects the manager from the bus.
    func disconnect() {
        cancelRequest()
        manager.disconnect()
        host.publish(nil, of: session)
    }

    /// Runs the cleanup of the cancelled request, cancels the handlers that still run, and closes the dialog.
    func close() async {
        if let cleanup { await manager.cleanUp(cleanup) }
        await manager.requests.cancelHandlers()
        await manager.dialogManager?.close()
    }

    /// Publishes the catalog after the current work on the actor, so that several changes lead to one publication.
    func catalogChanged() {
        guard !isCatalogDue else { return }
        isCatalogDue = true
        Task {
            isCatalogDue = false
            manager.refreshCatalog()
        }
    }

    /// Publishes the conversation's catalog.
    func publish(_ catalog: Catalog) { host.publish(catalog, of: session) }

    /// Settles a turn once the recognizers know what can be said after it.
    func settle(_ turn: ConversationTurn) { host.catalogs.whenPublished { turn.settle() } }

    // MARK: Turns

    /// Runs work that answers a turn, until the next turn of the session may begin.
    func perform(
        _ turn: ConversationTurn, _ work: @ConversationActor (ConversationManager) -> Void
    ) async {
        follow(turn)
        work(manager)
        manager.requests.turnTaken()
        await manager.requests.answered()
    }

    private func follow(_ turn: ConversationTurn) {
        openTurns += 1
        turn.onEnd { [weak self] in Task { @ConversationActor in self?.openTurns -= 1 } }
    }

    /// Opens a turn that answers a message, or one without a message.
    func openTurn(_ cause: Header?) -> ConversationTurn {
        let turn = connection.openTurn(cause)
        follow(turn)
        return turn
    }

    /// Queues a chosen menu item behind the session's waiting turns.
    func choose(_ item: CommandMenuItem) {
        runtime.post(in: session) { [weak self] in await self?.carryOut(item) }
    }

    private func carryOut(_ item: CommandMenuItem) async {
        await manager.requests.settled()
        guard !runtime.isDraining else { return }
        let request = manager.commandRequest()
        let parameters = item.command.parameters.mapValues(Parameter.init(suggested:))
        request.resolution = .invoke(
            ResolvedCommand(
                command: item.command, recognizer: item.recognizer, confidence: Confidence.certain, matcher: "menu",
                parameters: parameters))
        // The choice replaces an open question.
        if manager.requests.takesAnswers { callOff() }
        let turn = connection.openTurn(nil)
        request.onInvoke = { [connection, manager] in
            connection.announce(CommandInvoked($0, app: manager.name, text: item.label), in: turn)
        }
        await perform(turn) {
            $0.requests.hearUnasked(request, SpeechRecognitionResult(transcript: item.label), turn: turn)
        }
    }
}
