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

    /// Sets the topics that are entered in conversations other than the initial ones. Reports them even if they are the
    /// same: the app may be another one.
    func setEntered(_ entered: [Session: Set<String>]) {
        state.withLock { state in
            state.entered = entered
            changed(state.entered, state.ringing)
        }
    }

    /// Sets the sessions in which something rings, and reports a change.
    func setRinging(_ ringing: Set<Session>) {
        state.withLock { state in
            guard state.ringing != ringing else { return }
            state.ringing = ringing
            changed(state.entered, state.ringing)
        }
    }
}
