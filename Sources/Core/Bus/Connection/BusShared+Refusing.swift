import Logging
import SaybusMessages
import SaybusSupport
import Synchronization

/// The refusal of tracked messages by their receiver, and its consequences for their publisher.
extension BusShared {
    /// The maximum length of a reason, since reasons quote what was received.
    private static let maximumReasonLength = 500

    /// Handles a message whose body cannot be read: counts it, and refuses it if this process has to answer it, and
    /// nobody else of its role does. The command of another app is left to that app.
    func handleUnreadable(_ message: RawMessage, _ error: MessageError) {
        countMalformed(error)
        let header = message.header
        guard hasToAnswer(header) else { return }
        let isOthers = isForOtherApp(message)
        let isRefused = state.withLock { state in
            guard !isOthers else {
                state.tracker.forget(header.id)
                return false
            }
            let hasPeers = state.presence.hasPeer(of: source, for: header.session)
            let isRefused = state.unreadable.refuses(header.id, hasPeers: hasPeers, now: SteadyClock.microseconds())
            // The next copy must be examined, and not get a receipt.
            if !isRefused { state.tracker.forget(header.id) }
            return isRefused
        }
        guard isRefused else { return }
        let reason = "\(header.source) published a message that cannot be read: \(error.reason)"
        refuse(header, because: String(reason.prefix(Self.maximumReasonLength)))
    }

    /// Returns whether a message is tracked, and a stage of this process's role has to answer it.
    func hasToAnswer(_ header: Header) -> Bool { isForOwnRole(header) && state.withLock { $0.sendsReceipts } }

    /// Returns whether a command names another program as its owner, or only an app that this process does not have.
    /// One of which neither can be read may be this app's.
    private func isForOtherApp(_ message: RawMessage) -> Bool {
        guard message.header.kind == CommandInvoked.kind, let body = try? JSONValue(parsing: message.body) else {
            return false
        }
        if case .string(let owner)? = body["owner"] { return owner != "\(source)" }
        guard case .string(let app)? = body["app"] else { return false }
        return state.withLock { !$0.apps.isEmpty && !$0.apps.contains(app) }
    }

    private func isForOwnRole(_ header: Header) -> Bool {
        !header.kind.isShadow && header.source != source
            && MessageCatalog.type(of: header.kind)?.delivery?.role == source.role
    }

    /// Answers a tracked message that is not processed.
    ///
    /// The receipt tells the publisher. The answer that follows tells the programs that wait for the outcome.
    func refuse(_ header: Header, because reason: String) {
        // A publisher that has missed the refusal sends the message again, and gets the same answer.
        defer { state.withLock { $0.tracker.forget(header.id) } }
        inProgress.withLock { $0.settle(header.id) }
        send(
            Receipt(of: header.kind, problem: reason), session: header.session, turn: header.turn, causes: [header.id])
        sendFailure(of: header, because: reason)
    }

    /// Answers a message that this process has taken, and failed at.
    func fail(_ header: Header, because reason: String) {
        let sound = [SpeechStarted.kind, AudioInput.kind, SpeechEnded.kind]
        if source.role == .transcribe, sound.contains(header.kind), let turn = header.turn {
            // The sound of a turn has one answer. The further parts fail as well.
            let isOver = publishing.withLock { $0.reports.message(MessageID(turn)) } != nil
            if !isOver { sendFailure(of: header, because: reason) }
        }
        guard isForOwnRole(header) else { return }
        // These two are answered by a receipt only.
        if [ListenRequest.kind, MQTTPublish.kind].contains(header.kind) { return refuse(header, because: reason) }
        publishReceipt(for: header)
        sendFailure(of: header, because: reason)
    }

    /// Tells the programs that wait for the outcome of a message that it has failed.
    private func sendFailure(of header: Header, because reason: String) {
        switch header.kind {
        case ListenRequest.kind, MQTTPublish.kind: break
        case AudioSequence.kind:
            send(
                AudioPlayback(sequence: header.id, state: .skipped, positionMs: 0, reason: reason),
                session: header.session, turn: header.turn, causes: [header.id])
        case CommandInvoked.kind:
            send(
                CommandResponse(problem: reason), session: header.session, turn: header.turn, causes: [header.id])
        default:
            // A turn has one end, whose id is that of the turn: an end that was published is published again.
            let former = header.turn.flatMap { turn in publishing.withLock { $0.reports.message(MessageID(turn)) } }
            if let former { return publishAgain(former) }
            send(
                TurnEnded(outcome: .failed, reason: reason), session: header.session, turn: header.turn,
                causes: [header.id])
        }
    }

    /// Logs and shows that a receiver refuses messages of this process, and stops their retransmission.
    ///
    /// Call it before the receipt is recorded as an answer.
    func recordRefusal(by receipt: RawMessage) {
        guard let problem = (try? receipt.decode(Receipt.self))?.body.problem else { return }
        let count: Int? = state.withLock { state in
            guard state.outbox.refused(by: receipt.header) else { return nil }
            state.refusal = problem
            state.tracker.countRefused(1)
            return state.tracker.counters.refused
        }
        guard let count, count.isLoggedCount else { return }
        logger.error(
            "refused by its receiver",
            metadata: ["receiver": "\(receipt.header.source)", "reason": "\(problem)", "count": "\(count)"])
    }
}
