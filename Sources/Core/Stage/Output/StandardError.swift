import Glibc
import Synchronization

/// A copy of standard error, made when the program starts, for the program's own lines.
///
/// While a C library that prints is called, descriptor 2 is redirected to `/dev/null` (see
/// `QuietStandardError` of SaybusSound), for a long time if the library hangs. The program's own lines are
/// not lost then. Safe to use from any thread.
public final class StandardError: TextOutputStream, Sendable {
    /// The copy of this process. ``reportingFailure(_:_:)`` makes it before it does anything else.
    public static let shared = StandardError(copyOf: STDERR_FILENO)

    /// The descriptor of the copy, which child processes do not inherit.
    public let descriptor: Int32
    private let lock = Mutex(())

    /// Copies an open descriptor; uses the descriptor itself when the process has none left for a copy.
    init(copyOf original: Int32) {
        let copy = fcntl(original, F_DUPFD_CLOEXEC, 3)
        descriptor = copy >= 0 ? copy : original
    }

    deinit { if descriptor > STDERR_FILENO { close(descriptor) } }

    /// Writes a text as a whole, with no other text in between.
    public func write(_ text: String) {
        lock.withLock { _ in
            var rest = Array(text.utf8)[...]
            while !rest.isEmpty {
                let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
                if count < 0, errno == EINTR { continue }
                // The reader is gone, so the rest cannot be written.
                guard count > 0 else { return }
                rest = rest.dropFirst(count)
            }
        }
    }
}
