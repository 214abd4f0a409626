import Synchronization

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Where a program tells people what happens: a copy of standard error, made when the program starts.
///
/// While a C library that chatters is called, descriptor 2 leads nowhere (see Sound's `QuietStandardError`), for a long time if the library hangs.
/// What the program itself says then is not lost. From any thread.
public final class StandardError: TextOutputStream, Sendable {
    /// This program's; ``reportingFailure(_:_:)`` and ``StageRunner`` make it before they do anything else.
    public static let shared = StandardError(copyOf: STDERR_FILENO)

    /// The copy. It is not passed on to child programs.
    public let descriptor: Int32
    private let lock = Mutex(())

    /// A copy of an open descriptor, which leads where that one leads now; the descriptor itself when there is no room for a copy.
    init(copyOf original: Int32) {
        let copy = fcntl(original, F_DUPFD_CLOEXEC, 3)
        descriptor = copy >= 0 ? copy : original
    }

    deinit { if descriptor > STDERR_FILENO { close(descriptor) } }

    /// Writes a text as it is, and nothing else in between.
    public func write(_ text: String) {
        lock.withLock { _ in
            var rest = Array(text.utf8)[...]
            while !rest.isEmpty {
                let count = rest.withUnsafeBytes { Self.systemWrite(descriptor, $0.baseAddress, $0.count) }
                if count < 0, errno == EINTR { continue }
                // Nobody reads any more: nothing is left to tell.
                guard count > 0 else { return }
                rest = rest.dropFirst(count)
            }
        }
    }

    private static func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
        #if canImport(Glibc)
            Glibc.write(descriptor, bytes, count)
        #else
            Darwin.write(descriptor, bytes, count)
        #endif
    }
}
