import Conversation

/// Tells a skill what needs no answer in words: that a session is over, what becomes of its audio. One after the other, so that over a network nothing
/// overtakes what happened before it; in tasks of their own, so that whoever calls a turn off does not call these off with it.
@ConversationActor
final class SkillEvents {
    /// How many wait; a skill that takes none of them for so long does not get more.
    nonisolated static let capacity = 64

    private var last: Task<Void, Never>?
    private var waiting = 0

    /// Whether none waits.
    var isIdle: Bool { waiting == 0 }

    /// Tells one more.
    /// - Parameter isNeeded: Whether it is told however many wait.
    /// - Returns: False when it is not told.
    @discardableResult
    func add(isNeeded: Bool = false, _ tell: @escaping @ConversationActor @Sendable () async -> Void) -> Bool {
        guard isNeeded || waiting < Self.capacity else { return false }
        waiting += 1
        let before = last
        // What comes of an event belongs to no turn.
        last = ConversationTurn.$current.withValue(nil) {
            Task {
                await before?.value
                await tell()
                waiting -= 1
            }
        }
        return true
    }

    /// Waits until those are told that wait now.
    func settled() async { await last?.value }
}
