/// A request to a web server, every value filled in.
public struct HTTPExchange: Sendable, Equatable {
    /// A header.
    public struct Header: Sendable, Equatable {
        /// Its name.
        public var name: String
        /// Its value.
        public var value: String
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

    /// The address without its query, which may hold what is nobody's business.
    var name: String { LogLine.clean(String(url.prefix { $0 != "?" }), limit: 120) }
}
