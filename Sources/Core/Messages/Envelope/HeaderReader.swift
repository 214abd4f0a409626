import Foundation

/// Reads the plain form of headers and stamps: one flat object of strings without escapes, whole numbers, booleans and lists of strings.
///
/// Whatever else JSON allows (escapes, fractions, a name that comes twice, nested fields of later versions) makes it give up, and
/// the caller asks `JSONDecoder`, which knows all of JSON and says what is wrong. So this reader can be fast and can refuse without being wrong.
struct HeaderReader {
    enum Value {
        /// Its bytes, without quotes.
        case string(UnsafeBufferPointer<UInt8>)
        case integer(Int64)
        case boolean(Bool)
        case strings([UnsafeBufferPointer<UInt8>])
    }

    /// More fields than this are left to `JSONDecoder`: each name is compared with all before it.
    private static let maximumFields = 24

    private let bytes: UnsafeBufferPointer<UInt8>
    private var position = 0

    init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    /// Calls `field` for each member; false when the form is not the plain one.
    mutating func read(_ field: (UnsafeBufferPointer<UInt8>, Value) -> Bool) -> Bool {
        guard take(UInt8(ascii: "{")) else { return false }
        var names: [UnsafeBufferPointer<UInt8>] = []
        names.reserveCapacity(Self.maximumFields)
        repeat {
            guard let name = plainString(), name.allSatisfy({ $0 < 0x80 }), take(UInt8(ascii: ":")),
                let value = value(),
                names.count < Self.maximumFields, !names.contains(where: { $0.elementsEqual(name) }), field(name, value)
            else { return false }
            names.append(name)
        } while take(UInt8(ascii: ","))
        guard take(UInt8(ascii: "}")) else { return false }
        skipSpace()
        return position == bytes.count
    }

    private mutating func value() -> Value? {
        skipSpace()
        guard position < bytes.count else { return nil }
        switch bytes[position] {
        case UInt8(ascii: "\""): return plainString().map { .string($0) }
        case UInt8(ascii: "["): return strings().map { .strings($0) }
        case UInt8(ascii: "t"): return word("true") ? .boolean(true) : nil
        case UInt8(ascii: "f"): return word("false") ? .boolean(false) : nil
        default: return integer().map { .integer($0) }
        }
    }

    private mutating func strings() -> [UnsafeBufferPointer<UInt8>]? {
        guard take(UInt8(ascii: "[")) else { return nil }
        if take(UInt8(ascii: "]")) { return [] }
        var result: [UnsafeBufferPointer<UInt8>] = []
        repeat {
            guard let text = plainString() else { return nil }
            result.append(text)
        } while take(UInt8(ascii: ","))
        return take(UInt8(ascii: "]")) ? result : nil
    }

    private mutating func plainString() -> UnsafeBufferPointer<UInt8>? {
        guard take(UInt8(ascii: "\"")) else { return nil }
        let start = position
        while position < bytes.count {
            let byte = bytes[position]
            if byte == UInt8(ascii: "\"") {
                position += 1
                return UnsafeBufferPointer(rebasing: bytes[start..<(position - 1)])
            }
            guard byte >= 0x20, byte != UInt8(ascii: "\\") else { return nil }
            position += 1
        }
        return nil
    }

    private mutating func integer() -> Int64? {
        let negative = position < bytes.count && bytes[position] == UInt8(ascii: "-")
        if negative { position += 1 }
        let start = position
        var result: Int64 = 0
        while position < bytes.count, bytes[position] >= UInt8(ascii: "0"), bytes[position] <= UInt8(ascii: "9") {
            let (product, overflow) = result.multipliedReportingOverflow(by: 10)
            let (sum, overflow2) = product.addingReportingOverflow(Int64(bytes[position] - UInt8(ascii: "0")))
            guard !overflow, !overflow2 else { return nil }
            result = sum
            position += 1
        }
        let length = position - start
        guard length > 0, length == 1 || bytes[start] != UInt8(ascii: "0") else { return nil }
        return negative ? -result : result
    }

    private mutating func word(_ word: StaticString) -> Bool {
        let length = word.utf8CodeUnitCount
        guard position + length <= bytes.count else { return false }
        for offset in 0..<length where bytes[position + offset] != word.utf8Start[offset] { return false }
        position += length
        return true
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        skipSpace()
        guard position < bytes.count, bytes[position] == byte else { return false }
        position += 1
        return true
    }

    private mutating func skipSpace() {
        while position < bytes.count, bytes[position] == 0x20 || (0x09...0x0D).contains(bytes[position]) {
            guard bytes[position] != 0x0B, bytes[position] != 0x0C else { return }
            position += 1
        }
    }

    /// The text of a string; nil when it is not UTF-8.
    static func text(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
        String(validating: bytes, as: UTF8.self)
    }
}

extension UnsafeBufferPointer<UInt8> {
    fileprivate static func == (left: Self, right: StaticString) -> Bool {
        guard left.count == right.utf8CodeUnitCount else { return false }
        for index in 0..<left.count where left[index] != right.utf8Start[index] { return false }
        return true
    }
}

