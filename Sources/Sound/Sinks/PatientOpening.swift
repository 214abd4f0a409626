import Dispatch
import Synchronization

/// Opens something on a thread that is given up when it hangs, which one that hangs in a sound server may do for ever.
///
/// It uses one thread at a time: whoever comes while that one hangs gets what it opens in the end, or gives up too.
final class PatientOpening<Opened: Sendable>: Sendable {
    private struct State {
        var isBusy = false
        var opened: Result<Opened, any Error>?
    }

    private let state = Mutex(State())
    private let signal = Signal()

    private var isOver: Bool { state.withLock { $0.opened != nil } }

    /// Opens it; throws ``SoundError`` with code `deviceLost` when that takes longer.
    func open(within patience: Duration, _ body: @escaping @Sendable () throws -> Opened) async throws -> Opened {
        let isFree = state.withLock { state in
            defer { state.isBusy = true }
            return !state.isBusy
        }
        if isFree {
            DispatchQueue.global().async { [self] in
                let opened = Result { try body() }
                state.withLock { $0.opened = opened }
                signal.notify()
            }
        }
        await DeviceSink.sleep(patience, unless: { self.isOver }, signal)
        let opened = state.withLock { state -> Result<Opened, any Error>? in
            defer { if state.opened != nil { state = State() } }
            return state.opened
        }
        guard let opened else {
            try Task.checkCancellation()
            throw SoundError(.deviceLost, "The loudspeaker is not open after \(patience); does its sound server hang?")
        }
        return try opened.get()
    }
}
