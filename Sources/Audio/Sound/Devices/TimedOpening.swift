import Dispatch
import Synchronization

/// Opens a device, on a thread that is abandoned when it hangs in a sound server.
///
/// It uses one thread at a time. A call that comes while an earlier one hangs gets what that one opens in the end,
/// or times out too.
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

    /// Runs `body` on another thread, and returns what it opens.
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

    /// Drops what has been opened, and what is still being opened as soon as it opens. Call it once nothing will be
    /// opened any more.
    package func close() {
        let opened = state.withLock { state -> Result<Opened, any Error>? in
            state.isClosed = true
            defer { state.opened = nil }
            return state.opened
        }
        withExtendedLifetime(opened) {}
    }
}
