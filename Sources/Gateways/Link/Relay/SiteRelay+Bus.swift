import SaybusBus
import SaybusMessages
import SaybusSupport

/// The messages of the site's own bus.
extension SiteRelay {
    /// The kinds that a recognizer elsewhere needs of a spoken turn.
    static let spoken: Set<Kind> = [SpeechStarted.kind, AudioInput.kind, SpeechEnded.kind]

    /// The kinds to which the link subscribes.
    var kinds: Set<Kind> {
        var kinds: Set<Kind> = [StageStatus.kind, Receipt.kind, TurnEnded.kind]
        if settings.roles.contains(.transcribe) { kinds.formUnion(Self.spoken) }
        if !settings.roles.isEmpty {
            kinds.formUnion([
                SpeechTranscript.kind, SpeechIntent.kind, CommandInvoked.kind, VoiceRequestStatus.kind, Catalog.kind,
            ])
        }
        kinds.formUnion(settings.sends)
        // The answers to what is taken from elsewhere.
        for kind in settings.accepts {
            if let delivery = MessageCatalog.type(of: kind)?.delivery { kinds.formUnion(delivery.answers) }
        }
        return kinds
    }

    /// Handles a message of the bus.
    /// - Parameters:
    ///   - message: The message; also one that was received before.
    ///   - life: Microseconds until its deadline.
    mutating func receive(_ message: RawMessage, life: Int64, now: Int64) -> [LinkAction] {
        let header = message.header
        inFlight.receive(header, now: now)
        var actions = inFlight.acknowledge(answeredBy: header)
        if header.kind == StageStatus.kind { return actions + receiveStatus(message, now: now) }
        guard !SiteName.isForeign(header.source.instance), !header.kind.isShadow else {
            if header.kind == TurnEnded.kind, let turn = header.turn { close(turn) }
            return actions
        }
        if let turn = header.turn { ownTurns[turn] = true }
        numbers.receive(header)
        guard crosses(header.session) || header.kind == Catalog.kind else { return actions }
        switch header.kind {
        case SpeechStarted.kind, AudioInput.kind, SpeechEnded.kind: actions += receiveSpoken(message, now: now)
        case SpeechTranscript.kind: actions += receiveTranscript(message, life: life, now: now)
        case SpeechIntent.kind:
            // An own recognizer was faster, or has taken over.
            for cause in header.causes { forget(transcript: cause) }
        case TurnEnded.kind: actions += receiveEnd(message)
        case VoiceRequestStatus.kind: if isConnected { actions += broadcast(message) }
        case Catalog.kind: actions += receiveCatalog(message, now: now)
        default: break
        }
        if settings.sends.contains(header.kind) { actions += forward(message, life: life, now: now) }
        return actions
    }

    private mutating func receiveStatus(_ message: RawMessage, now: Int64) -> [LinkAction] {
        guard let message = try? message.decode(StageStatus.self) else { return [] }
        let (status, header) = (message.body, message.header)
        let arrival = presence.update(status, run: header.run, at: header.at)
        let actions = inFlight.receive(message, arrival: arrival, now: now)
        // The link's own stand-in is none of the site's own recognizers.
        if roles[status.role] != nil, status.instance != settings.instance {
            let isPresent = hasOwn(status.role)
            // Another link takes over again after each step back, as this one does: neither would go on for long.
            let isLink = status.engine == StandIn.engine
            let isWorking = status.state == .ready && status.coverage == settings.coverage && !isLink
            roles[status.role]?.own(isPresent: isPresent, term: status.term ?? 0, isWorking: isWorking)
        }
        return actions
    }

    /// Returns whether one of the site's own recognizers can take over.
    func hasOwn(_ role: Role) -> Bool {
        presence.members.values.contains {
            $0.status.role == role && $0.status.instance != settings.instance
                && ($0.status.state == .ready || $0.status.state == .standby)
        }
    }

    /// Returns whether turns go to recognizers elsewhere: also while the line is cut, if nobody else would take them.
    /// They wait, and end with a reason that names the line.
    private func takes(_ role: Role) -> Bool {
        !isDraining && ((roles[role]?.takesTurns ?? false) || !hasOwn(role))
    }

    // MARK: Turns

