import SaybusMessages
import SaybusSupport

/// The course of the bus's turns, as Hermes tells it.
extension HermesBridge {
    /// The confidence from which a hypothesis that an app expects replaces the one that the dispatcher has chosen.
    private static let likely = 0.5

    /// Applies a message of the bus.
    mutating func apply(_ message: RawMessage, now: ContinuousClock.Instant) -> [HermesAction] {
        let (header, site) = (message.header, message.header.session)
        if header.kind == AudioPlayback.kind {
            guard let report = try? message.decode(AudioPlayback.self).body else { return [] }
            return played(report, header, now: now)
        }
        guard let turn = header.turn else { return header.kind == TurnEnded.kind ? unplayed(message, now: now) : [] }
        switch header.kind {
        case SpeechStarted.kind:
            guard let body = try? message.decode(SpeechStarted.self).body else { return [] }
            return speechStarted(body, turn, site, now: now)
        case SpeechEnded.kind:
            guard let dialogue = self.dialogue(of: turn, at: site), !isQuery(turn) else { return [] }
            if ends.count < 1024 { ends[turn] = now }
            return [
                .hermes(
                    topic: "hermes/asr/stopListening",
                    ["siteId": .string(site.rawValue), "sessionId": .string(dialogue.id)])
            ]
        case SpeechPartial.kind:
            guard let body = try? message.decode(SpeechPartial.self).body,
                let dialogue = self.dialogue(of: turn, at: site),
                !isQuery(turn)
            else { return [] }
            return [captured(body.text, as: "partialTextCaptured", in: dialogue, at: site)]
        case SpeechTranscript.kind:
            guard let body = try? message.decode(SpeechTranscript.self).body else { return [] }
            return transcript(body, turn, site, now: now)
        case SpeechIntent.kind:
            guard let body = try? message.decode(SpeechIntent.self).body else { return [] }
            return intent(body, turn, site)
        case CommandInvoked.kind:
            guard let body = try? message.decode(CommandInvoked.self).body else { return [] }
            return invoked(body, header, turn, site, now: now)
        case TurnEnded.kind:
            guard let body = try? message.decode(TurnEnded.self).body else { return [] }
            return turnEnded(body, turn, site, now: now)
        default: return []
        }
    }

    private mutating func speechStarted(
        _ body: SpeechStarted, _ turn: TurnID, _ site: Session, now: ContinuousClock.Instant
    ) -> [HermesAction] {
        guard let (dialogue, actions) = self.dialogue(for: turn, at: site, wakeWord: body.wakeWord, now: now) else {
            return []
        }
        var all: [HermesAction] = []
        if let wakeWord = body.wakeWord {
            all.append(
                .hermes(
                    topic: "hermes/hotword/\(TopicName.level(wakeWord))/detected",
                    [
                        "modelId": .string(wakeWord), "modelVersion": "", "modelType": "universal",
                        "currentSensitivity": .number(1), "siteId": .string(site.rawValue), "sessionId": .null,
                    ]))
        }
        return all + actions + [
            .hermes(
                topic: "hermes/asr/startListening",
                [
                    "siteId": .string(site.rawValue), "sessionId": .string(dialogue.id), "stopOnSilence": true,
                    "sendAudioCaptured": false, "wakewordId": HermesJSON.text(body.wakeWord),
                ])
        ]
    }

    private mutating func transcript(
        _ body: SpeechTranscript, _ turn: TurnID, _ site: Session, now: ContinuousClock.Instant
    ) -> [HermesAction] {
        guard var (dialogue, actions) = self.dialogue(for: turn, at: site, now: now) else { return [] }
        dialogue.words = body.text
        set(dialogue, of: turn, at: site)
        // The words of a query were not heard.
        guard !isQuery(turn) else { return [] }
        let seconds = ends.removeValue(forKey: turn).map { ($0.duration(to: now)) / .seconds(1) } ?? 0
        actions.append(
            captured(
                body.text, as: "textCaptured", likelihood: body.confidence, seconds: seconds,
                tokens: HermesJSON.tokens(body), in: dialogue, at: site))
        return actions
    }

