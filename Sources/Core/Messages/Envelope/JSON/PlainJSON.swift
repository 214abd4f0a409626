/// A parsed JSON text: the places of its values, in a flat list in the order of the text.
///
/// Only the plain forms that publishers write are read. For rare forms (escapes by number, a member name that
/// occurs twice or is not ASCII, deep nesting, objects with many members) the initializer returns nil. The
/// caller then uses `JSONDecoder`, which reads all of JSON and describes errors. So this reader can be fast,
/// and may refuse valid JSON.
final class PlainJSON {
    /// The deepest nesting. Text that is nested more deeply is left to `JSONDecoder`.
    static let maximumDepth = 32
    /// The most members of an object. Larger objects are left to `JSONDecoder`, since each name is compared
    /// with all names before it.
    private static let maximumMembers = 32

    enum Kind: UInt8 { case null, `true`, `false`, number, string, escapedString, array, object }

    /// A value. Places are byte offsets in the text.
    struct Node {
        var kind: Kind
        /// The place of the value's text, for strings without the quotes.
        var start: Int32
        var length: Int32 = 0
        /// The place of the member's name without the quotes, for members of an object.
        var nameStart: Int32 = 0
        var nameLength: Int32 = 0
        /// The number of values directly in an array or an object.
        var count: Int32 = 0
        /// The index of the first node after this one and everything in it.
        var next: Int32 = 0
    }

    private(set) var nodes: [Node] = []
    private var scanner: JSONScanner
    /// Whether a value was requested in a way in which `JSONDecoder` may give another result. The result must
    /// then be discarded.
    var needsFoundation = false

    /// Parses a text.
    /// - Parameter bytes: The text. It must outlive this object.
    /// - Returns: Nil when the text is not plain JSON.
    init?(_ bytes: UnsafeBufferPointer<UInt8>) {
        scanner = JSONScanner(bytes)
        guard bytes.count < Int(Int32.max) else { return nil }
        nodes.reserveCapacity(32)
        guard value(name: 0..<0, depth: 0), scanner.end() else { return nil }
    }

    /// Returns the text of a number or a string, in which escapes are kept as they are.
    func text(_ index: Int) -> UnsafeBufferPointer<UInt8> {
        let node = nodes[index]
        return scanner[Int(node.start)..<Int(node.start + node.length)]
    }

    /// Returns the name of a member.
    func name(_ index: Int) -> UnsafeBufferPointer<UInt8> {
        let node = nodes[index]
        return scanner[Int(node.nameStart)..<Int(node.nameStart + node.nameLength)]
    }

    private func value(name: Range<Int>, depth: Int) -> Bool {
        guard let first = scanner.peek(), depth <= Self.maximumDepth else { return false }
        let index = nodes.count
        nodes.append(
            Node(
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

    private func set(_ index: Int, _ kind: Kind, _ text: Range<Int>) {
        nodes[index].kind = kind
        nodes[index].start = Int32(text.lowerBound)
        nodes[index].length = Int32(text.count)
    }

    private func members(of index: Int, depth: Int) -> Bool {
        guard scanner.take(UInt8(ascii: "{")) else { return false }
        if scanner.take(UInt8(ascii: "}")) { return true }
        var children: [Range<Int>] = []
        repeat {
            guard scanner.peek() == UInt8(ascii: "\""), let (name, isEscaped) = scanner.string(), !isEscaped,
                scanner[name].allSatisfy({ $0 < 0x80 }), children.count < Self.maximumMembers,
                !children.contains(where: { scanner[$0].elementsEqual(scanner[name]) }),
                scanner.take(UInt8(ascii: ":")), value(name: name, depth: depth + 1)
            else { return false }
            children.append(name)
        } while scanner.take(UInt8(ascii: ","))
        nodes[index].count = Int32(children.count)
        return scanner.take(UInt8(ascii: "}"))
    }

    private func elements(of index: Int, depth: Int) -> Bool {
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
