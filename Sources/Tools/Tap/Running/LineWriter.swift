import Dispatch
import Glibc
import SaybusStage

/// Writes whole lines, each at once, and notices when nobody reads them any more.
///
/// Writing blocks a thread of its own, never the callers'; ``stop()`` ends it also while the reader (a pager, a stopped terminal) takes nothing.
public final class LineWriter: Sendable {
    /// What a pipe takes without blocking when it says that it can be written to (POSIX: at least 512; Linux: 4096).
    private static let pieceSize = 4096

    private let descriptor: Int32
    private let queue = DispatchQueue(label: "saybus-tap.output")
    private let stopEvent: StopEvent
    private let watch: AsyncStream<Void>

    /// A writer; the descriptor stays the caller's.
    public init(descriptor: Int32) throws(StageFailure) {
        let stopEvent = try StopEvent()
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
        DispatchQueue(label: "saybus-tap.output-watch").async {
            // With nothing asked for, a pipe or terminal that has lost its other end still says so.
            _ = stopEvent.wait(for: descriptor, 0)
            continuation.finish()
        }
        (self.descriptor, self.stopEvent, watch) = (descriptor, stopEvent, stream)
    }

    deinit { stop() }

    /// Returns when nobody reads any more, or after ``stop()``.
    public func closed() async { for await _ in watch {} }

    /// Ends waiting and writing.
    public func stop() { stopEvent.fire() }

    /// Writes a line and its end.
    /// - Throws: ``TapError`` with code `output-closed` when nobody reads, or after ``stop()``; `StageFailure` when it cannot be written.
    public func write(_ line: String) async throws { try await write(text: line + "\n") }

    /// Writes text as it is.
    /// - Throws: ``TapError`` with code `output-closed` when nobody reads, or after ``stop()``; `StageFailure` when it cannot be written.
    public func write(text: String) async throws {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            queue.async { continuation.resume(with: Result { try self.put(Array(text.utf8)) }) }
        }
    }

    private func put(_ bytes: [UInt8]) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            guard stopEvent.wait(for: descriptor, Int16(POLLOUT)) else {
                throw TapError(.outputClosed, "nobody reads the output any more")
            }
            let count = rest.prefix(Self.pieceSize).withUnsafeBytes {
                Glibc.write(descriptor, $0.baseAddress, $0.count)
            }
            if count < 0 {
                switch errno {
                case EINTR, EAGAIN: continue
                case EPIPE: throw TapError(.outputClosed, "nobody reads the output any more")
                default: throw LostOutput.failure(errno)
                }
            }
            rest = rest.dropFirst(count)
        }
    }
}