    /// Returns whether an open turn is the text of an app.
    private func isQuery(_ turn: TurnID) -> Bool { requests[turn]?.queryID != nil }

    private func captured(
        _ text: String, as topic: String, likelihood: Double = 0, seconds: Double = 0, tokens: JSONValue = .null,
        in dialogue: HermesDialogue, at site: Session
    ) -> HermesAction {
        .hermes(
            topic: "hermes/asr/\(topic)",
            [
                "text": .string(text), "likelihood": .number(likelihood), "seconds": .number(seconds),
                "siteId": .string(site.rawValue), "sessionId": .string(dialogue.id),
                "wakewordId": HermesJSON.text(dialogue.wakeWord), "lang": .null, "asrTokens": tokens,
            ])
    }

    private mutating func intent(_ body: SpeechIntent, _ turn: TurnID, _ site: Session) -> [HermesAction] {
        guard var dialogue = self.dialogue(of: turn, at: site) else { return [] }
        if dialogue.filter != nil {
            dialogue.expected = body.hypotheses.first {
                $0.app == HermesConfiguration.app && $0.confidence >= Self.likely
                    && dialogue.expects($0.type, of: $0.app)
            }
            set(dialogue, of: turn, at: site)
        }
        // A query has one answer, however many recognizers there are.
        guard !isQuery(turn) || requests[turn]?.isAnswered == false else { return [] }
        let id = requests[turn]?.queryID ?? .null
        requests[turn]?.isAnswered = true
        let first = body.hypotheses.first
        let isExpected = first.map { dialogue.expects($0.type, of: $0.app) } ?? false
        guard let best = isExpected ? first : dialogue.expected else {
            return notRecognized("nlu", body.text, dialogue, site, id: id)
        }
        return [
            .hermes(
                topic: "hermes/nlu/intentParsed",
                [
                    "input": .string(body.text), "siteId": .string(site.rawValue), "id": id,
                    "sessionId": .string(dialogue.id), "intent": HermesJSON.intent(best.type, best.confidence),
                    "slots": HermesJSON.slots(best.parameters),
                ])
        ]
    }

    func notRecognized(
        _ component: String, _ text: String, _ dialogue: HermesDialogue, _ site: Session, id: JSONValue = .null
    ) -> [HermesAction] {
        [
            .hermes(
                topic: "hermes/\(component)/intentNotRecognized",
                [
                    "input": .string(text), "siteId": .string(site.rawValue), "id": id,
                    "sessionId": .string(dialogue.id), "customData": dialogue.customData,
                ])
        ]
    }

    private mutating func invoked(
        _ command: CommandInvoked, _ header: Header, _ turn: TurnID, _ site: Session, now: ContinuousClock.Instant
    ) -> [HermesAction] {
        var body = command
        let isOwn = configuration.intents != nil && body.app == HermesConfiguration.app
        // Another gateway of the same app publishes the intent.
        if isOwn, let owner = body.owner, let source, owner != source {
            guard var dialogue = self.dialogue(of: turn, at: site) else { return [] }
            (dialogue.step, dialogue.since) = (.elsewhere, now)
            set(dialogue, of: turn, at: site)
            return []
        }
        guard var (dialogue, actions) = self.dialogue(for: turn, at: site, now: now) else {
            let problem =
                endedTurns.contains(turn) ? "the Hermes session has ended" : "too many sites have a Hermes session"
            return isOwn ? [.respond(CommandResponse(problem: problem), header)] : []
        }
        // A repeated command is already with its app.
        if case .app(let command) = dialogue.step, command.id == header.id { return [] }
        if isOwn {
            actions.append(.take(header))
            if !dialogue.expects(body.type, of: body.app) {
                guard let expected = dialogue.expected else {
                    actions.append(.respond(CommandResponse(), header))
                    // The sender of a query has been told already.
                    return actions + (requests[turn] == nil ? unexpected(body.text, dialogue, site, now: now) : [])
                }
                // The recognizer knows no filter, so a later hypothesis may be what the app expects.
                (body.type, body.parameters) = (expected.type, expected.parameters)
                body.confidence = expected.confidence
            }
            (dialogue.step, dialogue.since) = (.app(header), now)
            set(dialogue, of: turn, at: site)
        }
        requests[turn]?.isAnswered = true
        let intent: JSONValue = [
            "input": .string(body.text), "rawInput": .string(body.text), "id": .string(header.id.description),
            "siteId": .string(site.rawValue), "sessionId": .string(dialogue.id),
            "customData": dialogue.customData, "intent": HermesJSON.intent(body.type, body.confidence),
            "slots": HermesJSON.slots(body.parameters), "asrTokens": .null, "asrConfidence": .null,
            "wakewordId": HermesJSON.text(dialogue.wakeWord), "lang": .null,
        ]
        return actions + [.hermes(topic: "hermes/intent/\(Self.level(body.type))", intent)]
    }

