import SaybusBus
import SaybusTesting

/// A port at which nobody listens.
enum ClosedPort {
    /// Returns a port that was free a moment ago.
    static func number() throws -> Int {
        let url = try FreePort.busAddress().url
        return url.split(separator: ":").last.flatMap { Int($0) } ?? 1
    }
}
