import SaybusBus
import Synchronization

/// The supervisor's connection to the bus, which is replaced when its key changes.
final class SupervisorConnection: Sendable {
    private let newest: Mutex<Bus>

    /// Begins with a connection.
    init(_ bus: Bus) { newest = Mutex(bus) }

    /// The connection to use. Read it anew each time, since a change of the key replaces it.
    var bus: Bus { newest.withLock(\.self) }

    /// Replaces the connection.
    /// - Returns: The former one, which is to be closed.
    func replace(by bus: Bus) -> Bus {
        newest.withLock { newest in
            defer { newest = bus }
            return newest
        }
    }
}
