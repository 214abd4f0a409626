import SaybusExternalEngines
import SaybusMessages
import SaybusSupport

/// A request to a web server, with places for values.
///
/// Which server is asked is written in the file: what somebody says stands in the path, the query, the headers and the body only, each
/// encoded for its place.
public struct HTTPCall: Sendable, Equatable {
    /// How long a server may take unless the action says otherwise.
    public static let defaultTimeout = HTTPExchange.defaultTimeout
    /// The most bytes of an answer unless the action says otherwise.
    public static let defaultSize = HTTPExchange.defaultSize
    /// The most bytes of an answer that an action may allow.
    public static let largestSize = 1 << 20

    /// What the server is to do.
    public typealias Method = HTTPExchange.Method

    /// A name with what belongs to it, in the order of the file.
    public struct Field: Sendable, Equatable {
        /// The name.
        public var name: String
        /// The value.
        public var value: Template

        /// A field.
        public init(_ name: String, _ value: Template) { (self.name, self.value) = (name, value) }
    }

    /// What the server is to do.
    public var method = Method.get
    /// The address, from `http://` or `https://`; without values before the path.
    public var url: Template
    /// What is added to the address after `?`.
    public var query: [Field] = []
    /// Headers.
    public var headers: [Field] = []
    /// What is sent, as JSON; nil sends nothing.
    public var body: JSONTemplate?
    /// How long the whole may take.
    public var timeout = HTTPCall.defaultTimeout
    /// The most bytes of the answer; a longer one is a failure.
    public var maximumSize = HTTPCall.defaultSize
    /// Which parts of the answer get which names; the answer's first line is `output` when there are none.
    public var outputs: [String: JSONPath] = [:]

    /// A request for an address.
    public init(_ url: Template) { self.url = url }

    /// The templates in it.
    public var templates: [Template] {
        [url] + query.map(\.value) + headers.map(\.value) + (body?.templates ?? [])
    }

    /// The request with every value filled in.
    public func render(_ values: ActionValues) throws(TemplateError) -> HTTPExchange {
        var address = ""
        for piece in url.pieces {
            switch piece {
            case .literal(let text): address += text
            case .value: address += Self.encoded(try Template(piece: piece).render(values.texts))
            }
        }
        let (path, ownQuery) = Self.split(address)
        let climbs = path.split(separator: "/").contains { $0 == "." || $0 == ".." }
        if climbs, !url.allNames.isEmpty {
            throw TemplateError(.badValue, "the address \(LogLine.clean(address, limit: 200)) would leave its path")
        }
        var pairs = ownQuery.map { [$0] } ?? []
        for field in query {
            pairs.append(Self.encoded(field.name) + "=" + Self.encoded(try field.value.render(values.texts)))
        }
        var rendered: [HTTPExchange.Header] = []
        for field in headers {
            let value = try field.value.render(values.texts)
            guard value.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F }) else {
                throw TemplateError(.badValue, "the header \(field.name) would have a control character")
            }
            rendered.append(.init(name: field.name, value: value))
        }
        if body != nil, !headers.contains(where: { $0.name.lowercased() == "content-type" }) {
            rendered.append(.init(name: "Content-Type", value: "application/json"))
        }
        return HTTPExchange(
            method: method, url: path + (pairs.isEmpty ? "" : "?" + pairs.joined(separator: "&")), headers: rendered,
            body: try body?.render(values).text(), timeout: timeout, maximumSize: maximumSize)
    }

    private static func split(_ address: String) -> (path: String, query: String?) {
        let parts = address.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        return (String(parts[0]), parts.count > 1 ? String(parts[1]) : nil)
    }

    /// Every byte but letters, digits and `-._~` (RFC 3986, 2.3) as a percent sign and two digits.
    static func encoded(_ text: String) -> String {
        var encoded = ""
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                encoded.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                let digits = String(byte, radix: 16, uppercase: true)
                encoded += "%" + (digits.count < 2 ? "0" : "") + digits
            }
        }
        return encoded
    }
}
