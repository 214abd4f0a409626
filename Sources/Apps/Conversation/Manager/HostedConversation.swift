import SaybusBus
import SaybusDispatch
import SaybusMessages

/// The conversation of one session as its host runs it: decides what an intent means to it, and carries it out.
@ConversationActor
final class HostedConversation {
    nonisolated let connection: SessionConnection
    let manager: ConversationManager
    private unowned let host: ConversationHost
    private var openTurns = 0
    private var isCatalogDue = false
    /// Cleanup of a request that was called off at the end.
    private var cleanup: VoiceRequestResponse.Action?

    private nonisolated var runtime: TurnRuntime { connection.runtime }
    private nonisolated var session: Session { connection.session }

    init(_ manager: ConversationManager, host: ConversationHost, session: Session) {
        (self.manager, self.host) = (manager, host)
        connection = SessionConnection(session, runtime: host.runtime)
    }

    /// Whether nothing is said, asked, done or waited for.
    var isIdle: Bool {
        openTurns == 0 && !isCatalogDue && connection.otherQuestion == nil && manager.requests.isIdle
            && manager.trackCoordinator.isIdle && manager.dialogManager?.isIdle != false
    }

    /// Whether words of another app may concern this conversation: it asks something, or has a dialog of its own.
    var isAttentive: Bool { manager.dialogManager != nil || manager.requests.voiceRequest != nil }

    // MARK: Life

    /// Begins the conversation.
    func connect() {
        manager.connect(self)
        for problem in manager.commandRecognizers.flatMap(\.textMatchers).compactMap({ $0 as? PatternCommandMatcher })
            .flatMap(\.problems)
        { connection.report(problem: "a pattern is left out: \(problem)") }
    }

    /// Calls off the open request: the program ends.
    func cancelRequest() { cleanup = manager.requests.cancelRequest() ?? cleanup }

    /// Ends the conversation.
    func disconnect() {
        cancelRequest()
        manager.disconnect()
        host.publish(nil, of: session)
    }

    /// Cleans up after the program's end was announced.
    func close() async {
        if let cleanup { await manager.cleanUp(cleanup) }
        await manager.dialogManager?.close()
    }

    /// Publishes the catalog after the current work, so that many changes at once make one catalog.
    func catalogChanged() {
        guard !isCatalogDue else { return }
        isCatalogDue = true
        Task {
            isCatalogDue = false
            manager.refreshCatalog()
        }
    }

    /// Publishes what the conversation understands now.
    func publish(_ catalog: Catalog) { host.publish(catalog, of: session) }

    // MARK: Intents

    /// Decides what an intent means to this conversation.
    func claim(_ arrival: IntentArrival) async -> IntentClaim {
        await manager.requests.settled()
        let intent = arrival.intent
        let result = SpeechRecognitionResult(intent.body, runtime.transcript(of: intent.header.turn))
        let claim = isForOther(result, arrival) ? .declined : claim(intent, result)
        if case .declined = claim { manager.requests.turnTaken() }
        return claim
    }

    /// Whether another app has asked, this one has not, and the words do not call this one.
    private func isForOther(_ result: SpeechRecognitionResult, _ arrival: IntentArrival) -> Bool {
        arrival.isOtherAsking && manager.requests.voiceRequest == nil && result.addressee != manager.name
            && manager.dialogManager?.isCalled(by: result) != true
    }

    private func claim(_ intent: Message<SpeechIntent>, _ result: SpeechRecognitionResult) -> IntentClaim {
        let isAsked = manager.requests.takesAnswers
        let isQuestion = isAsked && manager.requests.voiceRequest?.isImplicit == false
        switch manager.dialogManager?.claim(result, isAsked: isQuestion) {
        case .otherApp:
            if isQuestion { callOff() }
            return .declined
        case .request(let request):
            if isAsked { _ = manager.requests.cancelRequest() }
            return carryOut(intent) { $0.requests.hearUnasked(request, result, turn: $1) }
        case .unclaimed, nil: break
        }
        // Words that address another app by its name leave this app's question open.
        if let addressee = result.addressee, addressee != manager.name { return .declined }
        if isQuestion { return carryOut(intent) { $0.requests.answerOrSettle(result, turn: $1) } }
        return claimCommand(intent, result, isAsked: isAsked)
    }

    private func claimCommand(
        _ intent: Message<SpeechIntent>, _ result: SpeechRecognitionResult, isAsked: Bool
    ) -> IntentClaim {
        let request = manager.commandRequest()
        request.matchesPatterns =
            !(intent.body.catalogRevision?.split(separator: "+").contains {
                $0 == runtime.catalog.published?.revision ?? ""
            } ?? false)
        let resolution = request.resolve(result)
        // Whatever the words mean, they answer this app's "what next?".
        if isAsked { _ = manager.requests.cancelRequest() }
        switch resolution {
        case .otherApp: return .declined
        case .notUnderstood, .noSpeech, .recognizerFailed:
            // Words most like this app's are its to answer. Words like no app's are answered by one of all.
            guard result.isLikely(of: manager.name) || runtime.answersForAll(in: session) else { return .declined }
        case .invoke: break
        }
        if case .recognizerFailed(let reason) = resolution { return carryOut(intent) { $0.fail($1, reason) } }
        request.resolution = resolution
        return carryOut(intent, isConfirmed: false) { [runtime, connection] manager, turn in
            request.onInvoke = {
                connection.announce(CommandInvoked($0, app: manager.name, text: result.transcript), in: turn)
            }
            request.onUnrecognized = { [weak manager] in
                runtime.confirm(intent.header)
                manager?.unrecognized($0, turn)
            }
            manager.requests.hearUnasked(request, result, turn: turn)
        }
    }

    /// Claims an intent for work on the conversation's actor.
    /// - Parameter isConfirmed: Whether to confirm the intent at once, and to write down that the app acts. Else the command that is announced does both.
    private func carryOut(
        _ intent: Message<SpeechIntent>, isConfirmed: Bool = true,
        _ work: @escaping @ConversationActor @Sendable (ConversationManager, ConversationTurn) -> Void
    ) -> IntentClaim {
        .claimed { [weak self] turn in
            await self?.perform(turn) { manager in
                if isConfirmed {
                    turn.begin(app: manager.name, command: nil)
                    self?.runtime.confirm(intent.header)
                }
                work(manager, turn)
            }
        }
    }

    /// Runs work that answers a turn, until the next turn of the session may begin.
    private func perform(
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

    /// Calls the open question off: the user speaks to another app or has chosen something else, or the program is about to end.
    /// A command or an answer that is being carried out goes on.
    func callOff() {
        guard manager.requests.takesAnswers, let cleanup = manager.requests.cancelRequest() else { return }
        Task { await manager.cleanUp(cleanup) }
    }

    // MARK: Turns without an intent

    /// Opens a turn for a message, or one in which nothing was said.
    func openTurn(_ cause: Header?) -> ConversationTurn {
        let turn = connection.openTurn(cause)
        follow(turn)
        return turn
    }

    /// Queues a menu item that was chosen, in the order of the session's turns.
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
        // The user chooses this, whatever is being asked.
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

extension CommandInvoked {
    /// The command that a recognizer of a Swift app carries out.
    fileprivate init(_ resolved: ResolvedCommand, app: String, text: String) {
        self.init(
            app: app, type: resolved.command.type, parameters: resolved.parameters, confidence: resolved.confidence,
            matcher: resolved.matcher, text: text)
    }
}
