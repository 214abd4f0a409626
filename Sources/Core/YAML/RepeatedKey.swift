import Yams

/// The second place of a key that a mapping has twice, of which YAML's parser tells the first only.
enum RepeatedKey {
    /// A position in a file, from 1.
    typealias Place = (line: Int, column: Int)

    /// Put before the first key, so that the parser accepts the document and tells the place of the second.
    private static let mark = "saybus-first-"

    /// Returns the second place; nil when the document has other problems, too.
    static func place(of key: String, after first: Place, in bytes: [UInt8]) -> Place? {
        var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { Array($0) }
        guard lines.indices.contains(first.line - 1) else { return nil }
        var line = Array(String(decoding: lines[first.line - 1], as: UTF8.self).unicodeScalars)
        guard line.indices.contains(first.column - 1) else { return nil }
        let isQuoted = "\"'".unicodeScalars.contains(line[first.column - 1])
        line.insert(contentsOf: mark.unicodeScalars, at: isQuoted ? first.column : first.column - 1)
        var text = String.UnicodeScalarView()
        text.append(contentsOf: line)
        lines[first.line - 1] = Array(String(text).utf8)
        let changed = Array(lines.joined(separator: [UInt8(ascii: "\n")]))
        guard let found = place(of: key, in: String(decoding: changed, as: UTF8.self)) else { return nil }
        return (found.line, found.line == first.line ? found.column - mark.count : found.column)
    }

    private static func place(of key: String, in text: String) -> Place? {
        do {
            let root = try Parser(yaml: text, resolver: .basic, encoding: .utf8).singleRoot()
            return root.flatMap { place(of: key, below: $0) }
        } catch YamlError.duplicatedKeysInMapping(let keys, let context) where keys.first == key {
            // The key occurs a third time.
            return (context.mark.line, context.mark.column)
        } catch {
            return nil
        }
    }

    private static func place(of key: String, below node: Node) -> Place? {
        switch node {
        case .mapping(let mapping):
            if mapping.contains(where: { $0.key.string == mark + key }),
                let found = mapping.first(where: { $0.key.string == key })?.key.mark
            {
                return (found.line, found.column)
            }
            return mapping.lazy.compactMap { place(of: key, below: $0.value) }.first
        case .sequence(let sequence): return sequence.lazy.compactMap { place(of: key, below: $0) }.first
        default: return nil
        }
    }
}
