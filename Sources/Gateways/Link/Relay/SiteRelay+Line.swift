import SaybusBus
import SaybusMessages
import SaybusSupport

/// The messages from other sites.
extension SiteRelay {
    /// Handles a message of the line.
    /// - Parameters:
    ///   - message: The message.
    ///   - life: A closure that returns the microseconds until a header's deadline.
    mutating func receive(_ message: LineMessage, now: Int64, life: (Header) -> Int64) -> [LinkAction] {
        var incoming: LinkEnvelope.Incoming
        do throws(MessageError) {
            incoming = try LinkEnvelope.read(message, at: settings.site)
            guard incoming.subject.direction != .say else {
                throw MessageError(.topic, "\(message.subject) is for the recognizers elsewhere")
            }
            guard mayArrive(incoming.message.header.kind) else {
                throw MessageError(
                    .unknownKind, "\(incoming.origin) sends \(incoming.message.header.kind), which is not accepted here"
                )
            }
            guard crosses(incoming.message.header.session) else {
                throw MessageError(.topic, "\(incoming.message.header.session) does not cross")
            }
        } catch {
            counters.refuse("refused a message of the line: \(error.reason)", at: now)
            return message.reply.map { [.answer(LinkAction.terminated, to: $0)] } ?? []
        }
        incoming.message.header = shifted(incoming.message.header, by: -clockOffset)
        return receive(incoming, life: life(incoming.message.header), now: now)
    }

    /// The kinds with which recognizers elsewhere answer a turn.
    private static let answers: Set<Kind> = [SpeechTranscript.kind, SpeechIntent.kind]

    private func mayArrive(_ kind: Kind) -> Bool {
        if settings.accepts.contains(kind) { return true }
        switch kind {
        case SpeechPartial.kind, SpeechTranscript.kind: return settings.roles.contains(.transcribe)
        case SpeechIntent.kind, TurnEnded.kind: return !settings.roles.isEmpty
        default: return false
        }
    }

    /// Returns whether a message comes for a turn that has ended, or goes on with this site's own recognizers.
    private func isLate(_ header: Header) -> Bool {
        guard let turn = header.turn else { return false }
        if endedTurns[turn] != nil { return true }
        guard turnsLeftToSite[turn] != nil else { return false }
        return header.kind != TurnEnded.kind && !header.causes.contains { transcripts[$0] != nil }
    }

    /// Microseconds after the start in which a message from elsewhere may belong to a turn that a former run of the
    /// link has sent.
    private static let predecessorTime: Int64 = 15_000_000

    /// Returns whether a message from elsewhere can belong to a turn of this site's bus.
    private func mayBeOwn(_ header: Header, now: Int64) -> Bool {
        if let turn = header.turn, ownTurns[turn] != nil { return true }
        if header.causes.contains(where: { transcripts[$0] != nil || answeredTranscripts.contains($0) }) { return true }
        return firstConnection.map { now - $0 < Self.predecessorTime } ?? true
    }

    private mutating func receive(_ incoming: LinkEnvelope.Incoming, life: Int64, now: Int64) -> [LinkAction] {
        let (message, header) = (incoming.message, incoming.message.header)
        let done = incoming.reply.map { [LinkAction.answer(LinkAction.acknowledged, to: $0)] } ?? []
        guard !inFlight.contains(header.id) else {
            counters.repeated += 1
            inFlight.renew(header.id, reply: incoming.reply)
            return []
        }
        guard !handledMessages.contains(header.id) else {
            counters.repeated += 1
            return done
        }
        guard life >= 0, !isLate(header) else {
            counters.late += 1
            return done
        }
        guard
            settings.accepts.contains(header.kind) || !Self.answers.contains(header.kind) || mayBeOwn(header, now: now)
        else {
            // Not acknowledged: the site of the turn does that.
            counters.refuse(
                "another site is called \(settings.site), too, and its turns come here: give each site its own name",
                at: now)
            return []
        }
        _ = handledMessages.insert(header.id)
        counters.received += 1
        if let turn = header.turn { turnsKnownElsewhere[turn] = true }
        switch header.kind {
        case SpeechTranscript.kind: return receiveTranscript(incoming, done, life: life, now: now)
        case SpeechIntent.kind: return receiveIntent(incoming, done, life: life, now: now)
        case TurnEnded.kind:
            if let turn = header.turn { close(turn) }
            return [.inject(message)] + done
        default:
            guard let delivery = MessageCatalog.type(of: header.kind)?.delivery, incoming.reply != nil else {
                return [.inject(message)] + done
            }
            return inFlight.add(
                message, to: delivery.role, life: life, reply: incoming.reply, now: now,
                whenReceiverIsLost: delivery.whenReceiverIsLost)
        }
    }

    /// Takes a transcript for the recognizers of this site, if it has any.
    /// - Parameter done: Acknowledges the message.
    private mutating func receiveTranscript(
        _ incoming: LinkEnvelope.Incoming, _ done: [LinkAction], life: Int64, now: Int64
    ) -> [LinkAction] {
        let (message, header) = (incoming.message, incoming.message.header)
        if let turn = header.turn, turns[turn] != nil {
            turns[turn]?.transcribed()
            turns[turn]?.transcript = header
            turns[turn]?.deadline = now + max(0, life - Self.headStart)
        }
        guard !settings.roles.contains(.intent) else { return [.inject(message)] + done }
        return inFlight.add(
            message, to: .intent, life: life, reply: incoming.reply, now: now, whenReceiverIsLost: .sendAgain)
    }

    /// Takes an intent for the apps of this site. Of two that answer the same transcript, the first one counts.
    /// - Parameter done: Acknowledges the message.
    private mutating func receiveIntent(
        _ incoming: LinkEnvelope.Incoming, _ done: [LinkAction], life: Int64, now: Int64
    ) -> [LinkAction] {
        let header = incoming.message.header
        guard header.causes.isEmpty || !header.causes.contains(where: { answeredTranscripts.contains($0) }) else {
            counters.repeated += 1
            return done
        }
        for cause in header.causes {
            forget(transcript: cause)
            _ = answeredTranscripts.insert(cause)
        }
        if let turn = header.turn { turns[turn] = nil }
        return inFlight.add(
            incoming.message, to: .dispatch, life: life, reply: incoming.reply, now: now,
            whenReceiverIsLost: .endTurn)
    }
}
