import SaybusMessages
import SaybusSupport

/// The address of a NATS server: `nats://host[:port]`, or `tls://host[:port]` with TLS.
public struct NATSAddress: Sendable, Hashable, CustomStringConvertible {
    private let place: HostAndPort
    /// Whether the connection uses TLS.
    let isEncrypted: Bool

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
        // No other error may quote a password.
        guard !url.contains("@") else {
            throw LinkError(
                .badSetting,
                "a NATS server's address has no user and password, which every user could see in the list of processes: use --nkey or --certificate"
            )
        }
        let parts = url.split(separator: "://", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else { throw wrong("it has no scheme") }
        guard parts[0] == "nats" || parts[0] == "tls" else { throw wrong("\(parts[0]) is another protocol") }
        let rest = String(parts[1])
        guard !rest.contains("/"), !rest.contains(where: \.isWhitespace) else { throw wrong("it has a path") }
        do throws(HostAndPortError) {
            place = try HostAndPort(rest, defaultPort: Self.defaultPort)
        } catch {
            throw wrong(error.description)
        }
        isEncrypted = parts[0] == "tls"
    }

    private init(_ place: HostAndPort, isEncrypted: Bool) { (self.place, self.isEncrypted) = (place, isEncrypted) }

    /// The host's name or number; an IPv6 address without brackets.
    var host: String { place.host }
    /// The port.
    var port: Int { place.port }

    /// Whether the server runs on this machine, so that nobody else hears what is sent to it.
    var isLoopback: Bool { host == "localhost" || host == "::1" || host.hasPrefix("127.") }

    /// The same server with TLS.
    var encrypted: NATSAddress { NATSAddress(place, isEncrypted: true) }

    /// The URL.
    public var description: String { "\(isEncrypted ? "tls" : "nats")://\(place)" }
}
