import SaybusExternalEngines
import SaybusMessages
import SaybusSupport

/// A request to a web server, with placeholders for values.
///
/// The app file fixes the server. Spoken values appear only in the path, the query, the headers and the body,
/// each encoded for its place.
public struct HTTPCall: Sendable, Equatable {
    /// Default time for a request.
    static let defaultTimeout = HTTPExchange.defaultTimeout
    /// Default value of ``maximumSize``, in bytes.
    static let defaultSize = HTTPExchange.defaultSize
    /// Upper limit of the value that an action may set for ``maximumSize``, in bytes.
    static let maximumConfigurableSize = 1 << 20

    /// The HTTP method.
    public typealias Method = HTTPExchange.Method

    /// A name and a value, in the order of the file.
    struct Field: Sendable, Equatable {
        /// The name.
        var name: String
        /// The value.
        var value: Template

        /// Creates a field.
        init(_ name: String, _ value: Template) { (self.name, self.value) = (name, value) }
    }

    /// The HTTP method.
    var method = Method.get
    /// The address, starting with `http://` or `https://`, without placeholders before the path.
    var url: Template
    /// The fields of the query.
    var query: [Field] = []
    /// The headers.
    var headers: [Field] = []
    /// The token of an `Authorization: Bearer` header; nil for none.
    var bearer: Template?
    /// The JSON body; nil for none.
    public var body: JSONTemplate?
    /// Time for the whole exchange.
    var timeout = HTTPCall.defaultTimeout
    /// Maximum bytes of the answer. A longer answer is a failure.
    var maximumSize = HTTPCall.defaultSize
    /// Maximum characters of each text of the answer that is stored; the rest is cut.
    var maximumLength = ProgramOutput.lineLimit
    /// The parts of the answer to store by name. If empty, the answer's first line is stored as `output`.
    var outputs: [String: JSONPath] = [:]

    /// Creates a request for an address.
    init(_ url: Template) { self.url = url }

    /// The request's templates.
    var templates: [Template] {
        [url] + query.map(\.value) + headers.map(\.value) + (bearer.map { [$0] } ?? []) + (body?.templates ?? [])
    }

    /// Returns the request with all values filled in.
    func render(_ values: ActionValues) throws(TemplateError) -> HTTPExchange {
        var address = ""
        for piece in url.pieces {
            switch piece {
            case .literal(let text): address += text
            case .value, .secret: address += Self.encoded(try Template(piece: piece).render(values.filled))
            }
        }
        let (path, ownQuery) = Self.split(address)
        let hasDotSegment = path.split(separator: "/").contains { $0 == "." || $0 == ".." }
        if hasDotSegment, !url.names.isEmpty {
            throw TemplateError(.badValue, "the address \(LogLine.clean(address, limit: 200)) would leave its path")
        }
        var pairs = ownQuery.map { [$0] } ?? []
        for field in query {
            pairs.append(Self.encoded(field.name) + "=" + Self.encoded(try field.value.render(values.filled)))
        }
        var rendered: [HTTPExchange.Header] = []
        let bearer = try self.bearer.map { token throws(TemplateError) in
            Field("Authorization", Template(literal: "Bearer " + (try token.render(values.filled))))
        }
        for field in headers + (bearer.map { [$0] } ?? []) {
            let value = try field.value.render(values.filled)
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

    /// Returns the text percent-encoded, except for letters, digits and `-._~` (RFC 3986, section 2.3).
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
