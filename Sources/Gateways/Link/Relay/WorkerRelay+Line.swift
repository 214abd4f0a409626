import SaybusBus
import SaybusMessages
import SaybusSupport

/// The messages from the sites that are served.
extension WorkerRelay {
    /// Handles a message of the line.
    mutating func receive(_ message: LineMessage, now: Int64, life: (Header) -> Int64) -> [LinkAction] {
        if let offer = LinkSubject.Offer(message.subject) { return receive(offer, message, now: now) }
        if message.subject.hasPrefix("say."), message.subject.contains(".link.ask.") {
            return answer(message, now: now)
        }
        let incoming: LinkEnvelope.Incoming
        do throws(MessageError) {
            incoming = try LinkEnvelope.read(message, at: settings.site)
            guard incoming.subject.direction == .say else {
                throw MessageError(.topic, "\(message.subject) is for another site")
            }
            guard mayArrive(incoming.message.header.kind) else {
                throw MessageError(
                    .unknownKind, "\(incoming.origin) sends \(incoming.message.header.kind), which is not accepted here"
                )
            }
            guard serves(incoming.origin) else {
                throw MessageError(.topic, "\(incoming.origin) is not one of the sites that are served here")
            }
        } catch {
            counters.refuse("refused a message of the line: \(error.reason)", at: now)
            return message.reply.map { [.answer(LinkAction.terminated, to: $0)] } ?? []
        }
        return receive(incoming, life: life(incoming.message.header), now: now)
    }

    private func mayArrive(_ kind: Kind) -> Bool {
        if settings.accepts.contains(kind) { return true }
        switch kind {
        case SpeechStarted.kind, AudioInput.kind, SpeechEnded.kind: return settings.roles.contains(.transcribe)
        case SpeechTranscript.kind: return settings.roles.contains(.intent)
        case TurnEnded.kind, VoiceRequestStatus.kind, Catalog.kind: return !settings.roles.isEmpty
        default: return false
        }
    }

    /// The role of which a site asks that takes part without recognizers elsewhere.
    static let anyRole = Role.link

    private mutating func answer(_ message: LineMessage, now: Int64) -> [LinkAction] {
        let role = Role(message.subject.split(separator: ".").last.map(String.init) ?? "")
        guard let reply = message.reply, serving.contains(role) || role == Self.anyRole,
            let site = message.fields[.site].flatMap({ SiteName(rawValue: $0) }), serves(site),
            message.subject.hasPrefix("say.\(site).")
        else { return [] }
        var actions = prepared.contains(site) ? [LinkAction.accept(to: reply)] : prepare(site, reply: reply)
        // The subject of an answer begins with the inbox of the run, and ends with the question.
        let inbox = reply.split(separator: ".", omittingEmptySubsequences: false).dropLast(2).joined(separator: ".")
        if siteRuns.asked(site, run: inbox) {
            let problem = "two links are called \(site): give each site a name of its own"
            counters.record(problem, at: now)
            actions += tell(site, problem, now: now)
        }
        // A site asks twice a minute at least, so that what lasts is shown for as long.
        if let problem = catalogs.problem(of: site) { actions += tell(site, problem, now: now) }
        if let count = message.fields[.catalogs].flatMap({ Int($0) }) {
            actions += listCatalogs(of: site, beyond: count, now: now)
        }
        return actions
    }

    private mutating func receive(_ offer: LinkSubject.Offer, _ message: LineMessage, now: Int64) -> [LinkAction] {
        guard let reply = message.reply, let turn = message.fields[.turn].flatMap({ TurnID($0) }) else {
            counters.refuse("refused an offer without a turn", at: now)
            return []
        }
        guard serving.contains(offer.role), serves(offer.place.site), turnCount < Self.maximumTurns else { return [] }
        let admission = admit(turn, in: offer.place, now: now)
        // The site offers it again in a second.
        guard admission.isTaken else { return admission.actions }
        counters.turns += 1
        // The subscription precedes the answer, so that the site sends nothing before it is in effect.
        return prepare(offer.place.site) + join(offer.place, turn, now: now) + admission.actions
            + [.accept(to: reply)]
    }

    /// Decides whether a turn of another site is taken now, and lets its session use the site's apps here.
    private mutating func admit(
        _ turn: TurnID?, in place: LinkSubject, now: Int64
    ) -> (isTaken: Bool, actions: [LinkAction]) {
        let site = place.site
        var state = place
        state.kind = SpeechStarted.kind
        let isKnown = turn.map { remoteSessions[state]?.turns[$0] != nil } ?? false
        guard isKnown || turnCount(of: site) < Self.maximumTurnsPerSite else {
            let most = "no more than \(Self.maximumTurnsPerSite) turns of \(site) are taken at once; others wait"
            return (false, tell(site, most, now: now))
        }
        switch catalogs.speaks(place.session, of: site, now: now) {
        case .ready(let messages): return (true, messages.map { LinkAction.inject($0) })
        case .soon: return (false, [])
        case .tooManySessions:
            return (false, tell(site, "\(site) has too many sessions at once; the newest wait", now: now))
        }
    }

