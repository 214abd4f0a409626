import Messages
import Synchronization

/// Whether to listen: not while the assistant itself speaks, and not when told so.
final class Ear: Sendable {
    private struct State {
        var sounding: Set<MessageID> = []
        var isOff = false
    }

    private let state = Mutex(State())

    var isClosed: Bool { state.withLock { $0.isOff || !$0.sounding.isEmpty } }

    var isOff: Bool {
        get { state.withLock { $0.isOff } }
        set { state.withLock { $0.isOff = newValue } }
    }

    func note(_ playback: AudioPlayback) {
        guard playback.item == nil else { return }
        state.withLock { state in
            switch playback.state {
            // A bounded set: an audio stage that dies while it speaks leaves its last sequence here.
            case .started, .resumed: if state.sounding.count < 64 { state.sounding.insert(playback.sequence) }
            case .suspended, .finished, .interrupted, .skipped: state.sounding.remove(playback.sequence)
            case .queued: break
            }
        }
    }
}
