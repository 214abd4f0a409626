import SaybusMessages
import SaybusSupport

/// The work that falls due as time passes.
extension SiteRelay {
    /// Offers again, sends again, and gives up what nobody took in time.
    mutating func tick(now: Int64, isBehind: Bool = false) -> [LinkAction] {
        counters.tick(now)
        for (id, waiting) in transcripts where waiting.late <= now {
            transcripts[id]?.late = now + Self.lateness
            roles[.intent]?.doubt(now: now)
        }
        var actions = updateStandIns(now: now)
        let (again, _) = stores.tick(now: now, isConnected: isConnected)
        actions += again.map { .store($0.1, $0.0) }
        actions += storeCatalogsWithoutRoom(now: now)
        actions += inFlight.tick(now: now, isBehind: isBehind)
        for (id, turn) in turns.sorted(by: { $0.key < $1.key }) {
            actions += !isBehind && turn.isAbandoned(at: now) ? endAbandoned(id, turn) : tick(id, turn, now: now)
        }
        for (id, waiting) in transcripts.sorted(by: { $0.key < $1.key }) where waiting.deadline <= now && !isBehind {
            transcripts[id] = nil
            stores.remove(id)
            if let turn = waiting.header.turn { endedTurns[turn] = true }
            counters.givenUp += 1
            actions.append(.refuse(waiting.header, reason: reason(.intent, "understood the words")))
        }
        return actions
    }

    private mutating func tick(_ id: TurnID, _ turn: RemoteTurn, now: Int64) -> [LinkAction] {
        if let deadline = turn.deadline, deadline <= now {
            close(id)
            counters.givenUp += 1
            let words =
                turn.isTranscribed ? reason(.intent, "understood the words") : reason(.transcribe, "heard the speech")
            return [
                .end(id, turn.session, causes: turn.transcript.map { [$0.id] } ?? [], .failed, reason: words)
            ]
        }
        guard !turn.isTranscribed else { return [] }
        if case .site = turn.assignment, now - turn.lastBeat >= RemoteTurn.silence {
            turns[id]?.assignment = .none
            counters.moved += 1
            return offer(id, now: now)
        }
        return turn.assignment == .none && turn.nextOffer <= now ? offer(id, now: now) : []
    }

    /// Ends a turn whose listener has gone in mid-speech, for which nobody else may be there.
    private mutating func endAbandoned(_ id: TurnID, _ turn: RemoteTurn) -> [LinkAction] {
        close(id)
        counters.givenUp += 1
        let seconds = RemoteTurn.abandonTime / 1_000_000
        let reason = "the listener broke off in mid-speech: it has sent nothing for \(seconds) s; say it again"
        return [.end(id, turn.session, causes: [], .failed, reason: reason)]
    }

    /// Returns the reason why nobody has taken a turn, which names the line.
    private func reason(_ role: Role, _ what: String) -> String {
        if let cut { return "nobody \(what): \(settings.line) is cut (\(cut)), and there is no \(role) stage here" }
        guard let server = roles[role]?.server else {
            return "nobody \(what): no site on \(settings.line) serves \(role), and there is no such stage here"
        }
        return "nobody \(what) in time: \(server) on \(settings.line) has not answered"
    }

    /// Publishes the state of the stand-ins, and asks whether somebody serves their roles.
    mutating func updateStandIns(now: Int64) -> [LinkAction] {
        guard !isDraining else { return [] }
        var actions: [LinkAction] = []
        for role in roles.keys.sorted() {
            guard let (asks, isChanged) = roles[role]?.tick(now: now) else { continue }
            if asks {
                var question = LineMessage(
                    subject: LinkSubject.question(settings.site, role), fields: [.site: settings.site.rawValue])
                if let count = catalogCount(now: now) { question.fields[.catalogs] = "\(count)" }
                actions.append(.request(question, .question(role)))
            }
            guard isChanged, role != WorkerRelay.anyRole else { continue }
            actions.append(.stand(role, standIn(role)))
            if !isActive(role), hasOwn(role) { abandon(role) }
        }
        return actions
    }

    /// Takes no more turns.
    mutating func drain() -> [LinkAction] {
        isDraining = true
        return []
    }

    /// Publishes the state of the stand-ins again, because the broker was restarted.
    mutating func busReturned() -> [LinkAction] {
        settings.roles.sorted().map { .stand($0, standIn($0)) }
    }

    /// Returns the state of the stand-in for a role.
    func standIn(_ role: Role) -> StandIn {
        let isReady = isActive(role)
        var problem = "no site on \(settings.line) serves \(role)"
        if roles[role]?.server != nil { problem = "the \(role) stage of this site has taken over for a moment" }
        if let cut { problem = "\(settings.line) is cut: \(cut)" }
        return StandIn(isReady: isReady, term: roles[role]?.term ?? 0, problem: isReady ? nil : problem)
    }

    /// Leaves the turns of a role to this site's own recognizers.
    private mutating func abandon(_ role: Role) {
        if role == .transcribe {
            for (id, turn) in turns where !turn.isTranscribed {
                turns[id] = nil
                turnsLeftToSite[id] = true
            }
        } else {
            for id in transcripts.keys { forget(transcript: id) }
        }
    }
}
