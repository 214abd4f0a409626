import SaybusMessages
import SaybusSupport

/// The requests of Hermes apps.
extension HermesBridge {
    /// The topics to subscribe to. Those that this bridge itself publishes on are not among them, so that its own
    /// messages do not return to it.
    static let filters = [
        "hermes/dialogueManager/startSession", "hermes/dialogueManager/continueSession",
        "hermes/dialogueManager/endSession", "hermes/tts/say", "hermes/nlu/query", "hermes/hotword/toggleOn",
        "hermes/hotword/toggleOff", "hermes/audioServer/+/playBytes/+",
    ]

    /// Applies a message of a Hermes topic.
    /// - Parameter isServedElsewhere: Returns whether another gateway serves a site, and answers its requests.
    mutating func apply(
        _ message: MQTTMessage, now: ContinuousClock.Instant, isServedElsewhere: (Session) -> Bool = { _ in false }
    ) -> [HermesAction] {
        let levels = message.topic.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        if levels.count == 5, levels[1] == "audioServer", levels[3] == "playBytes" {
            if let site = Session(rawValue: levels[2]), !coverage.contains(site) {
                let error = Self.unserved(site)
                return isServedElsewhere(site) ? [] : refusal(of: levels[4], error, siteName: levels[2])
            }
            return playBytes(message.payload, levels[4], levels[2], now: now)
        }
        guard levels.count == 3 else { return [] }
        // Only a sound may be larger, and what is in a request is kept for its answer.
        guard message.payload.count <= MQTTConfiguration.maximumJSONBytes else {
            let error = "a request has no more than \(MQTTConfiguration.maximumJSONBytes) bytes"
            return Self.refused("\(levels[1])/\(levels[2])", error) + problem(levels[1], error, siteName: "default")
        }
        guard let body = try? JSONValue(parsing: message.payload), case .object = body else {
            return refusal(of: message.topic, to: levels[1])
        }
        let name = body.text("siteId") ?? "default"
        guard let site = Session(rawValue: name) else {
            let error = "\"\(name.shortened(to: 80))\" cannot be a session of the bus"
            return refusal(of: body, to: levels[1], levels[2], error, siteName: name)
        }
        let possible = possibleSites(of: body, site, levels[2])
        guard possible.contains(where: coverage.contains) else {
            guard !possible.contains(where: isServedElsewhere) else { return [] }
            return refusal(of: body, to: levels[1], levels[2], Self.unserved(possible[0]), siteName: name)
        }
        switch message.topic {
        case "hermes/dialogueManager/startSession": return startSession(body, site, now: now)
        case "hermes/dialogueManager/continueSession": return continueSession(body, site, now: now)
        case "hermes/dialogueManager/endSession": return endSession(body, site, now: now)
        case "hermes/tts/say": return say(body, site, now: now)
        case "hermes/nlu/query": return query(body, site, now: now)
        case "hermes/hotword/toggleOn": return toggle(body, site, isOn: true, now: now)
        case "hermes/hotword/toggleOff": return toggle(body, site, isOn: false, now: now)
        default: return []
        }
    }

    private mutating func startSession(
        _ body: JSONValue, _ site: Session, now: ContinuousClock.Instant
    ) -> [HermesAction] {
        let fields = body["init"] ?? .null
        let kind = fields.text("type")
        guard kind == "action" || kind == "notification" else {
            let error = "init.type must be action or notification"
            return [.refuse("startSession: \(error)")] + problem("dialogueManager", error, site)
        }
        let start = HermesStart(
            text: Self.words(fields), isNotification: kind == "notification", customData: body.value("customData"),
            filter: fields.texts("intentFilter"),
            sendsNotRecognized: fields.boolean("sendIntentNotRecognized") ?? false,
            id: "\(site)-app-\(MessageID())")
        guard sites[site] != nil || sites.count < Self.maximumSites else {
            return problem("dialogueManager", "too many sites have a session", site)
        }
        guard sites[site]?.dialogue != nil else { return begin(start, site, now: now) }
        // A notification waits in any case.
        guard start.isNotification || fields.boolean("canBeEnqueued") ?? true else {
            return problem("dialogueManager", "another session is running, and this one cannot wait", site)
        }
        guard let waiting = sites[site]?.queue.count, waiting < Self.maximumQueued else {
            return problem("dialogueManager", "\(Self.maximumQueued) sessions wait at this site already", site)
        }
        guard sites.values.reduce(0, { $0 + $1.queue.count }) < Self.maximumWaiting else {
            return problem("dialogueManager", "\(Self.maximumWaiting) sessions wait already", site)
        }
        sites[site]?.queue.append(start)
        return [
            .hermes(
                topic: "hermes/dialogueManager/sessionQueued",
                [
                    "sessionId": .string(start.id), "siteId": .string(site.rawValue),
                    "customData": start.customData,
                ])
        ]
    }

