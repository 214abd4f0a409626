import SaybusMessages
import SaybusSupport

/// The address of an MQTT broker: `mqtt://host[:port]`, `mqtts://host[:port]` with TLS, or `unix:///socket`.
public struct MQTTAddress: Sendable, Equatable, CustomStringConvertible {
    /// The way to the broker.
    enum Transport: Sendable, Equatable {
        /// TCP, with or without TLS.
        case tcp(host: String, port: Int, isEncrypted: Bool)
        /// A Unix domain socket.
        case unix(path: String)
    }

    /// The way to the broker.
    let transport: Transport

    /// The port of `mqtt://` when none is named.
    static let plainPort = 1883
    /// The port of `mqtts://` when none is named.
    static let encryptedPort = 8883
    /// The longest path of a Unix domain socket, in bytes.
    private static let maximumPathBytes = 107

    /// Reads a URL.
    /// - Throws: ``MQTTError`` with code `bad-setting` for another scheme, a missing host, a port outside 1…65535, and
    ///   for a password in the URL.
    public init(_ url: String) throws(MQTTError) {
        func wrong(_ why: String) -> MQTTError {
            MQTTError(
                .badSetting,
                "\"\(url.shortened(to: 100))\" is no MQTT broker: \(why); write mqtt://host:1883, mqtts://host:8883 or unix:///path"
            )
        }
        // No other error may quote a password.
        guard url.hasPrefix("unix:") || !url.contains("@") else {
            throw MQTTError(
                .badSetting,
                "an MQTT broker's address has no user and password, which every user could see in the list of processes: use --user and --password-file"
            )
        }
        let parts = url.split(separator: "://", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else { throw wrong("it has no scheme") }
        let rest = String(parts[1])
        guard parts[0] != "unix" else {
            guard rest.hasPrefix("/"), rest.utf8.count <= Self.maximumPathBytes else {
                throw wrong("a socket has an absolute path of at most \(Self.maximumPathBytes) bytes")
            }
            transport = .unix(path: rest)
            return
        }
        guard parts[0] == "mqtt" || parts[0] == "mqtts" else { throw wrong("\(parts[0]) is another protocol") }
        guard !rest.contains("/"), !rest.contains(where: \.isWhitespace) else { throw wrong("it has a path") }
        let isEncrypted = parts[0] == "mqtts"
        let place: HostAndPort
        do throws(HostAndPortError) {
            place = try HostAndPort(rest, defaultPort: isEncrypted ? Self.encryptedPort : Self.plainPort)
        } catch {
            throw wrong(error.description)
        }
        transport = .tcp(host: place.host, port: place.port, isEncrypted: isEncrypted)
    }

    /// Whether the connection uses TLS.
    var isEncrypted: Bool {
        if case .tcp(_, _, let isEncrypted) = transport { isEncrypted } else { false }
    }

    /// The URL.
    public var description: String {
        switch transport {
        case .tcp(let host, let port, let isEncrypted):
            "\(isEncrypted ? "mqtts" : "mqtt")://\(host.contains(":") ? "[\(host)]" : host):\(port)"
        case .unix(let path): "unix://\(path)"
        }
    }
}
