import Logging
import SaybusBus
import SaybusMessages
import SaybusStage

/// What is published of a conversation.
extension ConversationConnection {
    func send(_ sequence: AudioSequence, id: MessageID, turn: ConversationTurn?) throws -> Header {
        try bus.publish(sequence, id: id, of: turn, in: session)
    }

    func control(_ control: AudioControl) throws { try bus.publish(control, session: session) }

    func tryControl(_ control: AudioControl) { tell { try bus.publish(control, session: session) } }

    func startListening(_ options: RecognitionOptions, isCommand: Bool) -> MessageID? {
        bus.startListening(options, isCommand: isCommand, in: session, logger)
    }

    func stopListening(_ request: MessageID) { bus.stopListening(request, in: session, logger) }

    func report(_ status: VoiceRequestStatus, turn: ConversationTurn?) {
        tell { try bus.publish(status, answering: turn?.cause, session: session, turn: turn?.id) }
    }

    func receipt(_ header: Header) { tell { try bus.publish(Receipt(of: header.kind), answering: header) } }

    func publish(_ catalog: Catalog) { host.publish(catalog, of: session) }

    /// Many changes at once make one catalog.
    func catalogChanged() {
        guard !isCatalogDue else { return }
        isCatalogDue = true
        Task {
            isCatalogDue = false
            manager.refreshCatalog()
        }
    }

    /// Ends a turn as failed and says the apology, from whichever thread.
    nonisolated func fail(_ turn: ConversationTurn, _ reason: String, apology: String?) {
        guard turn.fail(reason, spoken: apology) else { return }
        logger.error("a handler hangs", metadata: ["reason": "\(reason)"])
        guard let apology else { return }
        do {
            try bus.publish(
                AudioSequence([.speech(.init(apology))], track: AudioTrackIdentifier.voiceRequest.name, priority: 999),
                session: session, deadline: WallClock.microseconds() + Bus.sequenceLife)
        } catch {
            logger.error("the apology cannot be published", metadata: ["error": "\(error)"])
        }
    }

    func tell(_ publish: () throws -> Void) { host.tell(publish) }
}
