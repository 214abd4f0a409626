import Logging
import SaybusBus
import SaybusMessages
import SaybusStage
import SaybusSupport

/// The time limit of intents that wait for the earlier turns of their session.
extension TurnRuntime {
    /// The time for which an intent waits for the earlier turns of its session: twice the life of a message without a
    /// deadline of its own. Nobody expects a later answer.
    static let maximumWait = Duration.microseconds(2 * Outbox.defaultLife)

    /// Gives an intent up when it has waited for too long, unless it is another program's to answer.
    ///
    /// Its publisher gets a receipt before its deadline. Otherwise it would end the turn, as if no dispatcher were
    /// there.
    func limitWait(
        of arrival: IntentArrival, _ queued: Watched<QueuedIntent>, _ apps: [any DispatchApp]
    ) async throws {
        let header = arrival.intent.header
        let life = bus.time(untilDeadlineOf: header) ?? .microseconds(Outbox.defaultLife)
        guard await waits(queued, within: min(life - Self.answerMargin, Self.maximumWait)), isResponsible(for: arrival)
        else { return }
        guard queued.confirm() else { return }
        bus.accept(header)
        confirm(header)
        let rest = Self.maximumWait - (ContinuousClock.now - arrival.arrived)
        guard await waits(queued, within: rest), let isConfirmed = queued.begin() else { return }
        try await serve(arrival, apps, isConfirmed: isConfirmed)
    }

    /// Returns whether an intent still waits after some time.
    private func waits(_ queued: Watched<QueuedIntent>, within time: Duration) async -> Bool {
        let hasBegun = await queued.wait(within: max(.zero, time)) { $0.hasBegun }
        return !hasBegun && !Task.isCancelled && !isDraining
    }

    /// Returns whether this program answers an intent, unless its apps decline it when its turn comes.
    func isResponsible(for arrival: IntentArrival) -> Bool {
        guard !arrival.isOtherAsking, !history.handledElsewhere.contains(arrival.intent.header.turn) else {
            return false
        }
        guard let surest = arrival.intent.body.surestHypothesis() else {
            return answersForAll(in: arrival.session) && !isUnderstoodElsewhere(arrival.intent.header.turn)
        }
        return isOwn(arrival)
            || surest.competingIntent == nil && arrival.remoteApps.owner(of: surest.app) != nil
                && engine != Bus.conversationEngine
                && bus.isFirstDispatcher(for: arrival.session, amongConversations: false)
    }

    /// Fails the turn of an intent that has waited in vain. The audio stage says so.
    func abandon(_ intent: Message<SpeechIntent>, because reason: String) {
        logger.warning("a turn failed", metadata: ["problem": "\(reason)", "session": "\(intent.header.session)"])
        confirm(intent.header)
        openTurn(answering: intent.header, said: intent.body.text).fail(reason)
        context?.end(intent.header)
    }
}

/// The state of an intent in its session's queue.
struct QueuedIntent: Sendable {
    /// Whether its publisher has got a receipt while it waits.
    var isConfirmed = false
    /// Whether its turn has begun, or it was given up. It begins once.
    var hasBegun = false
}

extension Watched<QueuedIntent> {
    /// Takes the intent out of its wait.
    /// - Returns: Whether its publisher has got a receipt; nil when the intent has begun before.
    func begin() -> Bool? {
        change { queued in
            guard !queued.hasBegun else { return nil }
            queued.hasBegun = true
            return queued.isConfirmed
        }
    }

    /// Records that the publisher gets a receipt.
    /// - Returns: False when the intent has begun before.
    func confirm() -> Bool {
        change { queued in
            queued.isConfirmed = !queued.hasBegun
            return !queued.hasBegun
        }
    }
}
