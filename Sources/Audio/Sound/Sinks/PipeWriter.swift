import Glibc
import Synchronization

/// A write of samples into a pipe or another open file. It fails when the reader takes nothing for too long.
final class PipeWriter: Sendable {
    /// The end of a write.
    enum End: Sendable, Equatable {
        /// All samples are written.
        case done
        /// ``stop()`` was called.
        case stopped
        /// The reader took nothing for the time allowed.
        case stalled
        /// The system refused the write, with this error number.
        case failed(Int32)
    }

    /// The number of bytes that a pipe takes as a whole or not at all (PIPE_BUF), so that a write does not block once
    /// there is room.
    private static let piece = 4_096
    /// The longest time until a stop takes effect, in milliseconds.
    private static let stopInterval = 50
    /// The pause after a descriptor was reported as ready but took nothing, in milliseconds.
    private static let pause: Int32 = 5

    private let samples: [Int16]
    private let descriptor: Int32
    private let timeout: Duration
    private let stopped = Atomic(false)
    private let bytes = Atomic(0)

    init(_ samples: [Int16], to descriptor: Int32, timeout: Duration) {
        (self.samples, self.descriptor, self.timeout) = (samples, descriptor, timeout)
    }

    /// The number of samples written.
    var written: Int { bytes.load(ordering: .acquiring) / 2 }

    /// Ends the write soon. Any thread may call it.
    func stop() { stopped.store(true, ordering: .releasing) }

    /// Writes all samples. Blocks.
    func run() -> End {
        samples.map(\.littleEndian).withUnsafeBytes { bytes in
            var place = 0
            var deadline = ContinuousClock.now + timeout
            while place < bytes.count, let base = bytes.baseAddress {
                if stopped.load(ordering: .acquiring) { return .stopped }
                var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                let rest = deadline - .now
                let room = poll(&entry, 1, Int32(max(0, min(Self.stopInterval, Int(rest / .milliseconds(1)) + 1))))
                if room == 0 || room < 0 && errno == EINTR {
                    guard rest > .zero else { return .stalled }
                    continue
                }
                let count = Glibc.write(descriptor, base + place, min(Self.piece, bytes.count - place))
                if count < 0, errno == EINTR || errno == EAGAIN {
                    // Another writer has taken the room, or the device does not know how much room it has.
                    if errno == EAGAIN { poll(nil, 0, Self.pause) }
                    guard rest > .zero else { return .stalled }
                    continue
                }
                guard count > 0 else { return .failed(errno) }
                place += count
                self.bytes.store(place, ordering: .releasing)
                deadline = .now + timeout
            }
            return .done
        }
    }
}