extension Header {
    /// Reads a header frame.
    public init(parsing bytes: [UInt8]) throws(MessageError) {
        if let header = Self.plain(bytes) {
            self = header
            return
        }
        do {
            self = try JSONCoding.decoder.decode(Header.self, from: Data(bytes))
        } catch {
            // The header of a later version may look different altogether: its version is the better reason.
            if let version = try? JSONCoding.decoder.decode(Version.self, from: Data(bytes)).v,
                version != Self.currentVersion
            {
                throw MessageError(.unknownVersion, Self.unknown(version))
            }
            throw MessageError(
                .header, "the header is not as the contract says: \(String(describing: error).prefix(300))")
        }
    }

    private struct Version: Decodable {
        let v: Int
    }

    static func unknown(_ version: Int) -> String {
        "contract version \(version), this program speaks \(currentVersion)"
    }

    private static func plain(_ bytes: [UInt8]) -> Header? {
        bytes.withUnsafeBufferPointer { buffer in
            var reader = HeaderReader(buffer)
            var version: Int64?, sequence: Int64?, at: Int64?, run: Int64?, deadline: Int64?, index: Int64?
            var id: MessageID?, kind: Kind?, session: Session?, turn: TurnID?, source: Source?, replays: TurnID?
            var causes: [MessageID] = []
            var retain = false
            var content: String?
            var last: Bool?
            let isPlain = reader.read { name, value in
                switch value {
                case .string(let text):
                    if name == "id" {
                        id = MessageID(text)
                    } else if name == "kind" {
                        kind = HeaderReader.text(text).flatMap { Kind(rawValue: $0) }
                    } else if name == "session" {
                        session = HeaderReader.text(text).flatMap { Session(rawValue: $0) }
                    } else if name == "source" {
                        source = HeaderReader.text(text).flatMap { Source($0) }
                    } else if name == "turn" {
                        turn = TurnID(text)
                        return turn != nil
                    } else if name == "replays" {
                        replays = TurnID(text)
                        return replays != nil
                    } else if name == "content" {
                        content = HeaderReader.text(text)
                        return content != nil
                    } else {
                        return !Self.isKnown(name) && HeaderReader.text(text) != nil
                    }
                case .integer(let number):
                    if name == "v" {
                        version = number
                    } else if name == "run" {
                        run = number
                    } else if name == "seq" {
                        sequence = number
                    } else if name == "at" {
                        at = number
                    } else if name == "deadline" {
                        deadline = number
                    } else if name == "index" {
                        index = number
                    } else {
                        return !Self.isKnown(name)
                    }
                case .boolean(let flag):
                    if name == "retain" {
                        retain = flag
                    } else if name == "last" {
                        last = flag
                    } else {
                        return !Self.isKnown(name)
                    }
                case .strings(let texts):
                    guard name == "causes" else {
                        return !Self.isKnown(name) && texts.allSatisfy { HeaderReader.text($0) != nil }
                    }
                    causes = texts.compactMap { MessageID($0) }
                    return causes.count == texts.count
                }
                return true
            }
            guard isPlain, let version, let id, let kind, let session, let source, let run, let sequence, let at,
                let run = UInt32(exactly: run)
            else { return nil }
            var header = Header(
                id: id, kind: kind, session: session, turn: turn, source: source, run: run, sequence: Int(sequence),
                at: at, causes: causes, deadline: deadline, retain: retain, content: content,
                index: index.map { Int($0) }, last: last, replays: replays)
            header.version = Int(version)
            return header
        }
    }

    private static func isKnown(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
        CodingKeys(rawValue: String(decoding: name, as: UTF8.self)) != nil
    }
}

extension Stamp {
    /// Reads a stamp frame.
    public init(parsing bytes: [UInt8]) throws(MessageError) {
        if let stamp = Self.plain(bytes) {
            self = stamp
            return
        }
        do {
            self = try JSONCoding.decoder.decode(Stamp.self, from: Data(bytes))
        } catch {
            throw MessageError(
                .stamp, "the stamp is not as the contract says: \(String(describing: error).prefix(300))")
        }
    }

    private static func plain(_ bytes: [UInt8]) -> Stamp? {
        bytes.withUnsafeBufferPointer { buffer in
            var reader = HeaderReader(buffer)
            var offset: UInt64?, epoch: UInt32?, at: Int64?
            var user: String?
            let isPlain = reader.read { name, value in
                switch value {
                case .integer(let number):
                    if name == "offset" {
                        offset = UInt64(exactly: number)
                    } else if name == "epoch" {
                        epoch = UInt32(exactly: number)
                    } else if name == "at" {
                        at = number
                    } else {
                        return !(name == "user")
                    }
                case .string(let text):
                    guard let text = HeaderReader.text(text) else { return false }
                    guard name == "user" else { return !Self.isKnown(name) }
                    user = text
                default: return !Self.isKnown(name)
                }
                return true
            }
            guard isPlain, let offset, let epoch, let at else { return nil }
            return Stamp(offset: offset, epoch: epoch, user: user, at: at)
        }
    }

    private static func isKnown(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
        name == "offset" || name == "epoch" || name == "at" || name == "user"
    }
}
