import Dispatch
import Glibc
import Synchronization

/// The keys that a person at the terminal presses, one by one and unseen.
///
/// Ctrl-C still sends its signal. The terminal is as it was after ``close()``, at the latest when this goes.
final class Keyboard: Sendable {
    /// What happened.
    enum Key: Sendable {
        /// `q` or Ctrl-D.
        case quit
        /// Anything else: worth a new picture.
        case other
    }

    /// What happens; when nobody takes them, the newest.
    let keys: AsyncStream<Key>
    private let continuation: AsyncStream<Key>.Continuation
    private let stopEvent: StopEvent
    private let saved: termios
    private let isClosed = Mutex(false)

    /// Nil when nobody can press keys: the input is no terminal, or we run in its background.
    init?() {
        var settings = termios()
        guard isatty(STDIN_FILENO) == 1, tcgetpgrp(STDIN_FILENO) == getpgrp(),
            tcgetattr(STDIN_FILENO, &settings) == 0, let stopEvent = try? StopEvent()
        else { return nil }
        saved = settings
        settings.c_lflag &= ~tcflag_t(ICANON | ECHO)
        // Stopped by Ctrl-Z, it would leave the second screen behind.
        withUnsafeMutableBytes(of: &settings.c_cc) { $0[Int(VSUSP)] = 0 }
        _ = tcsetattr(STDIN_FILENO, TCSADRAIN, &settings)
        let (keys, continuation) = AsyncStream.makeStream(of: Key.self, bufferingPolicy: .bufferingNewest(8))
        (self.keys, self.continuation, self.stopEvent) = (keys, continuation, stopEvent)
        DispatchQueue(label: "saybus-tap.keyboard").async {
            var bytes = [UInt8](repeating: 0, count: 64)
            while stopEvent.wait(for: STDIN_FILENO, Int16(POLLIN)) {
                let count = read(STDIN_FILENO, &bytes, bytes.count)
                guard count > 0 else { break }
                let quits = bytes[..<count].contains { [UInt8(ascii: "q"), UInt8(ascii: "Q"), 4].contains($0) }
                continuation.yield(quits ? .quit : .other)
            }
        }
    }

    deinit { close() }

    /// Ends the keys and gives the terminal back.
    func close() {
        let isFirst = isClosed.withLock { isClosed in
            defer { isClosed = true }
            return !isClosed
        }
        guard isFirst else { return }
        stopEvent.fire()
        continuation.finish()
        var settings = saved
        _ = tcsetattr(STDIN_FILENO, TCSADRAIN, &settings)
    }
}