    /// Returns a name as one level of a topic: Hermes' intents may have a colon, as in `user:Intent`.
    static func level(_ name: String) -> String { String(name.map { "/+#".contains($0) ? "_" : $0 }) }

    /// Handles words that fit none of the intents that the app expects.
    private mutating func unexpected(
        _ text: String, _ dialogue: HermesDialogue, _ site: Session, now: ContinuousClock.Instant
    ) -> [HermesAction] {
        guard dialogue.sendsNotRecognized else { return end(site, "intentNotRecognized", now: now) }
        var dialogue = dialogue
        (dialogue.step, dialogue.since) = (.notRecognized, now)
        sites[site]?.dialogue = dialogue
        return notRecognized("dialogueManager", text, dialogue, site)
    }

    private mutating func turnEnded(
        _ body: TurnEnded, _ turn: TurnID, _ site: Session, now: ContinuousClock.Instant
    ) -> [HermesAction] {
        let ended = endRequest(turn)
        guard var dialogue = sites[site]?.dialogue, dialogue.turn == turn else { return ended }
        if dialogue.step == .listenAfterTurn {
            guard body.outcome == .handled else { return end(site, "error", error: body.reason, now: now) }
            (dialogue.turn, dialogue.step, dialogue.since) = (nil, .listening, now)
            sites[site]?.dialogue = dialogue
            return [listen(site)]
        }
        // The app has been told within the turn, and may decide after it.
        if dialogue.step == .notRecognized {
            dialogue.turn = nil
            sites[site]?.dialogue = dialogue
            return []
        }
        if body.outcome == .notUnderstood, dialogue.sendsNotRecognized {
            (dialogue.turn, dialogue.step, dialogue.since) = (nil, .notRecognized, now)
            sites[site]?.dialogue = dialogue
            return notRecognized("dialogueManager", dialogue.words, dialogue, site)
        }
        switch body.outcome {
        case .handled: return end(site, "nominal", now: now)
        case .notUnderstood: return end(site, "intentNotRecognized", now: now)
        case .cancelled, .elsewhere: return end(site, "abortedByUser", now: now)
        case .noSpeech, .expired: return end(site, "timeout", now: now)
        case .failed: return end(site, "error", error: body.reason ?? "the command has failed", now: now)
        }
    }

    /// Returns the request to listen to the user once, which belongs to the dialogue of the site.
    mutating func listen(_ site: Session) -> HermesAction {
        let id = MessageID()
        sites[site]?.dialogue?.request = id
        return .listen(ListenRequest(mode: .followUp, noSpeechTimeoutMs: Self.listenMilliseconds), id, site)
    }

    /// Withdraws the request of a dialogue that listens to the user, so that nobody is heard who speaks later.
    func withdrawal(_ dialogue: HermesDialogue, _ site: Session) -> [HermesAction] {
        guard dialogue.step == .listening, let request = dialogue.request else { return [] }
        return [.listen(.withdrawal(of: request), MessageID(), site)]
    }
}
