/// The ambiguities of JSON text: readers differ in which of two fields of one name they take, and in the encodings that
/// they know.
package enum JSONAmbiguity {
    /// Returns what is ambiguous in a text, as the end of a sentence; nil when nothing is.
    ///
    /// Text that is not JSON may have any answer.
    package static func fault(in bytes: [UInt8]) -> String? {
        // UTF-16 and UTF-32 have zeros, which JSON in UTF-8 never has.
        if bytes.contains(0) { return "is not in UTF-8" }
        return repeatedName(in: bytes).map { "has \"\($0.shortened(to: 64))\" twice" }
    }

    /// Returns a name that one object has twice; nil when there is none.
    private static func repeatedName(in bytes: [UInt8]) -> String? {
        // The names of each object and array around the position; an array has none.
        var open: [Set<[UInt8]>] = []
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            switch byte {
            case UInt8(ascii: "{"), UInt8(ascii: "["): open.append([])
            case UInt8(ascii: "}"), UInt8(ascii: "]"): _ = open.popLast()
            case UInt8(ascii: "\""):
                let start = index
                var isEscaped = false
                while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
                    if bytes[index] == UInt8(ascii: "\\") {
                        isEscaped = true
                        index += 1
                    }
                    index += 1
                }
                let end = min(index, bytes.count)
                index += 1
                guard isName(bytes, before: index), let last = open.indices.last else { continue }
                let name = isEscaped ? unescaped(bytes[start..<end]) : Array(bytes[start..<end])
                if !open[last].insert(name).inserted { return String(decoding: name, as: UTF8.self) }
            default: break
            }
        }
        return nil
    }

    /// Returns whether a string that ends before a place is a name: a colon follows.
    private static func isName(_ bytes: [UInt8], before place: Int) -> Bool {
        let next = bytes.dropFirst(place).first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
        return next == UInt8(ascii: ":")
    }

    /// Returns a name for which its escapes stand: `\u0061` is `a`.
    private static func unescaped(_ name: ArraySlice<UInt8>) -> [UInt8] {
        let quote = [UInt8(ascii: "\"")]
        let text = try? JSONCoding.decode(String.self, from: quote + Array(name) + quote)
        return text.map { Array($0.utf8) } ?? Array(name)
    }
}
