import Glibc
import Synchronization

/// A record of the failure to write the program's output, for example because the disk is full. The program
/// ends with a failure then.
public final class LostOutput: Sendable {
    /// The record for this process, which ``reportingFailure(_:_:)`` checks at the end.
    public static let shared = LostOutput()

    private let code = Mutex<Int32?>(nil)

    /// Records the `errno` of a failed write; the first one counts.
    public func record(_ number: Int32) { code.withLock { $0 = $0 ?? number } }

    /// The failure to report; nil when all output was written.
    var failure: StageFailure? { code.withLock { $0 }.map(Self.failure) }

    /// Returns the failure to report for an `errno`.
    public static func failure(_ number: Int32) -> StageFailure {
        StageFailure(
            .inputOutput,
            "the output is incomplete: \(String(cString: strerror(number))); write it elsewhere")
    }
}
