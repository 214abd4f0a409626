import Foundation
import SaybusSupport

/// A request to a web server, every value filled in.
public struct HTTPExchange: Sendable, Equatable {
    /// How long a server may take unless the request says otherwise.
    public static let defaultTimeout = Duration.seconds(10)
    /// The most bytes of an answer unless the request says otherwise.
    public static let defaultSize = 64 << 10

    /// What a server is to do.
    public enum Method: String, Sendable, CaseIterable {
        case get = "GET"
        case post = "POST"
        case put = "PUT"
        case patch = "PATCH"
        case delete = "DELETE"
    }

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
    public var method: Method
    /// The address.
    public var url: String
    /// Headers.
    public var headers: [Header] = []
    /// What is sent; nil sends nothing.
    public var body: String?
    /// How long the whole may take.
    public var timeout = Self.defaultTimeout
    /// The most bytes of the answer.
    public var maximumSize = Self.defaultSize

    /// A request.
    public init(
        method: Method, url: String, headers: [Header] = [], body: String? = nil,
        timeout: Duration = Self.defaultTimeout, maximumSize: Int = Self.defaultSize
    ) {
        (self.method, self.url, self.headers, self.body) = (method, url, headers, body)
        (self.timeout, self.maximumSize) = (timeout, maximumSize)
    }

    /// The address without its query, which may hold what is nobody's business.
    public var name: String {
        var place = String(url.prefix { $0 != "?" })
        if let start = place.range(of: "://")?.upperBound {
            let host = place[start...].prefix { $0 != "/" }
            // A user and a password are nobody's business either.
            if let at = host.lastIndex(of: "@") { place.removeSubrange(start...at) }
        }
        return LogLine.clean(place, limit: 120)
    }
}
