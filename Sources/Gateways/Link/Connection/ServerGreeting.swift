import SaybusMessages

/// The greeting of a NATS server, which it sends to every client before TLS and authentication. Pure.
struct ServerGreeting: Sendable, Equatable {
    /// The version before which the server has known holes: account-crossing JetStream administration
    /// (CVE-2025-30215), leaf nodes without proof, and more.
    static let minimumVersion = (2, 14)

    /// The server's version.
    var version: String
    /// Whether clients have to authenticate, by a login or a certificate.
    var requiresAuthentication: Bool

    /// Reads the first line of a server; nil when it is none.
    init?(_ line: [UInt8]) {
        guard line.starts(with: Array("INFO ".utf8)), let info = try? JSONValue(parsing: Array(line.dropFirst(5))),
            case .string(let version)? = info["version"]
        else { return nil }
        self.version = version.shortened(to: 40).safeForTerminal
        requiresAuthentication = info["auth_required"] == .boolean(true) || info["tls_verify"] == .boolean(true)
    }

    /// Whether the version is older than ``minimumVersion``.
    var isOld: Bool {
        let numbers = version.split(separator: ".").prefix(2).map { Int($0) ?? 0 }
        guard numbers.count == 2 else { return true }
        return (numbers[0], numbers[1]) < Self.minimumVersion
    }

    /// The reason not to use a server on another machine; nil when there is none.
    var danger: String? {
        requiresAuthentication
            ? nil
            : "it lets in whoever comes: it has no authorization, or a no_auth_user; see the page Sites over NATS, or add --insecure"
    }
}
