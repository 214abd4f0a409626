import Foundation
import SaybusSupport

/// An HTTP request, with its limits.
public struct HTTPExchange: Sendable, Equatable {
    /// The default time for a response.
    public static let defaultTimeout = Duration.seconds(10)
    /// The default limit of a response's size, in bytes.
    public static let defaultSize = 64 << 10

    /// A request method.
    public enum Method: String, Sendable, CaseIterable {
        case get = "GET"
        case post = "POST"
        case put = "PUT"
        case patch = "PATCH"
        case delete = "DELETE"
    }

    /// A header field of a request, sent as given.
    public struct Header: Sendable, Equatable {
        /// The header's name.
        public var name: String
        /// The header's value.
        public var value: String

        /// Creates a header.
        public init(name: String, value: String) { (self.name, self.value) = (name, value) }
    }

    /// The method of the request line.
    public var method: Method
    /// The absolute address, `http` or `https`.
    public var url: String
    /// The header fields besides those that libcurl sends by itself, such as `Host`.
    public var headers: [Header] = []
    /// The body; nil sends none.
    public var body: String?
    /// The time allowed for the whole exchange.
    public var timeout = Self.defaultTimeout
    /// The largest size of the response, in bytes.
    public var maximumSize = Self.defaultSize

    /// Creates a request.
    public init(
        method: Method, url: String, headers: [Header] = [], body: String? = nil,
        timeout: Duration = Self.defaultTimeout, maximumSize: Int = Self.defaultSize
    ) {
        (self.method, self.url, self.headers, self.body) = (method, url, headers, body)
        (self.timeout, self.maximumSize) = (timeout, maximumSize)
    }

    /// The URL without its query, which may hold private data.
    public var name: String {
        var place = String(url.prefix { $0 != "?" })
        if let start = place.range(of: "://")?.upperBound {
            let host = place[start...].prefix { $0 != "/" }
            // User and password are private, too.
            if let at = host.lastIndex(of: "@") { place.removeSubrange(start...at) }
        }
        return LogLine.clean(place, limit: 120)
    }
}
