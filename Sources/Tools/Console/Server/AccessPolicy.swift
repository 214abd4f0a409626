import Foundation
import SaybusTelemetry

/// The rules by which the console's server accepts a request. Pure.
///
/// Without a token, only names of this machine are accepted as the `Host`: a page of another server whose name is made
/// to point here (DNS rebinding) is refused. With a token, the link that carries it sets a cookie, and every other
/// request needs the cookie. A WebSocket is opened for pages of this server only: its `Origin` is this `Host`.
struct AccessPolicy: Sendable {
    /// The part of a request's head that the rules look at.
    struct Request: Sendable {
        var method = "GET"
        /// Path and query, as in the request line.
        var target = "/"
        var host: String?
        /// Whether there is more than one `Host`, so that another program may look at another one.
        var hasSeveralHosts = false
        var origin: String?
        var cookie: String?
        var isUpgrade = false

        /// The path without the query.
        var path: String { String(target.prefix { $0 != "?" }) }
    }

    /// A decision on a request.
    enum Verdict: Sendable, Equatable {
        /// The request is answered.
        case accepted
        /// The link was opened: the browser gets the cookie, and is sent to the page without the token in its address.
        case login(cookie: String)
        /// The request is refused with an HTTP status and a sentence.
        case refused(Int, String)
    }

    /// The token; nil when this machine's programs need none.
    let token: String?
    /// The address at which the server listens.
    let address: ListeningAddress
    /// Whether connections are encrypted.
    var isEncrypted = false

    /// The scheme of the page's address.
    var scheme: String { isEncrypted ? "https" : "http" }

    /// The cookie's name: with the port, because browsers do not tell the ports of a host apart.
    var cookieName: String { "saybus-console-\(address.port)" }

    /// Returns the policy for connections to a port. The system chooses it where the address has the port 0.
    /// - Parameter port: The port; nil leaves that of the address.
    func listening(at port: Int?) -> AccessPolicy {
        AccessPolicy(
            token: token, address: ListeningAddress(host: address.host, port: port ?? address.port),
            isEncrypted: isEncrypted)
    }

    /// Decides on a request.
    func judge(_ request: Request) -> Verdict {
        guard request.method == "GET" || request.method == "HEAD" else {
            return .refused(405, "This server answers GET and HEAD only.")
        }
        guard let host = request.host, !host.isEmpty else { return .refused(400, "The request names no Host.") }
        guard !request.hasSeveralHosts, let name = Self.name(of: host) else {
            return .refused(400, "The request has no single Host that is a name, or a name and a port.")
        }
        if token == nil, !isOwn(name) {
            return .refused(421, "This console is not \(host): open \(scheme)://\(address)/ on the machine itself.")
        }
        if request.isUpgrade, let origin = request.origin, origin.lowercased() != "\(scheme)://\(host)".lowercased() {
            return .refused(403, "A page of \(origin) must not use this console.")
        }
        guard let token else { return .accepted }
        if request.path == "/", let offered = Self.token(in: request.target) {
            guard Self.isEqual(offered, token) else {
                return .refused(403, "The token in this link is not that of this console.")
            }
            return .login(
                // Strict would keep the cookie from this very redirection where the link was clicked on another site. A
                // GET changes nothing here, and a WebSocket is judged by its Origin.
                cookie: "\(cookieName)=\(token); Path=/; HttpOnly; SameSite=Lax; Max-Age=31536000"
                    + (isEncrypted ? "; Secure" : ""))
        }
        guard let cookie = Self.value(of: cookieName, in: request.cookie), Self.isEqual(cookie, token) else {
            return .refused(401, "This console opens with its link, which saybus-console printed when it was started.")
        }
        return .accepted
    }

    private func isOwn(_ name: String) -> Bool {
        ListeningAddress.isLoopback(name) || name.lowercased() == address.host.lowercased()
    }

    /// Returns the name in a `Host`, without port and brackets; nil when something else follows the name.
    private static func name(of host: String) -> String? {
        var name = host.prefix { $0 != ":" }
        var rest = host[name.endIndex...]
        if host.first == "[" {
            guard let end = host.firstIndex(of: "]") else { return nil }
            name = host[..<end].dropFirst()
            rest = host[host.index(after: end)...]
        }
        guard rest.isEmpty || rest.wholeMatch(of: /:[0-9]+/) != nil else { return nil }
        return String(name)
    }

    private static func token(in target: String) -> String? {
        guard let start = target.firstIndex(of: "?") else { return nil }
        return target[target.index(after: start)...].split(separator: "&")
            .first { $0.hasPrefix("token=") }.map { String($0.dropFirst("token=".count)) }
    }

    private static func value(of name: String, in cookies: String?) -> String? {
        cookies?.split(separator: ";").lazy.map { $0.trimmingCharacters(in: .whitespaces) }
            .first { $0.hasPrefix("\(name)=") }.map { String($0.dropFirst(name.count + 1)) }
    }

    /// Compares without a hint, in the time, at the first character that differs.
    private static func isEqual(_ one: String, _ other: String) -> Bool {
        let (one, other) = (Array(one.utf8), Array(other.utf8))
        guard one.count == other.count else { return false }
        return zip(one, other).reduce(0 as UInt8) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
