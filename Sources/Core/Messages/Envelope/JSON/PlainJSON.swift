/// A JSON text taken apart: which bytes are which value, in a flat list.
///
/// Only the plain form that publishers write is taken. Whatever is rare (escapes by number, names that come twice, deep nesting, huge objects)
/// makes it give up, and the caller asks `JSONDecoder`, which knows all of JSON and says what is wrong. So this can be fast and can refuse without
/// being wrong. The bytes must outlive it.
final class PlainJSON {
    /// Deeper nesting is left to `JSONDecoder`.
    static let maximumDepth = 32
    /// Objects with more members are: each name is compared with all before it.
    private static let maximumMembers = 32

    enum Kind: UInt8 { case null, `true`, `false`, number, string, escapedString, array, object }

    struct Node {
        var kind: Kind
        /// Where the value's text begins, without quotes, and how long it is.
        var start: Int32
        var length: Int32 = 0
        /// Where the member's name begins, without quotes, and how long it is.
        var nameStart: Int32 = 0
        var nameLength: Int32 = 0
        /// How many values a list or object has.
        var count: Int32 = 0
        /// The first value after this one and all that is in it.
        var next: Int32 = 0
    }

    let bytes: UnsafeBufferPointer<UInt8>
    private(set) var nodes: [Node] = []
    private var position = 0
    /// Set when a value was asked for in a way that `JSONDecoder` may answer otherwise: what was read is not to be used.
    var isUnsure = false

    /// - Returns: Nil when the text is not plain JSON.
    init?(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
        guard bytes.count < Int(Int32.max) else { return nil }
        nodes.reserveCapacity(32)
        guard value(name: 0..<0, depth: 0) else { return nil }
        skipSpace()
        guard position == bytes.count else { return nil }
    }

    func text(_ index: Int) -> UnsafeBufferPointer<UInt8> {
        let node = nodes[index]
        return UnsafeBufferPointer(rebasing: bytes[Int(node.start)..<Int(node.start + node.length)])
    }

    func name(_ index: Int) -> UnsafeBufferPointer<UInt8> {
        let node = nodes[index]
        return UnsafeBufferPointer(rebasing: bytes[Int(node.nameStart)..<Int(node.nameStart + node.nameLength)])
    }

    private func value(name: Range<Int>, depth: Int) -> Bool {
        guard let first = peek(), depth <= Self.maximumDepth else { return false }
        let index = nodes.count
        nodes.append(
            Node(
                kind: .null, start: Int32(position), nameStart: Int32(name.lowerBound), nameLength: Int32(name.count)))
        switch first {
        case UInt8(ascii: "\""):
            guard let (text, isEscaped) = string() else { return false }
            nodes[index].kind = isEscaped ? .escapedString : .string
            nodes[index].start = Int32(text.lowerBound)
            nodes[index].length = Int32(text.count)
        case UInt8(ascii: "{"):
            nodes[index].kind = .object
            guard members(of: index, depth: depth) else { return false }
        case UInt8(ascii: "["):
            nodes[index].kind = .array
            guard elements(of: index, depth: depth) else { return false }
        case UInt8(ascii: "t"):
            nodes[index].kind = .true
            guard word("true") else { return false }
        case UInt8(ascii: "f"):
            nodes[index].kind = .false
            guard word("false") else { return false }
        case UInt8(ascii: "n"): guard word("null") else { return false }
        default:
            nodes[index].kind = .number
            guard number() else { return false }
            nodes[index].length = Int32(position) - nodes[index].start
        }
        nodes[index].next = Int32(nodes.count)
        return true
    }

    private func members(of index: Int, depth: Int) -> Bool {
        position += 1
        if take(UInt8(ascii: "}")) { return true }
        var children: [Range<Int>] = []
        repeat {
            guard peek() == UInt8(ascii: "\""), let (name, isEscaped) = string(), !isEscaped,
                bytes[name].allSatisfy({ $0 < 0x80 }), children.count < Self.maximumMembers,
                !children.contains(where: { bytes[$0].elementsEqual(bytes[name]) }), take(UInt8(ascii: ":")),
                value(name: name, depth: depth + 1)
            else { return false }
            children.append(name)
        } while take(UInt8(ascii: ","))
        nodes[index].count = Int32(children.count)
        return take(UInt8(ascii: "}"))
    }

    private func elements(of index: Int, depth: Int) -> Bool {
        position += 1
        if take(UInt8(ascii: "]")) { return true }
        var count: Int32 = 0
        repeat {
            guard value(name: 0..<0, depth: depth + 1) else { return false }
            count += 1
        } while take(UInt8(ascii: ","))
        nodes[index].count = count
        return take(UInt8(ascii: "]"))
    }

    private func string() -> (Range<Int>, isEscaped: Bool)? {
        position += 1
        let start = position
        var isEscaped = false
        while position < bytes.count {
            let byte = bytes[position]
            if byte == UInt8(ascii: "\"") {
                position += 1
                return (start..<(position - 1), isEscaped)
            }
            if byte == UInt8(ascii: "\\") {
                isEscaped = true
                position += 1
                guard position < bytes.count, Self.unescaped(bytes[position]) != nil else { return nil }
            }
            guard byte >= 0x20 else { return nil }
            position += 1
        }
        return nil
    }

    /// What a character after a backslash stands for.
    static func unescaped(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): byte
        case UInt8(ascii: "n"): 0x0A
        case UInt8(ascii: "r"): 0x0D
        case UInt8(ascii: "t"): 0x09
        default: nil
        }
    }

    private func number() -> Bool {
        _ = takeNow(UInt8(ascii: "-"))
        let leadingZero = takeNow(UInt8(ascii: "0"))
        guard leadingZero || digits() else { return false }
        if takeNow(UInt8(ascii: ".")) { guard digits() else { return false } }
        if takeNow(UInt8(ascii: "e")) || takeNow(UInt8(ascii: "E")) {
            if !takeNow(UInt8(ascii: "-")) { _ = takeNow(UInt8(ascii: "+")) }
            guard digits() else { return false }
        }
        return true
    }

    private func digits() -> Bool {
        let start = position
        while position < bytes.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[position]) {
            position += 1
        }
        return position > start
    }

    private func word(_ word: StaticString) -> Bool {
        let length = word.utf8CodeUnitCount
        guard position + length <= bytes.count else { return false }
        for offset in 0..<length where bytes[position + offset] != word.utf8Start[offset] { return false }
        position += length
        return true
    }

    private func peek() -> UInt8? {
        skipSpace()
        return position < bytes.count ? bytes[position] : nil
    }

    private func take(_ byte: UInt8) -> Bool {
        skipSpace()
        return takeNow(byte)
    }

    private func takeNow(_ byte: UInt8) -> Bool {
        guard position < bytes.count, bytes[position] == byte else { return false }
        position += 1
        return true
    }

    private func skipSpace() {
        while position < bytes.count {
            switch bytes[position] {
            case 0x20, 0x09, 0x0A, 0x0D: position += 1
            default: return
            }
        }
    }
}
