/// A JSON reader that records the line of each value, which Foundation's decoders do not report.
struct JSONFileReader {
    /// The deepest nesting of arrays and objects.
    static let maximumDepth = 64

    private let file: String
    private let bytes: [UInt8]
    private var position = 0
    private var line = 1
    private var depth = 0

    /// Reads the value of a text. Only white space may follow it.
    static func read(_ text: String, file: String) throws(InteractionModelError) -> JSONNode {
        var reader = JSONFileReader(file: file, bytes: Array(text.utf8))
        let node = try reader.value()
        reader.skipSpace()
        guard reader.position == reader.bytes.count else {
            throw reader.error("there is more after the end of the model")
        }
        return node
    }

    private init(file: String, bytes: [UInt8]) { (self.file, self.bytes) = (file, bytes) }

    private func error(_ sentence: String) -> InteractionModelError {
        InteractionModelError(.syntax, file: file, line: line, sentence)
    }

    private mutating func skipSpace() {
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: "\n"):
                line += 1
                position += 1
            case 0x20, 0x09, 0x0D: position += 1
            default: return
            }
        }
    }

    /// Returns the next byte that is not white space, without taking it.
    private mutating func next(_ what: String) throws(InteractionModelError) -> UInt8 {
        skipSpace()
        guard position < bytes.count else { throw error("the file ends where \(what) should be: it is cut off") }
        return bytes[position]
    }

    private mutating func value() throws(InteractionModelError) -> JSONNode {
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.maximumDepth else {
            throw error("lists and objects are more than \(Self.maximumDepth) deep")
        }
        let byte = try next("a value")
        let line = line
        switch byte {
        case UInt8(ascii: "{"): return JSONNode(content: .object(try object()), line: line)
        case UInt8(ascii: "["): return JSONNode(content: .array(try array()), line: line)
        case UInt8(ascii: "\""): return JSONNode(content: .string(try string()), line: line)
        case UInt8(ascii: "-"), 0x30...0x39: return JSONNode(content: .number(try number()), line: line)
        default:
            for (word, content) in [("true", JSONNode.Content.bool(true)), ("false", .bool(false)), ("null", .null)]
            where bytes[position...].starts(with: word.utf8) {
                position += word.utf8.count
                return JSONNode(content: content, line: line)
            }
            throw error(
                "\(Self.shown(byte)) begins no value: is there a comma or a quotation mark too many or too few?")
        }
    }

    private static func shown(_ byte: UInt8) -> String {
        0x21...0x7E ~= byte ? "\"\(Character(Unicode.Scalar(byte)))\"" : "a byte of \(byte)"
    }

    private mutating func object() throws(InteractionModelError) -> [String: JSONNode] {
        position += 1
        var members: [String: JSONNode] = [:]
        if try next("a name or }") == UInt8(ascii: "}") {
            position += 1
            return members
        }
        while true {
            guard try next("a name") == UInt8(ascii: "\"") else {
                throw error("a name in quotation marks should be here, found \(Self.shown(bytes[position]))")
            }
            let name = try string()
            guard try next("a colon") == UInt8(ascii: ":") else { throw error("a colon should follow \"\(name)\"") }
            position += 1
            members[name] = try value()
            guard try more(until: "}") else { return members }
        }
    }

    private mutating func array() throws(InteractionModelError) -> [JSONNode] {
        position += 1
        var items: [JSONNode] = []
        if try next("a value or ]") == UInt8(ascii: "]") {
            position += 1
            return items
        }
        while true {
            items.append(try value())
            guard try more(until: "]") else { return items }
        }
    }

    /// Takes a comma or the closing bracket, and returns whether it was a comma.
    private mutating func more(until end: Character) throws(InteractionModelError) -> Bool {
        let byte = try next("a comma or \(end)")
        guard byte == UInt8(ascii: ",") || byte == end.asciiValue else {
            throw error("a comma or \(end) should be here, found \(Self.shown(byte))")
        }
        position += 1
        return byte == UInt8(ascii: ",")
    }

    private mutating func number() throws(InteractionModelError) -> Double {
        let start = position
        while position < bytes.count, "+-.eE0123456789".utf8.contains(bytes[position]) { position += 1 }
        guard let number = Double(String(decoding: bytes[start..<position], as: UTF8.self)), number.isFinite else {
            throw error("a number cannot be read")
        }
        return number
    }

    private mutating func string() throws(InteractionModelError) -> String {
        position += 1
        var text: [UInt8] = []
        while true {
            guard position < bytes.count else { throw error("the file ends inside a text: it is cut off") }
            let byte = bytes[position]
            position += 1
            switch byte {
            case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
            case UInt8(ascii: "\\"): text += try escape()
            case 0..<0x20:
                throw error("a text has a line break or control character in it: is its quotation mark missing?")
            default: text.append(byte)
            }
        }
    }

    private mutating func escape() throws(InteractionModelError) -> [UInt8] {
        guard position < bytes.count else { throw error("the file ends inside a text: it is cut off") }
        let byte = bytes[position]
        position += 1
        switch byte {
        case UInt8(ascii: "n"): return [0x0A]
        case UInt8(ascii: "t"): return [0x09]
        case UInt8(ascii: "r"): return [0x0D]
        case UInt8(ascii: "b"): return [0x08]
        case UInt8(ascii: "f"): return [0x0C]
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [byte]
        case UInt8(ascii: "u"):
            var units = [try unit()]
            if UTF16.isLeadSurrogate(units[0]), bytes[position...].starts(with: "\\u".utf8) {
                position += 2
                units.append(try unit())
            }
            return Array(String(decoding: units, as: UTF16.self).utf8)
        default: throw error("\\\(Character(Unicode.Scalar(byte))) is no escape of JSON")
        }
    }

    private mutating func unit() throws(InteractionModelError) -> UInt16 {
        let digits = String(decoding: bytes[position..<min(position + 4, bytes.count)], as: UTF8.self)
        guard digits.utf8.count == 4, let unit = UInt16(digits, radix: 16) else {
            throw error("four hexadecimal digits should follow \\u")
        }
        position += 4
        return unit
    }
}
