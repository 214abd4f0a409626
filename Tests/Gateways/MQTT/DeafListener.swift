import Glibc
import SaybusTesting

/// A host that answers no attempt to connect, as one whose packets are lost: its queue of connections is full.
final class DeafListener: Sendable {
    private let listener: LoopbackListener
    /// The connection that fills the queue.
    private let filler: Int32

    /// The address for `--broker`.
    var address: String { "mqtt://127.0.0.1:\(listener.port)" }

    init() throws {
        listener = try LoopbackListener(backlog: 0)
        filler = try listener.connect()
    }

    deinit {
        close(filler)
        close(listener.descriptor)
    }
}
