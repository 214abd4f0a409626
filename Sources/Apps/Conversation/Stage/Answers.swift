import SaybusMessages
import Synchronization

/// Gathers what a command says before it is done.
final class Answers: Sendable {
    private struct State {
        var events: [[AudioEvent]] = []
        var sequences: [Header] = []
    }

    private let state = Mutex(State())

    var events: [[AudioEvent]] { state.withLock { $0.events } }
    var sequences: [Header] { state.withLock { $0.sequences } }

    func add(_ events: [AudioEvent]) { state.withLock { $0.events.append(events) } }
    func published(_ header: Header) { state.withLock { $0.sequences.append(header) } }
}
