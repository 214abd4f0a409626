import Glibc
import NIOCore
import NIOPosix

/// The host and port at which a server of a program listens.
public struct ListeningAddress: Sendable, Equatable, CustomStringConvertible {
    /// An IP address or a host's name, without brackets.
    public var host: String
    /// The port; 0 lets the system choose a free one.
    public var port: Int

    /// Creates an address from its parts.
    public init(host: String, port: Int) { (self.host, self.port) = (host, port) }

    /// Reads `host:port` or `[IPv6]:port`; nil when the text is neither.
    public init?(_ text: String) {
        guard let colon = text.lastIndex(of: ":"), let port = Int(text[text.index(after: colon)...]),
            (0...65_535).contains(port)
        else { return nil }
        var host = text[..<colon]
        if host.hasPrefix("["), host.hasSuffix("]") {
            host = host.dropFirst().dropLast()
        } else if host.contains(":") {
            return nil
        }
        guard !host.isEmpty, host.utf8.count <= 253, host.allSatisfy({ !$0.isWhitespace && !"/?#@[]".contains($0) })
        else { return nil }
        self.init(host: String(host), port: port)
    }

    /// Whether only programs of this machine reach the address.
    public var isLoopback: Bool { Self.isLoopback(host) }

    /// Returns whether a host's name or address is that of this machine's loopback interface.
    package static func isLoopback(_ host: String) -> Bool {
        let name = host.lowercased()
        if name == "localhost" || name == "::1" { return true }
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
    }

    /// The address by which other machines may reach the server: with this machine's name, if it listens at all of its
    /// addresses.
    public var reachable: ListeningAddress {
        guard ["0.0.0.0", "::"].contains(host) else { return self }
        var name = [CChar](repeating: 0, count: Int(HOST_NAME_MAX) + 1)
        guard gethostname(&name, name.count - 1) == 0 else { return self }
        let text = String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        return text.isEmpty ? self : ListeningAddress(host: text, port: port)
    }

    /// The address as it is written in a URL.
    public var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }

    /// Returns why no server can listen at the address, in the system's words; nil when one can.
    public func obstacle() async -> String? {
        do {
            let channel = try await ServerBootstrap(group: TelemetryLoop.group)
                .serverChannelOption(.socketOption(.so_reuseaddr), value: 1).bind(host: host, port: port).get()
            try? await channel.close()
            return nil
        } catch let error as IOError {
            return String(cString: strerror(error.errnoCode))
        } catch {
            return "\(error)"
        }
    }
}