    /// Begins a dialogue of a Hermes app.
    mutating func begin(_ start: HermesStart, _ site: Session, now: ContinuousClock.Instant) -> [HermesAction] {
        var dialogue = HermesDialogue(id: start.id, customData: start.customData, step: .listening, since: now)
        (dialogue.filter, dialogue.sendsNotRecognized) = (start.filter, start.sendsNotRecognized)
        let words = start.text.flatMap { $0.isEmpty ? nil : $0 }
        if words != nil { dialogue.step = start.isNotification ? .farewell : .prompt }
        sites[site, default: Site()].dialogue = dialogue
        var actions = [started(dialogue, site)]
        if let words {
            actions += speak(words, .dialogue(dialogue.id), site, now: now)
        } else if start.isNotification {
            actions += end(site, "nominal", now: now)
        } else {
            actions.append(listen(site))
        }
        return actions
    }

    private mutating func continueSession(
        _ body: JSONValue, _ named: Session, now: ContinuousClock.Instant
    ) -> [HermesAction] {
        guard let (site, running) = self.dialogue(named: body.text("sessionId")) else {
            return answerRequest(body, isContinued: true, now: now) ?? unknownSession(body, named, "continueSession")
        }
        let ended = endRequests(of: running.id)
        guard running.step != .elsewhere else {
            // The session goes on at the gateway that owns the command.
            if let turn = running.turn { _ = endedTurns.insert(turn) }
            sites[site]?.dialogue = nil
            if sites[site] == Site() { sites[site] = nil }
            return ended
        }
        var dialogue = running
        dialogue.goOn(body, now: now)
        let words = Self.words(body)
        if case .app(let command) = dialogue.step {
            // The user is listened to when the turn has ended, so that the assistant does not hear itself.
            dialogue.step = .listenAfterTurn
            sites[site]?.dialogue = dialogue
            return ended + [.respond(CommandResponse(feedback: words), command)]
        }
        // The dispatcher ends the turn of another app's command before the user is listened to.
        if dialogue.turn != nil, words == nil {
            dialogue.step = .listenAfterTurn
            sites[site]?.dialogue = dialogue
            return ended
        }
        if let turn = dialogue.turn { _ = endedTurns.insert(turn) }
        dialogue.turn = nil
        dialogue.step = words == nil ? .listening : .prompt
        sites[site]?.dialogue = dialogue
        let actions = ended + withdrawal(running, site)
        guard let words else { return actions + [listen(site)] }
        return actions + speak(words, .dialogue(dialogue.id), site, now: now)
    }

    private mutating func endSession(
        _ body: JSONValue, _ named: Session, now: ContinuousClock.Instant
    ) -> [HermesAction] {
        guard let (site, running) = self.dialogue(named: body.text("sessionId")) else {
            return answerRequest(body, isContinued: false, now: now) ?? unknownSession(body, named, "endSession")
        }
        let ended = endRequests(of: running.id)
        // The gateway that owns the command has the text spoken.
        guard running.step != .elsewhere else { return ended }
        var dialogue = running
        if body.value("customData") != .null { dialogue.customData = body.value("customData") }
        dialogue.since = now
        let words = Self.words(body)
        if case .app(let command) = dialogue.step {
            // The turn's end ends the dialogue.
            dialogue.step = .turn
            sites[site]?.dialogue = dialogue
            return ended + [.respond(CommandResponse(feedback: words), command)]
        }
        // The end of an open turn, such as that of another app's command, ends the dialogue.
        dialogue.step = dialogue.turn == nil ? .farewell : .turn
        sites[site]?.dialogue = dialogue
        let actions = ended + withdrawal(running, site)
        guard let words else { return actions + (dialogue.turn == nil ? end(site, "nominal", now: now) : []) }
        return actions + speak(words, .dialogue(dialogue.id), site, now: now)
    }

    /// Returns the running dialogue of a name, and its site.
    func dialogue(named id: String?) -> (Session, HermesDialogue)? {
        guard let id else { return nil }
        for (site, state) in sites { if let dialogue = state.dialogue, dialogue.id == id { return (site, dialogue) } }
        return nil
    }

    static func words(_ body: JSONValue) -> String? {
        guard let text = body.text("text")?.trimmingSpaces, !text.isEmpty else { return nil }
        return text.shortened(to: maximumTextLength)
    }

    private mutating func toggle(
        _ body: JSONValue, _ site: Session, isOn: Bool, now: ContinuousClock.Instant
    ) -> [HermesAction] {
        let reason = (body.text("reason") ?? "").shortened(to: 40)
        // The listening stage itself keeps quiet while the assistant speaks.
        guard !["playAudio", "ttsSay", "dialogueSession"].contains(reason) else { return [] }
        guard sites[site] != nil || sites.count < Self.maximumSites else { return [] }
        let before = sites[site]?.offReasons ?? []
        var after = before
        if isOn {
            after = reason.isEmpty ? [] : before.subtracting([reason])
        } else if before.count < 16 {
            after.insert(reason)
        }
        sites[site, default: Site()].offReasons = after
        if sites[site] == Site() { sites[site] = nil }
        // The listener may be off although this run has not switched it off: an earlier run may have done so.
        guard isOn ? after.isEmpty : before.isEmpty else { return [] }
        let actions: [HermesAction] = [
            .listen(ListenRequest(mode: after.isEmpty ? .wake : .off), MessageID(), site)
        ]
        // To listen for the wake word ends the wait for an answer, which therefore begins anew.
        guard isOn, sites[site]?.dialogue?.step == .listening else { return actions }
        sites[site]?.dialogue?.since = now
        return actions + [listen(site)]
    }
}
