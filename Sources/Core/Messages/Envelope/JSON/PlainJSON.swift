/// A parsed JSON text: the places of its values, in a flat list in the order of the text.
///
/// Only the plain forms that publishers write are read. For rare forms (escapes by number, a member name that
/// occurs twice or is not ASCII, deep nesting, objects with many members) the initializer returns nil. The
/// caller then uses `JSONDecoder`, which reads all of JSON and describes errors. So this reader can be fast,
/// and may refuse valid JSON.
final class PlainJSON {
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

    let nodes: [Node]
    private let bytes: UnsafeBufferPointer<UInt8>
    /// Whether a value was requested in a way in which `JSONDecoder` may give another result. The result must
    /// then be discarded.
    var needsFoundation = false

    /// Parses a text.
    /// - Parameter bytes: The text. It must outlive this object.
    /// - Returns: Nil when the text is not plain JSON.
    init?(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard bytes.count < Int(Int32.max) else { return nil }
        var parser = PlainJSONParser(bytes)
        guard parser.parse() else { return nil }
        (nodes, self.bytes) = (parser.nodes, bytes)
    }

    /// Returns the text of a number or a string, in which escapes are kept as they are.
    func text(_ index: Int) -> UnsafeBufferPointer<UInt8> {
        let node = nodes[index]
        return UnsafeBufferPointer(rebasing: bytes[Int(node.start)..<Int(node.start + node.length)])
    }

    /// Returns the name of a member.
    func name(_ index: Int) -> UnsafeBufferPointer<UInt8> {
        let node = nodes[index]
        return UnsafeBufferPointer(rebasing: bytes[Int(node.nameStart)..<Int(node.nameStart + node.nameLength)])
    }

    /// Returns the index of a member of an object; nil when the object has none of this name.
    func member(of object: Int, named name: UnsafeBufferPointer<UInt8>) -> Int? {
        nodes.withUnsafeBufferPointer { nodes in
            var child = object + 1
            let end = Int(nodes[object].next)
            while child < end {
                let node = nodes[child]
                if Int(node.nameLength) == name.count, self.name(child).isEqual(to: name) { return child }
                child = Int(node.next)
            }
            return nil
        }
    }
}
