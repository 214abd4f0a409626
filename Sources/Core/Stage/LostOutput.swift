import Synchronization

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Whether something that a program wrote for its reader was lost, as on a full disk: then it has not done what it was asked.
public final class LostOutput: Sendable {
    /// This program's; ``reportingFailure(_:_:)`` looks at it in the end.
    public static let shared = LostOutput()

    private let code = Mutex<Int32?>(nil)

    /// Takes note of the system's error number; the first counts.
    public func note(_ number: Int32) { code.withLock { $0 = $0 ?? number } }

    /// What to tell; nil when all was written.
    var failure: StageFailure? { code.withLock { $0 }.map(Self.failure) }

    /// What to tell of the system's error number.
    public static func failure(_ number: Int32) -> StageFailure {
        StageFailure(
            .inputOutput,
            "the output cannot be written whole: \(String(cString: strerror(number))); write it elsewhere")
    }
}
