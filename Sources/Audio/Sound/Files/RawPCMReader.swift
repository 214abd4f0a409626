import Glibc
import SaybusSupport
import Synchronization

/// A reader of raw 16-bit little-endian mono samples from a file descriptor, such as standard input.
///
/// Half a sample at the very end is dropped and reported by ``hasHalfSample``. The descriptor remains the caller's, and
/// is not closed.
public final class RawPCMReader: Sendable {
    /// The rate of the samples that ``read(_:)`` returns, in hertz.
    public let rate: Int
    /// The rate of the samples that are read, in hertz.
    public let inputRate: Int

    private struct State: ~Copyable {
        var resampler: Resampler
        var pending: [Int16] = []
        var half: UInt8?
        var isAtEnd = false

        init(_ resampler: consuming Resampler) { self.resampler = resampler }
    }

    private let descriptor: Int32
    private let input: InterruptibleWait
    private let state: Mutex<State>

    /// Creates a reader of samples at `inputRate`.
    public init(fileDescriptor: Int32 = 0, inputRate: Int = 16_000, rate: Int = 16_000) throws(SoundError) {
        let resampler = try Resampler(from: inputRate, to: rate)
        guard fcntl(fileDescriptor, F_GETFD) != -1 else {
            throw SoundError(
                .unreadable, "File descriptor \(fileDescriptor) is not open.", cause: String(cString: strerror(errno)))
        }
        (descriptor, self.inputRate, self.rate) = (fileDescriptor, inputRate, rate)
        do {
            input = try InterruptibleWait()
        } catch {
            throw SoundError(.unreadable, "No descriptor is left; close some files.", cause: error.cause)
        }
        state = Mutex(State(resampler))
    }

    /// Whether the stream ended in the middle of a sample.
    public var hasHalfSample: Bool { state.withLock { $0.isAtEnd && $0.half != nil } }

    /// Returns the next `count` samples; fewer at the end or after ``interrupt()``, then none.
    ///
    /// Blocks the calling thread until the samples have arrived.
    public func read(_ count: Int) throws(SoundError) -> [Int16] {
        let count = max(0, min(count, 1 << 20))
        return try state.withLock { (state) throws(SoundError) in
            while state.pending.count < count, !state.isAtEnd {
                let bytes = try bytes(upTo: 2 * (count - state.pending.count))
                guard !bytes.isEmpty else {
                    state.isAtEnd = true
                    state.pending += state.resampler.finish() as [Int16]
                    break
                }
                let samples = Self.samples(bytes, half: &state.half)
                state.pending += state.resampler.process(samples) as [Int16]
            }
            let block = Array(state.pending.prefix(count))
            state.pending.removeFirst(block.count)
            return block
        }
    }

    /// The duration of the samples that can be read at once.
    public var waiting: Duration {
        var bytes: Int32 = 0
        guard ioctl(descriptor, UInt(FIONREAD), &bytes) == 0 else { return .zero }
        return .seconds(Double(max(0, bytes) / 2) / Double(inputRate))
    }

    /// Ends the stream here. A waiting ``read(_:)`` returns. Any thread may call it.
    public func interrupt() { input.interrupt() }

    private static func samples(_ bytes: [UInt8], half: inout UInt8?) -> [Int16] {
        var samples: [Int16] = []
        samples.reserveCapacity(bytes.count / 2 + 1)
        for byte in bytes {
            if let low = half {
                samples.append(Int16(bitPattern: UInt16(low) | UInt16(byte) << 8))
                half = nil
            } else {
                half = byte
            }
        }
        return samples
    }

    /// Waits until there is input or the end of input. Returns false after ``interrupt()``.
    private func waitForInput() throws(SoundError) -> Bool {
        do {
            return try !input.wait(for: descriptor, POLLIN).isInterrupted
        } catch {
            throw SoundError(.unreadable, "Waiting for input failed.", cause: error.cause)
        }
    }

    private func bytes(upTo count: Int) throws(SoundError) -> [UInt8] {
        while true {
            guard try waitForInput() else { return [] }
            var code: Int32 = 0
            let bytes = [UInt8](unsafeUninitializedCapacity: max(1, count)) { buffer, filled in
                let got = readBytes(descriptor, buffer)
                if got < 0 { code = errno }
                filled = max(0, got)
            }
            if code == 0 { return bytes }
            guard code == EINTR || code == EAGAIN else {
                throw SoundError(
                    .unreadable, "File descriptor \(descriptor) cannot be read on.",
                    cause: String(cString: strerror(code)))
            }
        }
    }
}

/// Calls `read(2)`. A type with a function `read` of its own cannot call it by its name.
private func readBytes(_ descriptor: Int32, _ buffer: UnsafeMutableBufferPointer<UInt8>) -> Int {
    read(descriptor, buffer.baseAddress, buffer.count)
}
