import SaybusMessages
import Synchronization

/// A listen stage in a session of its own that processes the same recording repeatedly until it is stopped.
/// Each process plays the recording to its end, since half a sentence is not understood.
final class LoopingListener: Sendable {
    /// The number of times that one process plays the recording.
    private static let times = 2

    private let isStopped = Mutex(false)
    private let bench: TemporaryBus
    private let number: Int
    private let recording: String

    init(_ number: Int, _ recording: String, _ bench: TemporaryBus) {
        (self.number, self.recording, self.bench) = (number, recording, bench)
    }

    /// Runs processes until stopped, and returns when the last one has ended.
    func run() async throws {
        let arguments = ["--session", "s\(number)", "--wav"] + Array(repeating: recording, count: Self.times)
        var start = 0
        while !isStopped.withLock({ $0 }) {
            start += 1
            try await bench.stage(.listen, "listen-\(number)-\(start)", arguments).ended()
        }
    }

    /// Prevents the start of further processes.
    func stop() { isStopped.withLock { $0 = true } }
}
