import Foundation

/// SSML reduced to elements and text: the byte order mark, the XML declaration, comments and processing instructions
/// are left out, and CDATA sections become escaped text.
///
/// FoundationXML's parser crashes at a processing instruction without data, `<?a?>`. The declaration's encoding is
/// wrong for a text that is already decoded.
enum SSMLSource {
    /// Returns the bytes for the XML parser. They are cut where the text becomes invalid, and so stay invalid.
    static func data(_ text: String) -> Data {
        // libxml2 takes zero bytes at the start for UTF-16 or UTF-32, in which it would find more instructions.
        guard !text.utf8.contains(0) else { return Data([UInt8(ascii: "<")]) }
        var rest = Array(text.utf8)[...]
        if rest.starts(with: [0xEF, 0xBB, 0xBF]) { rest = rest.dropFirst(3) }
        // An array, since Data crashes when it is empty and an empty slice is added to it.
        var output: [UInt8] = []
        output.reserveCapacity(rest.count)
        while let start = rest.firstIndex(of: UInt8(ascii: "<")) {
            output += rest[..<start]
            rest = rest[start...]
            guard let part = parts.first(where: { rest.starts(with: $0.opening) }) else {
                output.append(UInt8(ascii: "<"))
                rest = rest.dropFirst()
                // A part left out after this bracket would join it with the rest, perhaps to an instruction.
                guard rest.first != UInt8(ascii: "<") else { return Data(output) }
                continue
            }
            rest = rest.dropFirst(part.opening.count)
            guard let end = rest.firstRange(of: part.closing) else {
                output.append(UInt8(ascii: "<"))
                return Data(output)
            }
            if part.isText { output += escaped(rest[..<end.lowerBound]) }
            rest = rest[end.upperBound...]
        }
        return Data(output + rest)
    }

    private static let parts: [(opening: [UInt8], closing: [UInt8], isText: Bool)] = [
        (Array("<?".utf8), Array("?>".utf8), false), (Array("<!--".utf8), Array("-->".utf8), false),
        (Array("<![CDATA[".utf8), Array("]]>".utf8), true),
    ]

    private static func escaped(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        bytes.flatMap { byte -> [UInt8] in
            switch byte {
            case UInt8(ascii: "<"): Array("&lt;".utf8)
            case UInt8(ascii: "&"): Array("&amp;".utf8)
            case UInt8(ascii: ">"): Array("&gt;".utf8)
            default: [byte]
            }
        }
    }
}
