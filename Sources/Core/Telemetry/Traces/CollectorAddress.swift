/// The URL at which a collector takes spans over OTLP/HTTP.
public struct CollectorAddress: Sendable, Equatable, CustomStringConvertible {
    /// The port of OTLP/HTTP.
    static let defaultPort = 4318

    /// The host and port.
    public let address: ListeningAddress
    /// The path to which spans are sent.
    let path: String
    /// The URL as it was given.
    public let base: String

    /// Reads the URL of a collector, such as `http://localhost:4318`; nil when it is none, or not one with `http:`.
    /// - Parameters:
    ///   - text: The URL.
    ///   - isComplete: Whether the path is that of the spans already; otherwise `/v1/traces` is added, as
    ///     OpenTelemetry's exporters do.
    public init?(_ text: String, isComplete: Bool = false) {
        guard text.hasPrefix("http://") else { return nil }
        let rest = text.dropFirst("http://".count)
        let authority = rest.prefix { $0 != "/" }
        let hasPort =
            authority.lastIndex(of: ":").map { colon in !authority[colon...].contains("]") } ?? false
        let full = hasPort ? String(authority) : "\(authority):\(Self.defaultPort)"
        let folder = String(rest.dropFirst(authority.count))
        // A user's name would count as a part of the host, which errors name.
        guard !authority.contains("@"), let address = ListeningAddress(full), address.port > 0,
            folder.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else { return nil }
        (self.address, base) = (address, text)
        if isComplete {
            path = folder.isEmpty ? "/" : folder
        } else {
            path = (folder.hasSuffix("/") ? String(folder.dropLast()) : folder) + "/v1/traces"
        }
    }

    /// Returns the words by which an error names a text that is no collector's URL. A password is not repeated.
    public static func quoted(_ text: String) -> String {
        text.contains("@") ? "one with a user or a password" : "\"\(text)\""
    }

    /// The URL to which spans are sent.
    public var description: String { "http://\(address)\(path)" }
}
