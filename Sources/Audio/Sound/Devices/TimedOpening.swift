import Dispatch
import Synchronization

/// An opener of a device, on a thread that is abandoned when it hangs in a sound server.
///
/// It uses one thread at a time. A call made while an earlier one hangs starts no second thread. It returns the device
/// that the earlier one opens in the end, or times out as well.
package final class TimedOpening<Opened: Sendable>: Sendable {
    private struct State {
        var isBusy = false
        var opened: Result<Opened, any Error>?
        var isClosed = false
    }

    private let what: String
    private let state = Mutex(State())
    private let signal = Signal()

    private var isOver: Bool { state.withLock { $0.opened != nil } }

    /// Creates an opener.
    /// - Parameter what: The thing to open, at the beginning of a sentence: "The loudspeaker".
    package init(_ what: String) { self.what = what }

    /// Runs `body` on another thread, and returns its result.
    /// - Throws: ``SoundError`` with code `deviceLost` when `body` takes longer than the time allowed.
    package func open(
        within timeout: Duration, _ body: @escaping @Sendable () throws -> Opened
    ) async throws -> Opened {
        let isFree = state.withLock { state in
            defer { state.isBusy = true }
            return !state.isBusy
        }
        if isFree {
            DispatchQueue.global().async { [self] in
                let opened = Result { try body() }
                // A device that is dropped here closes itself, outside of the lock.
                state.withLock { if !$0.isClosed { $0.opened = opened } }
                signal.notify()
            }
        }
        await signal.wait(within: timeout) { self.isOver }
        let opened = state.withLock { state -> Result<Opened, any Error>? in
            defer { if state.opened != nil { state = State() } }
            return state.opened
        }
        guard let opened else {
            try Task.checkCancellation()
            throw SoundError(.deviceLost, "\(what) is not there after \(timeout); does the sound server hang?")
        }
        return try opened.get()
    }

    /// Drops a device that was opened and not returned. A device that is still being opened is dropped once it is open.
    /// Do not call ``open(within:_:)`` afterwards.
    package func close() {
        let opened = state.withLock { state -> Result<Opened, any Error>? in
            state.isClosed = true
            defer { state.opened = nil }
            return state.opened
        }
        withExtendedLifetime(opened) {}
    }
}
