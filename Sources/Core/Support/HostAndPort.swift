/// The host and the port of a server, as addresses have them: `host[:port]`. The colons of an IPv6 address stand in
/// brackets.
package struct HostAndPort: Sendable, Hashable, CustomStringConvertible {
    /// The host's name or number, without brackets.
    package let host: String
    /// The port.
    package let port: Int

    /// The longest name of a host, in bytes.
    private static let maximumHostBytes = 253

    /// Reads a text.
    /// - Parameter defaultPort: The port when none is named.
    package init(_ text: String, defaultPort: Int) throws(HostAndPortError) {
        var (host, port) = (text, defaultPort)
        if let colon = text.lastIndex(of: ":"), !text[colon...].contains("]") {
            guard let number = Int(text[text.index(after: colon)...]), (1...65_535).contains(number) else {
                throw HostAndPortError(.port, "the port is no number from 1 to 65535")
            }
            (host, port) = (String(text[..<colon]), number)
        }
        if host.hasPrefix("["), host.hasSuffix("]") {
            host = String(host.dropFirst().dropLast())
        } else if host.contains(":") {
            throw HostAndPortError(.host, "an IPv6 address stands in brackets")
        }
        guard !host.isEmpty, host.utf8.count <= Self.maximumHostBytes else {
            throw HostAndPortError(.host, "it has no host")
        }
        (self.host, self.port) = (host, port)
    }

    /// The text, with the port.
    package var description: String { "\(host.contains(":") ? "[\(host)]" : host):\(port)" }
}

/// The error of a text that names no host and port.
package struct HostAndPortError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The part with the error.
    package enum Code: Sendable {
        /// The host is missing or too long, or an IPv6 address without brackets.
        case host
        /// The port is no port.
        case port
    }

    /// The part with the error.
    package let code: Code
    /// The problem, to be part of a sentence about the address.
    package let description: String

    fileprivate init(_ code: Code, _ description: String) { (self.code, self.description) = (code, description) }
}
