import Glibc

/// The parser of ``PlainJSON``.
struct PlainJSONParser {
    /// The deepest nesting. Text that is nested more deeply is left to `JSONDecoder`.
    static let maximumDepth = 32
    /// The most members of an object. Larger objects are left to `JSONDecoder`, since each name is compared
    /// with all names before it.
    private static let maximumMembers = 32

    private(set) var nodes: [PlainJSON.Node] = []
    private var scanner: JSONScanner

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        scanner = JSONScanner(bytes)
        nodes.reserveCapacity(32)
    }

    /// Reads the text; false when it is not plain JSON.
    mutating func parse() -> Bool { value(name: 0..<0, depth: 0) && scanner.end() }

    private mutating func value(name: Range<Int>, depth: Int) -> Bool {
        guard let first = scanner.peek(), depth <= Self.maximumDepth else { return false }
        let index = nodes.count
        nodes.append(
            PlainJSON.Node(
                kind: .null, start: Int32(scanner.position), nameStart: Int32(name.lowerBound),
                nameLength: Int32(name.count)))
        switch first {
        case UInt8(ascii: "\""):
            guard let (text, isEscaped) = scanner.string() else { return false }
            set(index, isEscaped ? .escapedString : .string, text)
        case UInt8(ascii: "{"):
            nodes[index].kind = .object
            guard members(of: index, depth: depth) else { return false }
        case UInt8(ascii: "["):
            nodes[index].kind = .array
            guard elements(of: index, depth: depth) else { return false }
        case UInt8(ascii: "t"):
            nodes[index].kind = .true
            guard scanner.take(word: "true") else { return false }
        case UInt8(ascii: "f"):
            nodes[index].kind = .false
            guard scanner.take(word: "false") else { return false }
        case UInt8(ascii: "n"): guard scanner.take(word: "null") else { return false }
        default:
            guard let text = scanner.number() else { return false }
            set(index, .number, text)
        }
        nodes[index].next = Int32(nodes.count)
        return true
    }

    private mutating func set(_ index: Int, _ kind: PlainJSON.Kind, _ text: Range<Int>) {
        nodes[index].kind = kind
        nodes[index].start = Int32(text.lowerBound)
        nodes[index].length = Int32(text.count)
    }

    private mutating func members(of index: Int, depth: Int) -> Bool {
        guard scanner.take(UInt8(ascii: "{")) else { return false }
        if scanner.take(UInt8(ascii: "}")) { return true }
        // The names of members are compared only when the bits of their lengths and ends collide.
        var (count, bits): (Int32, UInt64) = (0, 0)
        repeat {
            guard scanner.peek() == UInt8(ascii: "\""), let (name, isEscaped) = scanner.string(), !isEscaped,
                scanner[name].isASCII, count < Self.maximumMembers
            else { return false }
            let bit = scanner[name].bit
            guard bits & bit == 0 || !hasMember(scanner[name], in: index), scanner.take(UInt8(ascii: ":")),
                value(name: name, depth: depth + 1)
            else { return false }
            bits |= bit
            count += 1
        } while scanner.take(UInt8(ascii: ","))
        nodes[index].count = count
        return scanner.take(UInt8(ascii: "}"))
    }

    /// Returns whether the object that is being read has a member with a name.
    private func hasMember(_ name: UnsafeBufferPointer<UInt8>, in index: Int) -> Bool {
        var child = index + 1
        while child < nodes.count {
            let node = nodes[child]
            if scanner[Int(node.nameStart)..<Int(node.nameStart + node.nameLength)].isEqual(to: name) { return true }
            child = Int(node.next)
        }
        return false
    }

    private mutating func elements(of index: Int, depth: Int) -> Bool {
        guard scanner.take(UInt8(ascii: "[")) else { return false }
        if scanner.take(UInt8(ascii: "]")) { return true }
        var count: Int32 = 0
        repeat {
            guard value(name: 0..<0, depth: depth + 1) else { return false }
            count += 1
        } while scanner.take(UInt8(ascii: ","))
        nodes[index].count = count
        return scanner.take(UInt8(ascii: "]"))
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Whether all bytes are ASCII.
    fileprivate var isASCII: Bool { reduce(0) { $0 | $1 } < 0x80 }

    /// One of 64 bits by which most names differ.
    fileprivate var bit: UInt64 {
        guard let first, let last else { return 1 }
        return 1 << ((UInt64(count) &* 7 &+ UInt64(first) &* 3 &+ UInt64(last)) & 63)
    }

    /// Returns whether the bytes are the same as others.
    func isEqual(to other: Self) -> Bool {
        guard count == other.count, let left = baseAddress, let right = other.baseAddress else {
            return isEmpty && other.isEmpty
        }
        return memcmp(left, right, count) == 0
    }
}
