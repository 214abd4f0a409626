/// The address of a server: `tcp://host:port` or `unix:///path`.
public enum SocketAddress: Sendable, Equatable, CustomStringConvertible {
    /// A host name or IP address, and a port.
    case tcp(host: String, port: UInt16)
    /// The path of a Unix domain socket.
    case unix(path: String)

    /// Parses the address of a server to connect to; returns nil when it is malformed.
    public init?(_ text: String) {
        guard let address = Self.listening(text) else { return nil }
        if case .tcp(_, 0) = address { return nil }
        self = address
    }

    /// Parses the address at which a server is to listen; returns nil when it is malformed. With port 0 the system
    /// chooses a free one.
    public static func listening(_ text: String) -> SocketAddress? {
        if let path = text.dropping(prefix: "unix://") {
            // The size of the path in `sockaddr_un`.
            guard path.hasPrefix("/"), path.utf8.count < 108 else { return nil }
            return .unix(path: path)
        }
        guard let rest = text.dropping(prefix: "tcp://"), let colon = rest.lastIndex(of: ":"),
            let port = UInt16(rest[rest.index(after: colon)...])
        else { return nil }
        var host = String(rest[..<colon])
        if host.hasPrefix("["), host.hasSuffix("]") { host = String(host.dropFirst().dropLast()) }
        return host.isEmpty ? nil : .tcp(host: host, port: port)
    }

    /// The address as a URL.
    public var description: String {
        switch self {
        case .tcp(let host, let port): host.contains(":") ? "tcp://[\(host)]:\(port)" : "tcp://\(host):\(port)"
        case .unix(let path): "unix://\(path)"
        }
    }
}

extension String {
    fileprivate func dropping(prefix: String) -> String? { hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil }
}
