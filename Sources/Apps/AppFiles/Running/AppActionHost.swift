import Logging
import SaybusBus
import SaybusConversation
import SaybusDispatch
import SaybusMessages
import SaybusPatternMatching
import SaybusPhrases
import SaybusSupport

/// The session's conversation and the bus, for the actions of a YAML app.
struct AppActionHost: ActionHost {
    let app: App
    let session: Session
    /// The header of the message that the actions answer; nil when nothing was said.
    let cause: Header?
    let turn: TurnID?
    let conversations: AppConversations
    let memory: AppMemory
    let runtime: TurnRuntime
    /// The turns that the app has begun.
    let ownTurns: OwnTurns
    /// The time of the actions' beginning, by the broker's clock.
    let beginning: Int64
    /// The type of the command; nil for what is scheduled.
    var command: String?

    var context: [String: String] {
        session.facts.merging(["turn": turn.map { "\($0)" } ?? ""], uniquingKeysWith: { fact, _ in fact })
    }

    var environment: [String: String] {
        var environment = ["SAYBUS_BUS": runtime.bus.address.url, "SAYBUS_SESSION": session.rawValue]
        environment["SAYBUS_TURN"] = turn.map { "\($0)" }
        environment["SAYBUS_COMMAND"] = command
        return environment
    }

    func remember(_ request: MemoryRequest) async -> Result<[String: Parameter.Value], StoreError> {
        await memory.perform(request, in: session)
    }

    func interruption() async -> ActionInterruption? {
        await runtime.interruption(of: turn, in: session, since: beginning).map {
            ActionInterruption(reason: $0.reason, isTold: $0.isTold)
        }
    }

    func perform(_ act: ConversationAct) async -> [AudioEvent] {
        guard case .adjustSpeech(StandardCommand.setVoice, let values) = act,
            let name = values[SetVoiceCommandRecognizer.parameterVoice]?.text
        else { return await change(act) }
        var tried = SpeechSettings()
        tried.setVoice(name)
        // Only the audio stage knows its voices: it speaks with this one, or skips the sentence.
        let sentence = AudioEvent.speech(.init(BuiltInSentence.newVoice.text(), voice: tried.voice))
        guard await runtime.trySpeaking([sentence], of: turn, in: session) == nil else {
            return [.speech(.init(BuiltInSentence.noVoice.text(["name": name])))]
        }
        _ = await change(act)
        return []
    }

    private func change(_ act: ConversationAct) async -> [AudioEvent] {
        let (events, control, problem) = await conversations.perform(act, of: app, in: session)
        if let problem { runtime.problems.report(problem) }
        if let control { runtime.tryPublishing { try runtime.bus.publish(control, session: session) } }
        return events
    }

    func publish(_ message: OutgoingMessage) async -> String? {
        if message.kind == SpeechTranscript.kind, let turn, ownTurns.contains(turn) {
            return "words that the app has published lead to no further ones: they would never end"
        }
        do {
            if let type = MessageCatalog.type(of: message.kind) {
                try publish(message, as: type)
            } else {
                try runtime.bus.publish(message.body, of: message.kind, answering: cause, session: session, turn: turn)
            }
            return nil
        } catch {
            return "the \(message.kind) cannot be published: \(LogLine.clean("\(error)", limit: 300))"
        }
    }

    private func publish<Body: BusMessage>(_ message: OutgoingMessage, as _: Body.Type) throws {
        let header = Header(
            kind: message.kind, session: session, source: runtime.bus.source, run: runtime.bus.run, sequence: 0)
        let body = try Body(wire: Array(message.body.text().utf8), header: header)
        // A tracked message gets a deadline of its own, since that of the intent may have passed during a slow action.
        let deadline = Body.tracking == nil ? nil : runtime.bus.now + Bus.sequenceLife
        // A turn has one intent, and another one would be ignored.
        let own = message.kind == SpeechTranscript.kind ? ownTurns.begin() : nil
        try runtime.bus.publish(
            body, answering: own == nil ? cause : nil, session: session, turn: own ?? turn, deadline: deadline)
    }

    /// Logs the lines and the problem of an outcome.
    func log(_ outcome: ActionOutcome, _ what: String) {
        for line in outcome.logs { runtime.logger.notice("\(what): \(line)", metadata: ["session": "\(session)"]) }
        if let problem = outcome.problem {
            runtime.logger.warning("a command failed", metadata: ["command": "\(what)", "problem": "\(problem)"])
        }
    }
}
