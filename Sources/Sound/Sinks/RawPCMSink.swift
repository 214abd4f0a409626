import Dispatch

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Writes what is played as it is, 16-bit little-endian samples of one channel, into a pipe or any other open file. Who reads sets the pace.
public actor RawPCMSink: AudioSink {
    /// Rate of the samples, in hertz.
    public nonisolated let rate: Int
    /// How many samples were written in all.
    public private(set) var length = 0

    private let descriptor: Int32
    private let queue = DispatchQueue(label: "saybus.raw-pcm")
    private var passage = 0
    private var isClosed = false

    /// Writes to standard output, or to another descriptor, which stays open. A reader that goes away is an error, and no longer a signal that
    /// ends the program.
    public init(descriptor: Int32 = STDOUT_FILENO, rate: Int) throws(SoundError) {
        try Resampler.check(rate)
        signal(SIGPIPE, SIG_IGN)
        (self.descriptor, self.rate) = (descriptor, rate)
    }

    /// Writes samples; suspends while the reader does not take them.
    public func play(_ samples: [Int16]) async throws {
        guard !isClosed else { throw SoundError(.closed, "The sink is closed; nothing more can be played.") }
        let descriptor = descriptor
        let error: Int32 = await withCheckedContinuation { continuation in
            queue.async { continuation.resume(returning: Self.write(samples, to: descriptor)) }
        }
        guard error == 0 else {
            throw SoundError(
                .unwritable, "The samples cannot be written; does nobody read them any more?",
                cause: String(cString: strerror(error)))
        }
        length += samples.count
        passage += samples.count
    }

    /// What is written is the reader's.
    public func drain() { passage = 0 }

    /// How many samples were written since the last drain or flush.
    public func flush() -> Int {
        defer { passage = 0 }
        return passage
    }

    /// All that was written.
    public func passed() -> Int { length }

    /// What is written has passed.
    public func wait(untilPassed count: Int) {}

    /// Writes no more; the descriptor stays open.
    public func close() { isClosed = true }

    private static func write(_ samples: [Int16], to descriptor: Int32) -> Int32 {
        samples.map(\.littleEndian).withUnsafeBytes { bytes in
            var place = 0
            while place < bytes.count, let base = bytes.baseAddress {
                let count = systemWrite(descriptor, base + place, bytes.count - place)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return errno }
                place += count
            }
            return 0
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
