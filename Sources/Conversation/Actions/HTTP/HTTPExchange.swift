import Foundation

/// A request to a web server, every value filled in.
public struct HTTPExchange: Sendable, Equatable {
    /// A header.
    public struct Header: Sendable, Equatable {
        /// Its name.
        public var name: String
        /// Its value.
        public var value: String

        /// A header.
        public init(name: String, value: String) { (self.name, self.value) = (name, value) }
    }

    /// What the server is to do.
    public var method: HTTPCall.Method
    /// The address.
    public var url: String
    /// Headers.
    public var headers: [Header] = []
    /// What is sent; nil sends nothing.
    public var body: String?
    /// How long the whole may take.
    public var timeout = HTTPCall.defaultTimeout
    /// The most bytes of the answer.
    public var maximumSize = HTTPCall.defaultSize

    /// A request.
    public init(
        method: HTTPCall.Method, url: String, headers: [Header] = [], body: String? = nil,
        timeout: Duration = HTTPCall.defaultTimeout, maximumSize: Int = HTTPCall.defaultSize
    ) {
        (self.method, self.url, self.headers, self.body) = (method, url, headers, body)
        (self.timeout, self.maximumSize) = (timeout, maximumSize)
    }

    /// The address without its query, which may hold what is nobody's business.
    var name: String {
        var place = String(url.prefix { $0 != "?" })
        if let start = place.range(of: "://")?.upperBound {
            let host = place[start...].prefix { $0 != "/" }
            // A user and a password are nobody's business either.
            if let at = host.lastIndex(of: "@") { place.removeSubrange(start...at) }
        }
        return LogLine.clean(place, limit: 120)
    }
}
