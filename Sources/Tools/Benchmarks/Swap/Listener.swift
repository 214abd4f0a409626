import Synchronization

/// A listening stage in a session of its own, that hears the same recording again and again until it is stopped; between two turns, since half a
/// sentence is not understood.
final class Listener: Sendable {
    /// How many times one process hears it.
    private static let times = 5

    private let isStopped = Mutex(false)
    private let bench: TemporaryBus
    private let number: Int
    private let recording: String

    init(_ number: Int, _ recording: String, _ bench: TemporaryBus) {
        (self.number, self.recording, self.bench) = (number, recording, bench)
    }

    /// Listens until stopped, and to the end of what the process then running hears.
    func run() async throws {
        let arguments = ["--session", "s\(number)", "--wav"] + Array(repeating: recording, count: Self.times)
        var start = 0
        while !isStopped.withLock({ $0 }) {
            start += 1
            try await bench.stage("listen", "listen-\(number)-\(start)", arguments).ended()
        }
    }

    /// Lets it be started no more.
    func stop() { isStopped.withLock { $0 = true } }
}
