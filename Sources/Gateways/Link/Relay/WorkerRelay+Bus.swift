import SaybusBus
import SaybusMessages

/// The messages of this site's bus, for the sites that are served.
extension WorkerRelay {
    /// The kinds to which the link subscribes.
    var kinds: Set<Kind> {
        var kinds: Set<Kind> = [StageStatus.kind, Receipt.kind, TurnEnded.kind]
        if settings.roles.contains(.transcribe) { kinds.formUnion([SpeechPartial.kind, SpeechTranscript.kind]) }
        if settings.roles.contains(.intent) { kinds.formUnion([SpeechIntent.kind, CommandInvoked.kind]) }
        kinds.formUnion(settings.sends)
        for kind in settings.accepts {
            if let delivery = MessageCatalog.type(of: kind)?.delivery { kinds.formUnion(delivery.answers) }
        }
        return kinds
    }

    /// Handles a message of the bus.
    mutating func receive(_ message: RawMessage, life: Int64, now: Int64) -> [LinkAction] {
        let header = message.header
        inFlight.receive(header, now: now)
        if header.kind == StageStatus.kind {
            guard let status = try? message.decode(StageStatus.self) else { return [] }
            let arrival = presence.update(status.body, run: header.run, at: header.at)
            return inFlight.receive(status, arrival: arrival, now: now) + serve()
        }
        var actions = inFlight.acknowledge(answeredBy: header)
        guard !SiteName.isForeign(header.source.instance), !header.kind.isShadow,
            let (site, session) = SiteName.parts(of: header.session), serves(site)
        else { return actions }
        numbers.receive(header)
        switch header.kind {
        case SpeechPartial.kind:
            if isConnected, let line = line(header, message.body, site, session, .live) { actions.append(.send(line)) }
        case SpeechTranscript.kind: actions += deliver(header, message.body, site, session, life: life, now: now)
        case TurnEnded.kind:
            actions += deliver(header, message.body, site, session, life: life, now: now)
            if let place = LinkSubject(.say, site, SpeechStarted.kind, session), let turn = header.turn,
                remoteSessions[place]?.turns.removeValue(forKey: turn) != nil
            {
                actions += leave(place)
            }
        case SpeechIntent.kind:
            guard let intent = (try? message.decode(SpeechIntent.self))?.body else { break }
            var new = header
            guard let body = try? catalogs.intent(intent, for: site).wire(header: &new) else { break }
            actions += deliver(header, body, site, session, life: life, now: now)
        default:
            if settings.sends.contains(header.kind) {
                actions += deliver(header, message.body, site, session, life: life, now: now)
            }
        }
        return actions
    }

    private mutating func line(
        _ header: Header, _ body: [UInt8], _ site: SiteName, _ session: Session,
        _ direction: LinkSubject.Direction = .hear
    ) -> LineMessage? {
        guard let subject = LinkSubject(direction, site, header.kind, session) else { return nil }
        var outgoing = numbers.renumbered(header, to: site.rawValue)
        outgoing.session = session
        counters.sent += 1
        return LinkEnvelope.line(outgoing, body, subject, origin: settings.site)
    }

    /// Hands a message over to the stream of a site.
    private mutating func deliver(
        _ header: Header, _ body: [UInt8], _ site: SiteName, _ session: Session, life: Int64, now: Int64
    ) -> [LinkAction] {
        let isTracked = MessageCatalog.type(of: header.kind)?.delivery != nil
        // Its publisher has missed the receipt.
        if delivered.contains(header.id) { return isTracked && needsReceipt(header) ? [.receipt(header)] : [] }
        guard !stores.contains(header.id), let line = line(header, body, site, session) else { return [] }
        guard stores.add(line, header.id, life: life, now: now) else {
            counters.dropped += 1
            counters.record("more waits for \(settings.line) than has room", at: now)
            return []
        }
        if needsReceipt(header) || header.kind == TurnEnded.kind { receipts[header.id] = header }
        return isConnected ? [.store(line, header.id)] : []
    }

    /// Returns whether the link is responsible for a message of a recognizer here: of an intent always, of a transcript
    /// when no intent stage here answers it.
    private func needsReceipt(_ header: Header) -> Bool {
        header.kind != SpeechTranscript.kind || !settings.roles.contains(.intent)
    }
}
