/// The receiver of the events of connections.
///
/// libnats calls back at its own time, also after a connection was closed, so a receiver lives as long as the process.
/// A link has one, for all of its connections.
final class LineReceiver: Sendable {
    let onEvent: @Sendable (LineEvent) -> Void
    /// The limit of the time in which a server must let this program in.
    let handshakes: HandshakeLimit

    /// Creates a receiver, which is never freed.
    /// - Parameters:
    ///   - timeout: The time in which a server must let this program in.
    ///   - onEvent: A closure that is called with each event.
    init(timeout: Duration = HandshakeLimit.timeout, _ onEvent: @escaping @Sendable (LineEvent) -> Void) {
        self.onEvent = onEvent
        handshakes = HandshakeLimit(timeout: timeout) {
            onEvent(.disconnected(reason: HandshakeLimit.reason))
        }
        _ = Unmanaged.passRetained(self)
    }

    /// The receiver as a pointer, for libnats.
    var context: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

    static func of(_ context: UnsafeMutableRawPointer?) -> LineReceiver? {
        context.map { Unmanaged<LineReceiver>.fromOpaque($0).takeUnretainedValue() }
    }
}