    private mutating func receiveSpoken(_ message: RawMessage, now: Int64) -> [LinkAction] {
        let header = message.header
        guard settings.roles.contains(.transcribe), let id = header.turn, endedTurns[id] == nil,
            turnsLeftToSite[id] == nil
        else { return [] }
        if turns[id] == nil {
            guard header.kind == SpeechStarted.kind, takes(.transcribe), turns.count < Self.maximumTurns else {
                return []
            }
            turns[id] = RemoteTurn(header.session, now: now)
        }
        guard turns[id]?.add(message, now: now) == true, let turn = turns[id] else { return [] }
        if header.kind == SpeechEnded.kind { turns[id]?.deadline = now + RemoteTurn.timeout }
        switch turn.assignment {
        case .site(let site): return send(message, to: site).map { [$0] } ?? []
        case .none: return turn.nextOffer <= now ? offer(id, now: now) : []
        }
    }

    /// The most spoken turns at once.
    static let maximumTurns = 64

    /// Offers a turn to the recognizers elsewhere.
    mutating func offer(_ id: TurnID, now: Int64) -> [LinkAction] {
        guard isConnected, let turn = turns[id],
            let place = LinkSubject(.say, settings.site, SpeechStarted.kind, turn.session)
        else { return [] }
        turns[id]?.nextOffer = now + RemoteTurn.offerPause
        turnsKnownElsewhere[id] = true
        counters.sent += 1
        return [
            .request(
                LineMessage(
                    subject: place.offer(.transcribe),
                    fields: [.turn: id.description, .site: settings.site.rawValue]), .offer(id))
        ]
    }

    private mutating func receiveTranscript(_ message: RawMessage, life: Int64, now: Int64) -> [LinkAction] {
        let header = message.header
        // The site's own recognizer has transcribed the turn, or somebody has typed.
        if let turn = header.turn { turns[turn] = nil }
        guard settings.roles.contains(.intent), takes(.intent), transcripts[header.id] == nil,
            !answeredTranscripts.contains(header.id), header.turn.flatMap({ endedTurns[$0] }) == nil,
            transcripts.count < Self.maximumTranscripts, let line = line(message, to: Self.anyone)
        else { return [] }
        transcripts[header.id] = WaitingTranscript(
            header: header, deadline: now + max(0, life - Self.headStart), late: now + Self.lateness)
        if let turn = header.turn { turnsKnownElsewhere[turn] = true }
        return store(line, header.id, life: life, now: now)
    }

    /// The most transcripts that wait for their intents.
    static let maximumTranscripts = 4096
    /// The receiver of messages for any site.
    static let anyone = "*"

    mutating func store(_ line: LineMessage, _ id: MessageID, life: Int64, now: Int64) -> [LinkAction] {
        guard stores.add(line, id, life: life, now: now) else {
            counters.dropped += 1
            counters.record("more waits for \(settings.line) than has room", at: now)
            return []
        }
        counters.sent += 1
        return isConnected ? [.store(line, id)] : []
    }

    /// Forgets a transcript that needs no intent from elsewhere.
    mutating func forget(transcript id: MessageID) {
        guard transcripts.removeValue(forKey: id) != nil else { return }
        _ = answeredTranscripts.insert(id)
        stores.remove(id)
    }

    /// Forgets a turn that has ended, or goes on without recognizers elsewhere.
    mutating func close(_ id: TurnID) {
        endedTurns[id] = true
        turns[id] = nil
        for (transcript, waiting) in transcripts where waiting.header.turn == id { forget(transcript: transcript) }
    }

    private mutating func receiveEnd(_ message: RawMessage) -> [LinkAction] {
        guard let id = message.header.turn else { return [] }
        let isNew = endedTurns[id] == nil
        close(id)
        guard isNew, turnsKnownElsewhere[id] != nil, isConnected else { return [] }
        return broadcast(message)
    }

    /// Sends a message to the sites that work for its session.
    private mutating func broadcast(_ message: RawMessage) -> [LinkAction] {
        guard let line = line(message, to: Self.anyone) else { return [] }
        counters.sent += 1
        return [.send(line)]
    }

    private mutating func forward(_ message: RawMessage, life: Int64, now: Int64) -> [LinkAction] {
        guard let line = line(message, to: Self.anyone) else { return [] }
        if MessageCatalog.type(of: message.header.kind)?.delivery != nil {
            let id = message.header.id
            guard !handledMessages.contains(id) else { return [] }
            let actions = store(line, id, life: life, now: now)
            // One without room comes again.
            if stores.contains(id) { _ = handledMessages.insert(id) }
            return actions
        }
        guard isConnected else { return [] }
        counters.sent += 1
        return [.send(line)]
    }
}
