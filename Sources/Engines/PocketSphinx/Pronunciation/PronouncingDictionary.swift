import Foundation
import SaybusSupport

/// A dictionary file of lines `word PHONE PHONE …`, with `word(2)` for a second pronunciation (the CMU format).
package struct PronouncingDictionary: Sendable {
    private let content: Data

    /// Maps the file into memory.
    package init(path: String) throws {
        content = try Data(contentsOf: URL(fileURLWithPath: path), options: .alwaysMapped)
    }

    /// Returns all pronunciations of the words that are in the dictionary.
    ///
    /// Each call reads the whole file: look up many words at once.
    package func pronunciations(of words: Set<String>) -> [String: [Pronunciation]] {
        guard !words.isEmpty else { return [:] }
        let wanted = Dictionary(words.map { (FNV1a($0.utf8).value, $0) }, uniquingKeysWith: { first, _ in first })
        var result: [String: [Pronunciation]] = [:]
        content.withUnsafeBytes { bytes in
            var line = 0
            while line < bytes.count {
                var hash = FNV1a()
                var end = line
                while end < bytes.count, bytes[end] > UInt8(ascii: " "), bytes[end] != UInt8(ascii: "(") {
                    hash.mix(bytes[end])
                    end += 1
                }
                var lineEnd = end
                while lineEnd < bytes.count, bytes[lineEnd] != UInt8(ascii: "\n") { lineEnd += 1 }
                if let word = wanted[hash.value], bytes[line..<end].elementsEqual(word.utf8) {
                    let rest = String(decoding: bytes[end..<lineEnd], as: UTF8.self)
                    let fields = rest.split(whereSeparator: \.isWhitespace).map(String.init)
                    let phones = fields.first?.hasPrefix("(") == true ? Array(fields.dropFirst()) : fields
                    if let pronunciation = Pronunciation(phones) { result[word, default: []].append(pronunciation) }
                }
                line = lineEnd + 1
            }
        }
        return result
    }
}
