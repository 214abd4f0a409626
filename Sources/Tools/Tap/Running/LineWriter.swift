import Dispatch
import Glibc
import SaybusStage
import SaybusSupport

/// A writer of whole lines, which detects that the reader has closed the output.
///
/// Writing blocks a thread of its own, never the callers. ``stop()`` ends it even while the reader, such as a
/// pager or a stopped terminal, reads nothing.
public final class LineWriter: Sendable {
    /// The bytes that a pipe accepts without blocking once poll reports it writable (POSIX: at least 512;
    /// Linux: 4096).
    private static let pieceSize = 4096

    private let descriptor: Int32
    private let queue = DispatchQueue(label: "saybus-tap.output")
    private let output: InterruptibleWait
    private let watch: AsyncStream<Void>

    /// Creates a writer. The caller keeps ownership of the descriptor.
    init(descriptor: Int32) throws(StageFailure) {
        let output: InterruptibleWait
        do {
            output = try InterruptibleWait()
        } catch {
            throw StageFailure(.failed, "\(error)")
        }
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
        DispatchQueue(label: "saybus-tap.output-watch").async {
            // Even without requested events, poll reports a pipe or terminal whose other end is closed.
            _ = try? output.wait(for: descriptor, 0)
            continuation.finish()
        }
        (self.descriptor, self.output, watch) = (descriptor, output, stream)
    }

    deinit { stop() }

    /// Returns when the reader has closed the output, or after ``stop()``.
    func closed() async { for await _ in watch {} }

    /// Ends pending and future writes.
    public func stop() { output.interrupt() }

    /// Writes a line and a line end.
    /// - Throws: ``TapError`` with code `output-closed` when the output is closed or after ``stop()``;
    ///   `StageFailure` for other write errors.
    func write(_ line: String) async throws { try await write(text: line + "\n") }

    /// Writes text unchanged.
    /// - Throws: ``TapError`` with code `output-closed` when the output is closed or after ``stop()``;
    ///   `StageFailure` for other write errors.
    func write(text: String) async throws {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            queue.async { continuation.resume(with: Result { try self.put(Array(text.utf8)) }) }
        }
    }

    private func put(_ bytes: [UInt8]) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            guard let end = try? output.wait(for: descriptor, POLLOUT), end.isFree(for: POLLOUT) else {
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
