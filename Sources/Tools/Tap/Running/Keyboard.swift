import Dispatch
import Glibc
import SaybusSupport
import Synchronization

/// A reader of single key presses from the terminal, without echo.
///
/// Ctrl-C still sends its signal. ``close()`` restores the terminal's settings; deinitialization calls it.
final class Keyboard: Sendable {
    /// A key press.
    enum Key: Sendable {
        /// `q` or Ctrl-D.
        case quit
        /// Any other key, which redraws the screen.
        case other
    }

    /// The key presses. While they are not consumed, the newest eight are kept.
    let keys: AsyncStream<Key>
    private let continuation: AsyncStream<Key>.Continuation
    private let input: InterruptibleWait
    private let saved: termios
    private let isClosed = Mutex(false)

    /// Creates a keyboard; nil if standard input is no terminal, or this process runs in the terminal's background.
    init?() {
        var settings = termios()
        guard isatty(STDIN_FILENO) == 1, tcgetpgrp(STDIN_FILENO) == getpgrp(),
            tcgetattr(STDIN_FILENO, &settings) == 0, let input = try? InterruptibleWait()
        else { return nil }
        saved = settings
        settings.c_lflag &= ~tcflag_t(ICANON | ECHO)
        // Disable Ctrl-Z, which would stop the process while the alternate screen is shown.
        withUnsafeMutableBytes(of: &settings.c_cc) { $0[Int(VSUSP)] = 0 }
        _ = tcsetattr(STDIN_FILENO, TCSADRAIN, &settings)
        let (keys, continuation) = AsyncStream.makeStream(of: Key.self, bufferingPolicy: .bufferingNewest(8))
        (self.keys, self.continuation, self.input) = (keys, continuation, input)
        DispatchQueue(label: "saybus-tap.keyboard").async {
            var bytes = [UInt8](repeating: 0, count: 64)
            while let end = try? input.wait(for: STDIN_FILENO, POLLIN), end.isFree(for: POLLIN) {
                let count = read(STDIN_FILENO, &bytes, bytes.count)
                guard count > 0 else { break }
                let quits = bytes[..<count].contains { [UInt8(ascii: "q"), UInt8(ascii: "Q"), 4].contains($0) }
                continuation.yield(quits ? .quit : .other)
            }
        }
    }

    deinit { close() }

    /// Ends ``keys`` and restores the terminal's settings.
    func close() {
        let isFirst = isClosed.withLock { isClosed in
            defer { isClosed = true }
            return !isClosed
        }
        guard isFirst else { return }
        input.interrupt()
        continuation.finish()
        var settings = saved
        _ = tcsetattr(STDIN_FILENO, TCSADRAIN, &settings)
    }
}
