import Glibc
import SaybusTesting

/// The port on which a server is to listen.
enum PeerPort {
    private static let attempts = 1000
    private static let pause = Duration.milliseconds(20)

    /// Waits until a program accepts connections. Its only sign is the port itself, which is therefore asked
    /// repeatedly.
    static func answers(_ port: Int) async throws {
        for _ in 0..<attempts {
            if accepts(port) { return }
            try await Task.sleep(for: pause)
        }
        throw BenchmarkError(.peer, "the server does not listen on port \(port) after \(attempts / 50) s")
    }

    private static func accepts(_ port: Int) -> Bool {
        guard let descriptor = try? LoopbackSocket.connect(to: port) else { return false }
        close(descriptor)
        return true
    }
}
