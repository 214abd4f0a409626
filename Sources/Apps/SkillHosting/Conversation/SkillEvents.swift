import SaybusConversation
import SaybusDispatch

/// Tells a skill what needs no answer in words: that a session is over, what becomes of its audio. One after the other, so that over a network nothing
/// overtakes what happened before it; in tasks of their own, so that whoever calls a turn off does not call these off with it. One that is not
/// taken in time is given up.
@ConversationActor
final class SkillEvents {
    /// How many wait; a skill that takes none of them for so long does not get more.
    nonisolated static let capacity = 64
    /// How long the opening of a session waits for a skill that is still being told of what was before.
    nonisolated static let patience = Duration.seconds(2)

    /// How long a skill may take over one of them.
    var limit = HTTPSkill.patience
    /// Told of each that was given up, in a sentence.
    var report: @ConversationActor @Sendable (String) -> Void = { _ in }

    private var last: Task<Void, Never>?
    private var waiting = 0

    /// Whether none waits.
    var isIdle: Bool { waiting == 0 }

    /// Tells one more.
    /// - Parameters:
    ///   - what: What is told, for messages.
    ///   - isNeeded: Whether it is told though ``capacity`` wait; not when twice as many do.
    /// - Returns: False when it is not told.
    @discardableResult
    func add(
        _ what: String, isNeeded: Bool = false, _ tell: @escaping @ConversationActor @Sendable () async -> Void
    ) -> Bool {
        guard waiting < (isNeeded ? 2 * Self.capacity : Self.capacity) else { return false }
        waiting += 1
        let before = last
        // What comes of an event belongs to no turn.
        let run = HandlerRun(what: what, limit: limit, turn: nil, onTimeout: { _ in })
        last = ConversationTurn.$current.withValue(nil) {
            Task {
                await before?.value
                if case .failure(let failure) = await run(tell) { report("\(failure.reason): it is given up") }
                waiting -= 1
            }
        }
        return true
    }

    /// Waits until those are told that wait now.
    func settled() async { await last?.value }

    /// Waits until those are told that wait now, but not longer than so.
    /// - Returns: Whether they are told.
    func settled(within patience: Duration) async -> Bool {
        guard waiting > 0 else { return true }
        let run = HandlerRun(what: "the skill", limit: patience, turn: nil, onTimeout: { _ in })
        if case .success = await run({ [self] in await settled() }) { return true }
        return false
    }
}
