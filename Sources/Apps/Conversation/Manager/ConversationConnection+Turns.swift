import SaybusBus
import SaybusMessages
import SaybusStage

/// What becomes of an intent, and of a menu item that was chosen.
extension ConversationConnection {
    func serve(_ job: Job) async {
        await manager.requests.settled()
        guard !Task.isCancelled else {
            // Its publisher may have been told that it was taken.
            if case .intent(let intent) = job { tell { try bus.handOn(intent) } }
            return
        }
        switch job {
        case .intent(let intent): serve(intent)
        case .chosen(let item): serve(item)
        }
        manager.requests.turnTaken()
        await manager.requests.answered()
    }

    private func serve(_ intent: Message<SpeechIntent>) {
        // What still waits when the work goes to a successor is handed on.
        if let context, !context.begin(intent.header, intent.stamp) { return tell { try bus.handOn(intent) } }
        let result = SpeechRecognitionResult(intent.body, transcripts.take(intent.header.turn))
        let isAsked = manager.requests.takesAnswers
        let isQuestion = isAsked && manager.requests.voiceRequest?.isImplicit == false
        switch manager.dialogManager?.claim(result, isAsked: isQuestion) {
        case .otherApp:
            if isQuestion { callOff() }
            return leave(intent.header)
        case .request(let request):
            receipt(intent.header)
            if isAsked { _ = manager.requests.cancelRequest() }
            let turn = openTurn(intent.header, said: intent.body.text)
            return manager.requests.hearUnasked(request, result, turn: turn)
        case .unclaimed, nil: break
        }
        // Another app is called by its name: a question of ours goes on waiting.
        if let addressee = result.addressee, addressee != manager.name { return leave(intent.header) }
        if isQuestion {
            receipt(intent.header)
            return manager.requests.answer(result, turn: openTurn(intent.header, said: intent.body.text))
        }
        let request = manager.commandRequest()
        request.matchesPatterns =
            !(intent.body.catalogRevision?.split(separator: "+").contains { $0 == host.published?.revision ?? "" }
            ?? false)
        let resolution = request.resolve(result)
        // Whatever it was, our question "what next?" has been answered.
        if isAsked { _ = manager.requests.cancelRequest() }
        switch resolution {
        case .otherApp: return leave(intent.header)
        case .notUnderstood, .noSpeech, .recognizerFailed:
            // What looked like ours is ours to answer; of what looked like nothing, one app says so.
            guard result.isLikely(of: manager.name) || host.answersForAll(in: session) else {
                return leave(intent.header)
            }
        case .invoke: break
        }
        request.resolution = resolution
        let turn = openTurn(intent.header, said: intent.body.text)
        if case .recognizerFailed(let reason) = resolution {
            receipt(intent.header)
            return manager.fail(turn, reason)
        }
        request.onInvoke = { [weak self] in self?.invoked($0, result.transcript, turn) }
        request.onUnrecognized = { [weak self] in
            self?.receipt(intent.header)
            self?.manager.unrecognized($0, turn)
        }
        manager.requests.hearUnasked(request, result, turn: turn)
    }

    /// Leaves an intent to another app.
    private func leave(_ intent: Header) {
        context?.end(intent)
        // When it comes again, nobody may say here that it was taken.
        host.turns.remove(intent.turn)
        bus.decline(intent)
    }

    /// The question is over: somebody speaks to another app by its name, or has chosen something else.
    private func callOff() {
        guard let cleanup = manager.requests.cancelRequest() else { return }
        Task { await manager.cleanUp(cleanup) }
    }

    private func serve(_ item: CommandMenuItem) {
        let request = manager.commandRequest()
        let parameters = item.command.parameters.mapValues(Parameter.init(suggested:))
        request.resolution = .invoke(
            ResolvedCommand(
                command: item.command, recognizer: item.recognizer, confidence: Confidence.certain, matcher: "menu",
                parameters: parameters))
        // Whoever chooses wants this, whatever is being asked.
        if manager.requests.takesAnswers { callOff() }
        let turn = openTurn(nil)
        request.onInvoke = { [weak self] in self?.invoked($0, item.label, turn) }
        manager.requests.hearUnasked(request, SpeechRecognitionResult(transcript: item.label), turn: turn)
    }

    private func invoked(_ resolved: ResolvedCommand, _ text: String, _ turn: ConversationTurn) {
        announce(
            CommandInvoked(
                app: manager.name, type: resolved.command.type, parameters: resolved.parameters,
                confidence: resolved.confidence, matcher: resolved.matcher, text: text), in: turn)
    }

    /// Tells that a command is carried out.
    func announce(_ invoked: CommandInvoked, in turn: ConversationTurn) {
        tell {
            let header = try bus.publish(invoked, answering: turn.cause, session: session, turn: turn.id)
            turn.invoked(invoked, dispatch: turn.cause.map { WallClock.elapsed(from: $0.at, to: header.at) })
        }
    }
}
