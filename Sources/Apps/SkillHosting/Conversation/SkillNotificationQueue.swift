import SaybusConversation

/// A queue of notifications to a skill that need no spoken answer: the end of a session, and audio events.
///
/// Notifications are delivered one after the other, so that none overtakes an earlier one on the network. They
/// run in their own tasks, so that cancelling a turn does not cancel them. A notification that exceeds
/// ``limit`` is dropped.
@ConversationActor
final class SkillNotificationQueue {
    /// Maximum number of pending notifications. A skill that accepts none of them gets no more.
    nonisolated static let capacity = 64
    /// Time that the opening of a session waits for pending notifications.
    nonisolated static let settleTimeout = Duration.seconds(2)
    /// Time that the end of the program waits for pending notifications.
    nonisolated static let closeTimeout = Duration.milliseconds(500)

    /// Time that a skill may take for one notification.
    var limit = HTTPSkill.defaultTimeout
    /// Reports each dropped notification with a sentence.
    var report: @ConversationActor @Sendable (String) -> Void = { _ in }

    private var last: Task<Void, Never>?
    private var pending = 0

    /// Whether no notification is pending.
    var isIdle: Bool { pending == 0 }

    /// Appends a notification.
    /// - Parameters:
    ///   - what: A description of the notification, for messages.
    ///   - isNeeded: Whether up to twice the ``capacity`` is available to this notification.
    /// - Returns: False when the queue is full.
    @discardableResult
    func add(
        _ what: String, isNeeded: Bool = false, _ notify: @escaping @ConversationActor @Sendable () async -> Void
    ) -> Bool {
        guard pending < (isNeeded ? 2 * Self.capacity : Self.capacity) else { return false }
        pending += 1
        let before = last
        // The effects of a notification belong to no turn.
        let run = HandlerRun(what: what, limit: limit, turn: nil, onTimeout: { _ in })
        last = ConversationTurn.$current.withValue(nil) {
            Task {
                await before?.value
                if case .failure(let failure) = await run(notify) { report("\(failure.reason): it is given up") }
                pending -= 1
            }
        }
        return true
    }

    /// Waits until all currently pending notifications are delivered.
    func settled() async { await last?.value }

    /// Waits until all currently pending notifications are delivered, at most for the given time.
    /// - Returns: Whether they were delivered in time.
    func settled(within timeout: Duration) async -> Bool {
        guard pending > 0 else { return true }
        let run = HandlerRun(what: "the skill", limit: timeout, turn: nil, onTimeout: { _ in })
        if case .success = await run({ [self] in await settled() }) { return true }
        return false
    }
}
