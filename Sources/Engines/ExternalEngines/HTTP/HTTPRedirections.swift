import Foundation

/// The requests of one exchange: the first one, and those to which redirections lead.
struct HTTPRedirections {
    /// The request to send next.
    private(set) var exchange: HTTPExchange
    private let first: HTTPExchange
    private var count = 0

    init(_ exchange: HTTPExchange) { (self.exchange, first) = (exchange, exchange) }

    /// Follows a redirection, by which ``exchange`` becomes the next request.
    ///
    /// Statuses 307 and 308 keep method and body (RFC 9110, sections 15.4.8 and 15.4.9). After 303 the request is a
    /// GET without a body, and after 301 and 302 as well if it was a POST, as in all browsers. Another server gets no
    /// body, and of the headers only the type of the content. The same host by https gets the body, too.
    /// - Parameters:
    ///   - status: The status of the redirection.
    ///   - address: The absolute address to which it leads.
    mutating func follow(_ status: Int, to address: String) throws(HTTPFailure) {
        count += 1
        guard count <= HTTPClient.maximumRedirections else {
            throw HTTPFailure(
                .redirected, "\(first.name) sends elsewhere more than \(HTTPClient.maximumRedirections) times")
        }
        let url = URL(string: address)
        let scheme = url?.scheme?.lowercased()
        guard let url, url.host?.isEmpty == false,
            scheme == "https" || scheme == "http" && !exchange.url.lowercased().hasPrefix("https:")
        else { throw HTTPFailure(.redirected, "\(first.name) sends to a place that is less safe") }
        if status == 303 || (status == 301 || status == 302) && exchange.method == .post {
            exchange.method = .get
            exchange.body = nil
            exchange.headers.removeAll { $0.name.lowercased() == "content-type" }
        }
        if !Self.isSameServer(exchange.url, url) {
            // The body may hold secrets as well, and without it the request would be another one.
            guard exchange.body == nil || Self.isUpgrade(exchange.url, url) else {
                let other = HTTPExchange(method: .get, url: address).name
                throw HTTPFailure(
                    .redirected, "\(first.name) sends to another server, which gets no body: \(other)")
            }
            // The headers may hold credentials.
            exchange.headers.removeAll { $0.name.lowercased() != "content-type" }
        }
        exchange.url = address
    }

    private static func isSameServer(_ own: String, _ other: URL) -> Bool {
        guard let own = URL(string: own) else { return false }
        return own.scheme?.lowercased() == other.scheme?.lowercased()
            && own.host?.lowercased() == other.host?.lowercased() && own.port == other.port
    }

    /// Returns whether a server sends from its address without encryption to the one with it, as many do.
    private static func isUpgrade(_ own: String, _ other: URL) -> Bool {
        guard let own = URL(string: own) else { return false }
        return own.scheme?.lowercased() == "http" && other.scheme?.lowercased() == "https"
            && own.host?.lowercased() == other.host?.lowercased() && [nil, 80].contains(own.port)
            && [nil, 443].contains(other.port)
    }
}
