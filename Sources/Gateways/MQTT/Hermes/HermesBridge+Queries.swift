import SaybusMessages
import SaybusSupport

/// The turns beside the sessions of their sites.
///
/// A query is no session: it neither ends the one of its site nor waits for it. A turn whose session a newer turn has
/// ended goes on in the dispatcher, so the app of its command is still heard.
extension HermesBridge {
    /// Publishes the text of an app as a turn of its own.
    mutating func query(_ body: JSONValue, _ site: Session, now: ContinuousClock.Instant) -> [HermesAction] {
        let session = body.text("sessionId").flatMap { $0.isEmpty ? nil : $0 }
        guard let input = body.text("input")?.trimmingSpaces, !input.isEmpty else {
            return Self.refused("nlu/query", "input is missing")
                + problem("nlu", "input is missing", site, body.value("sessionId"))
        }
        let turn = TurnID()
        var dialogue = HermesDialogue(
            id: session ?? "\(site)-query-\(turn)", customData: body.value("customData"), turn: turn, step: .turn,
            since: now)
        if dialogue.customData == .null, let running = self.dialogue(named: session)?.1 {
            dialogue.customData = running.customData
        }
        dialogue.filter = body.texts("intentFilter")
        dialogue.words = input.shortened(to: 1000)
        guard requests.count < Self.maximumRequests else {
            let error = "\(Self.maximumRequests) queries wait already"
            return Self.refused("nlu/query", error) + problem("nlu", error, site, body.value("sessionId"))
                + notRecognized("nlu", dialogue.words, dialogue, site, id: body.value("id"))
        }
        requests[turn] = HermesRequest(dialogue: dialogue, site: site, queryID: body.value("id"))
        return [.transcript(SpeechTranscript(text: dialogue.words, engine: "text"), turn, site)]
    }

    /// Lets the turn of a session that a newer turn ends go on beside it.
    mutating func setAside(_ dialogue: HermesDialogue, _ site: Session) {
        guard let turn = dialogue.turn, dialogue.step == .turn, requests.count < Self.maximumRequests else { return }
        requests[turn] = HermesRequest(dialogue: dialogue, site: site)
    }

    /// Returns the dialogue to which an open turn belongs.
    func dialogue(of turn: TurnID, at site: Session) -> HermesDialogue? {
        if let request = requests[turn] { return request.dialogue }
        guard let dialogue = sites[site]?.dialogue, dialogue.turn == turn else { return nil }
        return dialogue
    }

    /// Replaces the dialogue to which an open turn belongs.
    mutating func set(_ dialogue: HermesDialogue, of turn: TurnID, at site: Session) {
        if requests[turn] != nil {
            requests[turn]?.dialogue = dialogue
        } else {
            sites[site]?.dialogue = dialogue
        }
    }

    /// Applies the `endSession` or `continueSession` of a session that exists beside those of the sites only.
    /// - Returns: Nil when there is no such session.
    mutating func answerRequest(
        _ body: JSONValue, isContinued: Bool, now: ContinuousClock.Instant
    ) -> [HermesAction]? {
        guard let id = body.text("sessionId"), let (turn, request) = oldestRequest(of: id) else { return nil }
        guard request.dialogue.step != .elsewhere else { return [] }
        let (site, words) = (request.site, Self.words(body))
        var actions: [HermesAction] = []
        if case .app(let command) = request.dialogue.step {
            actions.append(.respond(CommandResponse(feedback: words), command))
            requests[turn]?.dialogue.step = .turn
            requests[turn]?.dialogue.since = now
        } else if let words {
            actions += speak(words, .dialogue(id), site, now: now)
        }
        guard isContinued else { return actions }
        guard sites[site]?.dialogue == nil, sites[site] != nil || sites.count < Self.maximumSites else {
            let error = "another session is running, and this one cannot go on"
            return actions + problem("dialogueManager", error, site, .string(id))
        }
        requests[turn] = nil
        var dialogue = request.dialogue
        dialogue.goOn(body, now: now)
        dialogue.step = .listenAfterTurn
        sites[site, default: Site()].dialogue = dialogue
        return actions + [started(dialogue, site)]
    }

    /// Answers the commands of queries that name a session which its app ends.
    mutating func endRequests(of id: String) -> [HermesAction] {
        requests.filter { $0.value.dialogue.id == id }.compactMap { turn, request -> HermesAction? in
            guard case .app(let command) = request.dialogue.step else { return nil }
            requests[turn]?.dialogue.step = .turn
            return .respond(CommandResponse(), command)
        }
    }

    /// Returns the oldest turn beside the sessions that has a name; one whose command waits for an app comes first.
    func oldestRequest(of id: String) -> (TurnID, HermesRequest)? {
        let named = requests.filter { $0.value.dialogue.id == id }
        let waiting = named.filter { if case .app = $0.value.dialogue.step { true } else { false } }
        let oldest = (waiting.isEmpty ? named : waiting).min { $0.value.dialogue.since < $1.value.dialogue.since }
        return oldest.map { ($0.key, $0.value) }
    }

    /// Ends a turn beside the sessions. A query that has no answer yet gets one.
    mutating func endRequest(_ turn: TurnID) -> [HermesAction] {
        _ = endedTurns.insert(turn)
        guard let request = requests.removeValue(forKey: turn), let id = request.queryID, !request.isAnswered else {
            return []
        }
        return notRecognized("nlu", request.dialogue.words, request.dialogue, request.site, id: id)
    }

    /// Ends the turns beside the sessions that wait too long.
    mutating func tickRequests(_ now: ContinuousClock.Instant) -> [HermesAction] {
        var actions: [HermesAction] = []
        for (turn, request) in requests.sorted(by: { $0.value.dialogue.since < $1.value.dialogue.since }) {
            let (dialogue, waited) = (request.dialogue, now - request.dialogue.since)
            let isOpenQuery = request.queryID != nil && !request.isAnswered
            if case .app(let command) = dialogue.step {
                guard waited > Self.answerTime else { continue }
                let error = "no Hermes app has ended or continued the session in time"
                actions.append(.respond(CommandResponse(problem: error), command))
                actions += problem("dialogueManager", error, request.site, .string(dialogue.id)) + endRequest(turn)
            } else if waited > (isOpenQuery ? Self.idleTime : Self.idleTime * 10) {
                if isOpenQuery {
                    actions += problem("nlu", "no recognizer has answered", request.site, .string(dialogue.id))
                }
                actions += endRequest(turn)
            }
        }
        return actions
    }
}