    /// Begins or continues a turn of another site: subscribes to its session with the first turn in work.
    private mutating func join(_ place: LinkSubject, _ turn: TurnID, now: Int64) -> [LinkAction] {
        var place = place
        place.kind = SpeechStarted.kind
        let isNew = remoteSessions[place] == nil
        let count = remoteSessions[place]?.turns[turn]?.count ?? 0
        remoteSessions[place, default: RemoteSession()].turns[turn] = (count, now)
        return isNew ? [.subscribe(place.sessionFilter)] : []
    }

    private mutating func receive(_ incoming: LinkEnvelope.Incoming, life: Int64, now: Int64) -> [LinkAction] {
        let (message, header) = (incoming.message, incoming.message.header)
        let done = incoming.reply.map { [LinkAction.answer(LinkAction.acknowledged, to: $0)] } ?? []
        switch header.kind {
        case Catalog.kind: return receiveCatalog(incoming, now: now) + done
        case SpeechTranscript.kind where !settings.accepts.contains(header.kind):
            // A subscription to a session's turns brings it, too; the one of the stream counts.
            guard let reply = incoming.reply else { return [] }
            return receiveTranscript(incoming, reply: reply, life: life, now: now)
        default: break
        }
        guard life >= 0 else {
            counters.late += 1
            return done
        }
        var place = incoming.subject
        place.kind = SpeechStarted.kind
        if SiteRelay.spoken.contains(header.kind) {
            // Other workers have the other turns of the session.
            guard let turn = header.turn, let state = remoteSessions[place]?.turns[turn] else { return [] }
            guard handledMessages.insert(header.id) else {
                counters.repeated += 1
                return []
            }
            remoteSessions[place]?.turns[turn] = (state.count + 1, now)
            counters.received += 1
            return [.inject(message)]
        }
        guard handledMessages.insert(header.id) else {
            counters.repeated += 1
            return done
        }
        counters.received += 1
        guard header.kind == TurnEnded.kind else {
            guard let delivery = MessageCatalog.type(of: header.kind)?.delivery, incoming.reply != nil else {
                return [.inject(message)] + done
            }
            return inFlight.add(
                message, to: delivery.role, life: life, reply: incoming.reply, now: now,
                whenReceiverIsLost: delivery.whenReceiverIsLost)
        }
        guard let turn = header.turn, remoteSessions[place]?.turns.removeValue(forKey: turn) != nil else { return done }
        return [.inject(message)] + leave(place) + done
    }

    private mutating func receiveTranscript(
        _ incoming: LinkEnvelope.Incoming, reply: String, life: Int64, now: Int64
    ) -> [LinkAction] {
        let (message, header) = (incoming.message, incoming.message.header)
        guard life >= 0 else {
            counters.late += 1
            return [.answer(LinkAction.terminated, to: reply)]
        }
        guard transcripts[header.id] == nil else {
            counters.repeated += 1
            transcripts[header.id]?.reply = reply
            return []
        }
        guard !handledMessages.contains(header.id) else {
            counters.repeated += 1
            return [.answer(LinkAction.acknowledged, to: reply)]
        }
        let admission = admit(header.turn, in: incoming.subject, now: now)
        guard admission.isTaken else { return admission.actions + [.answer(LinkAction.later, to: reply)] }
        _ = handledMessages.insert(header.id)
        counters.received += 1
        counters.turns += 1
        transcripts[header.id] = TakenTranscript(turn: header.turn, reply: reply, expires: now + life)
        let joining = header.turn.map { join(incoming.subject, $0, now: now) } ?? []
        return prepare(incoming.origin) + joining + admission.actions
            + inFlight.add(
                message, to: .intent, life: life, reply: nil, now: now, whenReceiverIsLost: .sendAgain)
    }

    // MARK: Catalogs

    private mutating func receiveCatalog(_ incoming: LinkEnvelope.Incoming, now: Int64) -> [LinkAction] {
        guard let app = incoming.subject.app, let catalog = (try? incoming.message.decode(Catalog.self))?.body,
            catalog.app == app, !SiteName.isForeign(app)
        else {
            counters.refuse("refused a catalog of \(incoming.origin): it cannot be read, or is another app's", at: now)
            return []
        }
        // The stream may deliver a catalog a second time.
        guard !catalogs.contains(incoming.subject, incoming.message.header.id) else { return [] }
        if let reason = catalogs.update(incoming.subject, incoming.message, catalog) {
            counters.refuse("refused a catalog of \(incoming.origin): \(reason)", at: now)
            return tell(incoming.origin, catalogs.problem(of: incoming.origin) ?? reason, now: now)
        }
        counters.received += 1
        return []
    }

    /// Publishes all catalogs again, because this site's broker was restarted.
    mutating func busReturned() -> [LinkAction] {
        catalogs.publishAll()
        return catalogs.takeChanged().map { .inject($0) }
    }
}
