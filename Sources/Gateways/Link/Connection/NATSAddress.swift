import SaybusMessages

/// The address of a NATS server: `nats://host[:port]`, or `tls://host[:port]` with TLS.
public struct NATSAddress: Sendable, Hashable, CustomStringConvertible {
    /// The host's name or number.
    public let host: String
    /// The port.
    public let port: Int
    /// Whether the connection uses TLS.
    public let isEncrypted: Bool

    /// The port when none is named.
    static let defaultPort = 4222

    /// Reads a URL.
    /// - Throws: ``LinkError`` with code `bad-setting` for another scheme, a missing host, a port outside 1…65535, and
    ///   for a password in the URL.
    public init(_ url: String) throws(LinkError) {
        func wrong(_ why: String) -> LinkError {
            LinkError(
                .badSetting,
                "\"\(url.shortened(to: 100))\" is no NATS server: \(why); write nats://host:4222 or tls://host:4222")
        }
        let parts = url.split(separator: "://", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else { throw wrong("it has no scheme") }
        guard parts[0] == "nats" || parts[0] == "tls" else { throw wrong("\(parts[0]) is another protocol") }
        let rest = String(parts[1])
        guard !rest.contains("@") else {
            throw LinkError(
                .badSetting,
                "a NATS server's address has no user and password, which every user could see in the list of processes: use --nkey or --certificate"
            )
        }
        guard !rest.contains("/"), !rest.contains(where: \.isWhitespace) else { throw wrong("it has a path") }
        var (host, port) = (rest, Self.defaultPort)
        // The colons of an IPv6 address stand in brackets.
        if let colon = rest.lastIndex(of: ":"), !rest[colon...].contains("]") {
            guard let number = Int(rest[rest.index(after: colon)...]), (1...65_535).contains(number) else {
                throw wrong("the port is no number from 1 to 65535")
            }
            (host, port) = (String(rest[..<colon]), number)
        }
        guard !host.isEmpty, host.utf8.count <= 253 else { throw wrong("it has no host") }
        (self.host, self.port, isEncrypted) = (host, port, parts[0] == "tls")
    }

    /// Whether the server runs on this machine, so that nobody else hears what is sent to it.
    public var isLoopback: Bool { host == "localhost" || host == "[::1]" || host.hasPrefix("127.") }

    /// The URL.
    public var description: String { "\(isEncrypted ? "tls" : "nats")://\(host):\(port)" }
}
