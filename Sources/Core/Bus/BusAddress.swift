import Foundation

/// The address of a bus: `ipc:///directory` on this machine, `tcp://host:port` across machines.
///
/// A bus has two sides. Over ipc they are the sockets `publish` and `subscribe` in the directory; over tcp
/// publishers connect to the port, and subscribers to the next one.
public struct BusAddress: Sendable, Hashable, CustomStringConvertible {
    /// The URL as it was given: `ipc:///directory` or `tcp://host:port`.
    public let url: String
    /// The endpoint that publishers connect to: the broker's receiving side.
    public let publishEndpoint: String
    /// The endpoint that subscribers connect to: the broker's sending side.
    public let subscribeEndpoint: String
    /// The directory of an ipc bus; nil for tcp.
    public let directory: String?
    /// The keys of this process; nil when the bus uses none.
    public var credentials: Credentials?

    /// The bytes of the longest path that fits a Unix socket's address (`sun_path`) with its terminating zero.
    private static let maximumSocketPathBytes = 107

    /// Parses a bus URL.
    /// - Throws: ``BusError`` with code `badAddress`.
    public init(_ url: String) throws(BusError) {
        self.url = url
        if url.hasPrefix("ipc://") {
            var path = String(url.dropFirst("ipc://".count))
            while path.count > 1, path.hasSuffix("/") { path.removeLast() }
            guard path.hasPrefix("/"), path.count > 1, !path.utf8.contains(0) else {
                throw BusError(.badAddress, "\(url) is no bus URL: write ipc:///directory with an absolute path")
            }
            guard path.utf8.count + "/subscribe".utf8.count <= Self.maximumSocketPathBytes else {
                throw BusError(
                    .badAddress,
                    "\(url) is too long: a socket's path may have \(Self.maximumSocketPathBytes) bytes; choose a shorter directory"
                )
            }
            (directory, publishEndpoint, subscribeEndpoint) = (path, "ipc://\(path)/publish", "ipc://\(path)/subscribe")
        } else if url.hasPrefix("tcp://"), let colon = url.lastIndex(of: ":"), url[colon...].count > 1 {
            let host = url[url.index(url.startIndex, offsetBy: 6)..<max(colon, url.index(url.startIndex, offsetBy: 6))]
            guard !host.isEmpty, let port = UInt16(url[url.index(after: colon)...]), port > 0, port < 65_535 else {
                throw BusError(.badAddress, "\(url) is no bus URL: write tcp://host:port with a port from 1 to 65534")
            }
            directory = nil
            publishEndpoint = "tcp://\(host):\(port)"
            subscribeEndpoint = "tcp://\(host):\(port + 1)"
        } else {
            throw BusError(.badAddress, "\(url) is no bus URL: write ipc:///directory or tcp://host:port")
        }
    }

    /// Returns the address given by `url`, else by `SAYBUS_BUS`, else `saybus` in the user's run-time
    /// directory, else `/tmp/saybus-` and the user's id.
    public static func chosen(_ url: String?, environment: [String: String] = ProcessInfo.processInfo.environment)
        throws(BusError) -> BusAddress
    {
        if let url { return try BusAddress(url) }
        if let url = environment["SAYBUS_BUS"], !url.isEmpty { return try BusAddress(url) }
        if let directory = environment["XDG_RUNTIME_DIR"], directory.hasPrefix("/") {
            return try BusAddress("ipc://\(directory)/saybus")
        }
        return try BusAddress("ipc:///tmp/saybus-\(getuid())")
    }

    /// The URL, without the keys.
    public var description: String { url }
}
