import Synchronization

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Samples on their way into a pipe or another open file, which are not waited for longer than wished.
final class PipeWriting: Sendable {
    /// How it ended.
    enum End: Sendable, Equatable {
        /// All is written.
        case done
        /// It was told to.
        case stopped
        /// Nothing was taken for as long as one may wait.
        case stalled
        /// The system refuses it, with this error number.
        case failed(Int32)
    }

    /// What a pipe takes in one piece or not at all (PIPE_BUF), so that writing does not wait once there is room.
    private static let piece = 4_096
    /// How long it takes at most until a stop is noticed, in milliseconds.
    private static let notice = 50
    /// After how long one that had room, as it said, and took nothing is tried again, in milliseconds.
    private static let pause: Int32 = 5

    private let samples: [Int16]
    private let descriptor: Int32
    private let patience: Duration
    private let stopped = Atomic(false)
    private let bytes = Atomic(0)

    init(_ samples: [Int16], to descriptor: Int32, patience: Duration) {
        (self.samples, self.descriptor, self.patience) = (samples, descriptor, patience)
    }

    /// How many samples were written.
    var written: Int { bytes.load(ordering: .acquiring) / 2 }

    /// Ends it soon.
    func stop() { stopped.store(true, ordering: .releasing) }

    /// Writes all of it. Blocks.
    func run() -> End {
        samples.map(\.littleEndian).withUnsafeBytes { bytes in
            var place = 0
            var deadline = ContinuousClock.now + patience
            while place < bytes.count, let base = bytes.baseAddress {
                if stopped.load(ordering: .acquiring) { return .stopped }
                var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                let rest = deadline - .now
                let room = poll(&entry, 1, Int32(max(0, min(Self.notice, Int(rest / .milliseconds(1)) + 1))))
                if room == 0 || room < 0 && errno == EINTR {
                    guard rest > .zero else { return .stalled }
                    continue
                }
                let count = Self.systemWrite(descriptor, base + place, min(Self.piece, bytes.count - place))
                if count < 0, errno == EINTR || errno == EAGAIN {
                    // Another who writes there has taken the room, or the device does not know how much it has.
                    if errno == EAGAIN { poll(nil, 0, Self.pause) }
                    guard rest > .zero else { return .stalled }
                    continue
                }
                guard count > 0 else { return .failed(errno) }
                place += count
                self.bytes.store(place, ordering: .releasing)
                deadline = .now + patience
            }
            return .done
        }
    }

    private static func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer, _ count: Int) -> Int {
        #if canImport(Glibc)
            Glibc.write(descriptor, bytes, count)
        #else
            Darwin.write(descriptor, bytes, count)
        #endif
    }
}
