import SaybusMessages
import Synchronization

/// The state of conversations on which an app's catalog depends: the topics entered, and the rooms in which it rings.
final class ConversationStates: Sendable {
    private struct State {
        var entered: [Session: Set<String>] = [:]
        var ringing: Set<Session> = []
    }

    /// Locked while a change is reported, so that an older one is never reported after a newer one.
    private let state = Mutex(State())
    private let changed: @Sendable ([Session: Set<String>], Set<Session>) -> Void

    /// Creates the states of conversations in which nothing is entered and nothing rings.
    /// - Parameter changed: Receives the entered topics by session, and the sessions in which something rings.
    init(changed: @escaping @Sendable ([Session: Set<String>], Set<Session>) -> Void) { self.changed = changed }

    /// Sets the topics that are entered in conversations other than the initial ones.
    func setEntered(_ entered: [Session: Set<String>]) { update { $0.entered = entered } }

    /// Sets the sessions in which something rings.
    func setRinging(_ ringing: Set<Session>) { update { $0.ringing = ringing } }

    private func update(_ change: (inout State) -> Void) {
        state.withLock { state in
            change(&state)
            changed(state.entered, state.ringing)
        }
    }
}
