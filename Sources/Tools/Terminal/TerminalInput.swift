import Glibc
import SaybusSupport
import Synchronization

/// The keys of the terminal, each as it is pressed and without echo. Ctrl-C still sends its signal; Ctrl-Z, which would
/// leave the terminal without echo, does not.
///
/// ``close()`` restores the terminal's settings; deinitialization calls it.
package final class TerminalInput: Sendable {
    private let waiting: InterruptibleWait
    private let saved: termios
    private let isClosed = Mutex(false)

    /// Takes the terminal; nil if standard input is no terminal, or this process runs in the terminal's background.
    package init?() {
        var settings = termios()
        guard isatty(STDIN_FILENO) == 1, tcgetpgrp(STDIN_FILENO) == getpgrp(),
            tcgetattr(STDIN_FILENO, &settings) == 0, let waiting = try? InterruptibleWait()
        else { return nil }
        (saved, self.waiting) = (settings, waiting)
        settings.c_lflag &= ~tcflag_t(ICANON | ECHO)
        withUnsafeMutableBytes(of: &settings.c_cc) { $0[Int(VSUSP)] = 0 }
        _ = tcsetattr(STDIN_FILENO, TCSADRAIN, &settings)
    }

    deinit { close() }

    /// Returns the bytes of the next keys; nil when the terminal is gone or ``close()`` was called. Blocks the calling
    /// thread.
    package func nextBytes() -> ArraySlice<UInt8>? {
        guard let end = try? waiting.wait(for: STDIN_FILENO, POLLIN), end.isFree(for: POLLIN) else { return nil }
        var bytes = [UInt8](repeating: 0, count: 256)
        let count = read(STDIN_FILENO, &bytes, bytes.count)
        return count > 0 ? bytes[..<count] : nil
    }

    /// Ends the wait for keys, and restores the terminal's settings.
    package func close() {
        let isFirst = isClosed.withLock { isClosed in
            defer { isClosed = true }
            return !isClosed
        }
        guard isFirst else { return }
        waiting.interrupt()
        var settings = saved
        _ = tcsetattr(STDIN_FILENO, TCSADRAIN, &settings)
    }
}
