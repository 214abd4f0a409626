import CSaybusLinux

/// The bytes that peers have sent on connections and that the program has not taken from its sockets yet.
///
/// libzmq limits the waiting messages by their number, whatever their size, and a message that does not end counts as
/// none. So this module defines `recv`, in place of the C library's: it counts what arrives on each connection, and
/// shuts down one on which too much waits.
///
/// libzmq itself takes handshakes and heartbeats, without a word. They would add up over days, so each connection is
/// forgiven a few bytes a second: see ``forgiveHeartbeats()``.
public enum ReceivedBytes {
    /// The bytes by which a frame on the wire is longer than its content, at most: the header, and what CURVE adds.
    private static let frameOverhead = 64
    /// The bytes that a second's heartbeats and the answers to them have at most, with CURVE.
    static let heartbeatBytes = 128

    /// Sets the bytes that may wait of one connection, and of all together. Of all, each connection has the same share.
    public static func limit(ofOne one: Int, ofAll all: Int) { saybus_inflow_limit(Int64(one), Int64(all)) }

    /// The number of connections that were shut down because of the limits, since the start of the process.
    public static var closedConnections: Int { Int(saybus_inflow_closed()) }

    /// Begins to count what arrives on a connection.
    public static func begin(_ connection: Int32) { saybus_inflow_begin(connection) }

    /// Ends counting, because the connection has ended.
    public static func end(_ connection: Int32) { saybus_inflow_end(connection) }

    /// Subtracts the heartbeats of a second from what waits on each connection; to be called once a second where there
    /// are heartbeats.
    public static func forgiveHeartbeats() { saybus_inflow_forgive(Int64(heartbeatBytes)) }

    /// Returns the bytes that wait on a connection.
    static func waiting(on connection: Int32) -> Int { Int(saybus_inflow_waiting(connection)) }

    /// The messages that were taken from a socket, and that are not subtracted yet: one publisher's messages come one
    /// after the other, and each subtraction costs time that its connection's thread waits for.
    public struct Taken: ~Copyable {
        private var connection: Int32?
        private var bytes = 0

        /// Creates an empty account.
        public init() {}

        deinit { if let connection { saybus_inflow_take(connection, Int64(bytes)) } }

        /// Adds a message, and subtracts those before it when they came on another connection.
        public mutating func add(_ message: borrowing MessageParts, size: Int) {
            let connection = message.descriptor
            if connection != self.connection {
                if let former = self.connection { saybus_inflow_take(former, Int64(bytes)) }
                (self.connection, bytes) = (connection, 0)
            }
            bytes += size + (message.count + message.discarded) * frameOverhead
        }
    }
}

#if arch(arm64)
    /// Replaces the C library's function in every program that contains this module. The name has the version with
    /// which libzmq asks for it, so that linkers export it.
    @_cdecl("recv@GLIBC_2.17")
    func receiveCounted(_ socket: Int32, _ buffer: UnsafeMutableRawPointer?, _ size: UInt, _ flags: Int32) -> Int {
        saybus_recv(socket, buffer, size, flags)
    }
#else
    /// Replaces the C library's function in every program that contains this module. The name has the version with
    /// which libzmq asks for it, so that linkers export it.
    @_cdecl("recv@GLIBC_2.2.5")
    func receiveCounted(_ socket: Int32, _ buffer: UnsafeMutableRawPointer?, _ size: UInt, _ flags: Int32) -> Int {
        saybus_recv(socket, buffer, size, flags)
    }
#endif
