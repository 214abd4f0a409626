import Foundation
import SaybusEspeakNG

/// A sentence in the phonemes of a voice, with the places of its words.
struct PiperPhonemes: Sendable, Equatable {
    /// The phonemes, one scalar each; a space stands between words.
    var phonemes: [Unicode.Scalar] = []
    /// For each written word, the index of its first phoneme.
    var starts: [Int] = []

    private static let marks = Set(".,:;!?".unicodeScalars)
    /// Stress and length, which do not tell words apart.
    private static let ignored = Set("ˈˌː ".unicodeScalars)

    /// Pronounces the words of a sentence.
    /// - Parameters:
    ///   - words: The words with their punctuation.
    ///   - library: The library, with the voice's pronouncer in use.
    init(_ words: [String], _ library: inout EspeakLibrary.Access) {
        let text = words.joined(separator: " ")
        var offsets: [Int] = []
        var offset = 0
        for word in words {
            offsets.append(offset)
            offset += word.utf8.count + 1
        }
        var first = 0
        let clauses = library.clauses(of: text)
        for (index, clause) in clauses.enumerated() {
            // The library has read the first character of the next clause.
            var next = first
            while next < words.count,
                index == clauses.count - 1 || offsets[next] + (words[next].first?.utf8.count ?? 1) < clause.end
            {
                next += 1
            }
            add(clause.phonemes, Array(words[first..<next]), isLast: index == clauses.count - 1, &library)
            first = next
        }
        while starts.count < words.count { starts.append(max(0, phonemes.count - 1)) }
    }

    private mutating func add(
        _ text: String, _ words: [String], isLast: Bool, _ library: inout EspeakLibrary.Access
    ) {
        if let last = phonemes.last, last != " " { phonemes.append(" ") }
        let before = phonemes.count
        // The library marks words of another language: "(fr)".
        let plain = text.replacing(/\([a-z-]+\)/, with: "")
        phonemes += Array(plain.decomposedStringWithCanonicalMapping.unicodeScalars)
        let alone = words.map { word in
            Array(library.phonemes(of: word).decomposedStringWithCanonicalMapping.unicodeScalars)
                .filter { !Self.ignored.contains($0) }
        }
        starts += Self.align(Array(phonemes[before...]), with: alone).map { before + $0 }
        let mark = words.last?.unicodeScalars.last { Self.marks.contains($0) }
        // A dot in the middle belongs to an abbreviation.
        if let mark, mark != "." || isLast { phonemes.append(mark) } else if isLast { phonemes.append(".") }
    }

    /// Returns, for each word, the place in a clause where it begins.
    ///
    /// The words are pronounced a little differently within the clause, and may be joined or be several; the shortest
    /// sequence of changes tells which phonemes are whose.
    static func align(_ clause: [Unicode.Scalar], with words: [[Unicode.Scalar]]) -> [Int] {
        let places = clause.indices.filter { !ignored.contains(clause[$0]) }
        let (heard, said) = (places.map { clause[$0] }, words.flatMap(\.self))
        let width = said.count + 1
        guard heard.count * width < 1 << 20 else { return words.map { _ in 0 } }
        var costs = [Int](repeating: 0, count: (heard.count + 1) * width)
        for row in 0...heard.count {
            for column in 0...said.count {
                if row == 0 || column == 0 {
                    costs[row * width + column] = row + column
                } else {
                    let change = heard[row - 1] == said[column - 1] ? 0 : 1
                    costs[row * width + column] = min(
                        costs[(row - 1) * width + column - 1] + change, costs[(row - 1) * width + column] + 1,
                        costs[row * width + column - 1] + 1)
                }
            }
        }
        // The first phoneme of the clause that belongs to each phoneme of the words.
        var owners = [Int](repeating: 0, count: width)
        var (row, column) = (heard.count, said.count)
        owners[column] = row
        while column > 0 {
            let here = costs[row * width + column]
            if row > 0, here == costs[(row - 1) * width + column - 1] + (heard[row - 1] == said[column - 1] ? 0 : 1) {
                (row, column) = (row - 1, column - 1)
                owners[column] = row
            } else if row > 0, here == costs[(row - 1) * width + column] + 1 {
                row -= 1
            } else {
                column -= 1
                owners[column] = row
            }
        }
        var count = 0
        return words.map { word in
            defer { count += word.count }
            let owner = owners[count]
            guard owner < places.count else { return max(0, clause.count - 1) }
            // The stress before the first sound belongs to the word.
            var place = places[owner]
            while place > 0, ignored.contains(clause[place - 1]), clause[place - 1] != " " { place -= 1 }
            return place
        }
    }

    /// Returns the numbers of the phonemes for a network, with the index of each phoneme's first number. Phonemes that
    /// the voice does not know are left out.
    func numbers(_ configuration: PiperConfiguration) -> (ids: [Int64], places: [Int]) {
        let pad = configuration.ids[PiperConfiguration.pad] ?? [0]
        var ids = (configuration.ids[PiperConfiguration.begin] ?? []) + pad
        var places: [Int] = []
        for phoneme in phonemes {
            places.append(ids.count)
            if let numbers = configuration.ids[String(phoneme)] { ids += numbers + pad }
        }
        return (ids + (configuration.ids[PiperConfiguration.end] ?? []), places)
    }
}
