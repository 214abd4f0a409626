import Foundation

/// The settings of a connection to NATS.
public struct NATSSettings: Sendable, Equatable {
    /// The servers, the first one first.
    var servers: [NATSAddress]
    /// The client's name in the server's lists, and the second token of its inboxes.
    var name: String
    /// A file with the seed of an NKey; nil for none.
    public var seed: String?
    /// The NKey's public key; nil for none.
    public var publicKey: String?
    /// A file with a user's JWT and seed; nil for none.
    public var credentials: String?
    /// A file with the certificates of the authorities that are trusted; nil means those of the system.
    public var authorities: String?
    /// A file with the client's certificate; nil for none.
    public var certificate: String?
    /// A file with the private key of ``certificate``.
    public var privateKey: String?

    /// Milliseconds between two pings, which find out that a line is cut.
    static let pingInterval: Int64 = 1000
    /// Pings without an answer after which the line counts as cut.
    static let maximumPings: Int32 = 2

    /// Creates settings.
    public init(servers: [NATSAddress], name: String) { (self.servers, self.name) = (servers, name) }

    /// Whether the connection uses TLS.
    var isEncrypted: Bool { servers.contains(where: \.isEncrypted) || authorities != nil || certificate != nil }

    /// Whether the client authenticates: by a key, by credentials or by a certificate.
    var isAuthenticated: Bool { seed != nil || credentials != nil || certificate != nil }

    /// The prefix of the client's inboxes.
    var inbox: String { "_INBOX.\(name)" }

    /// Checks that the files can be read, and that only the owner can read those with secrets.
    /// - Throws: ``LinkError`` with code `bad-file`.
    public func checkFiles() throws(LinkError) {
        for path in [authorities, certificate, privateKey, seed, credentials].compactMap(\.self)
        where !FileManager.default.isReadableFile(atPath: path) {
            throw LinkError(.badFile, "the file \(path) cannot be read")
        }
        for path in [privateKey, seed, credentials].compactMap(\.self) {
            var status = stat()
            guard stat(path, &status) == 0, status.st_mode & 0o077 == 0 else {
                throw LinkError(.badFile, "others can read the secret in \(path): chmod 600 \(path)")
            }
        }
    }

    /// Checks that no other machine can read the sites' messages or pose as a site.
    /// - Throws: ``LinkError`` with code `bad-setting` for a server elsewhere without TLS or without proof.
    public func checkSafety() throws(LinkError) {
        guard let server = servers.first(where: { !$0.isLoopback }) else { return }
        guard isEncrypted else {
            throw LinkError(
                .badSetting,
                "speech would cross to \(server) in the clear: write \(server.encrypted), or add --insecure"
            )
        }
        guard isAuthenticated else {
            throw LinkError(
                .badSetting,
                "nothing proves to \(server) which site this is: use --certificate, --nkey or --credentials, or add --insecure"
            )
        }
    }
}
