import Dispatch
import Synchronization

/// Opens something on a thread that is given up when it hangs, which one that hangs in a sound server may do for ever.
///
/// It uses one thread at a time: whoever comes while that one hangs gets what it opens in the end, or gives up too.
package final class PatientOpening<Opened: Sendable>: Sendable {
    private struct State {
        var isBusy = false
        var opened: Result<Opened, any Error>?
        var isClosed = false
    }

    private let what: String
    private let state = Mutex(State())
    private let signal = Signal()

    private var isOver: Bool { state.withLock { $0.opened != nil } }

    /// - Parameter what: What is opened, at the beginning of a sentence: "The loudspeaker".
    package init(_ what: String) { self.what = what }

    /// Opens it; throws ``SoundError`` with code `deviceLost` when that takes longer.
    package func open(
        within patience: Duration, _ body: @escaping @Sendable () throws -> Opened
    ) async throws -> Opened {
        let isFree = state.withLock { state in
            defer { state.isBusy = true }
            return !state.isBusy
        }
        if isFree {
            DispatchQueue.global().async { [self] in
                let opened = Result { try body() }
                // What is let go of here closes itself, outside of the lock.
                state.withLock { if !$0.isClosed { $0.opened = opened } }
                signal.notify()
            }
        }
        await signal.wait(within: patience) { self.isOver }
        let opened = state.withLock { state -> Result<Opened, any Error>? in
            defer { if state.opened != nil { state = State() } }
            return state.opened
        }
        guard let opened else {
            try Task.checkCancellation()
            throw SoundError(.deviceLost, "\(what) is not there after \(patience); does the sound server hang?")
        }
        return try opened.get()
    }

    /// Nobody comes any more: what has opened and what opens later is let go of.
    package func close() {
        let opened = state.withLock { state -> Result<Opened, any Error>? in
            state.isClosed = true
            defer { state.opened = nil }
            return state.opened
        }
        withExtendedLifetime(opened) {}
    }
}
