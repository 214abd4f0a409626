/// Prior knowledge of a language's words: classes of words with the same function, and clusters of words with
/// similar use.
struct WordLexicon: Sendable {
    /// The classes of a word; 0 for a word that is in no list.
    struct Classes: Sendable, Equatable {
        /// The class among function words, numbers, times and places.
        var function: UInt32 = 0
        /// The clusters of similarly used words at three levels: coarse (few and large), middle, and fine (many and
        /// small).
        var coarse: UInt32 = 0
        var middle: UInt32 = 0
        var fine: UInt32 = 0

        // The numbers of what is no letters are above those of all clusters.

        /// The classes of the positions before the first and after the last word.
        static let edge = Classes(function: 60_000, coarse: 60_000, middle: 60_000, fine: 60_000)
        static let digits = Classes(function: 1, coarse: 9000, middle: 9000, fine: 9000)

        /// The function of the word, or else its small cluster.
        var finest: UInt64 { function != 0 ? UInt64(function) : UInt64(fine) << 20 }

        static func sign(_ byte: UInt8) -> Classes {
            let number = UInt32(byte) + 9001
            return Classes(function: number, coarse: number, middle: 9001, fine: number)
        }
    }

    /// The names of places.
    let names: NameList
    private let table: FeatureTable
    private let classes: [Classes]

    /// Reads the lists.
    /// - Parameters:
    ///   - functions: One class per line, words separated by spaces.
    ///   - clusters: Words separated by white space. The words of a cluster follow the numbers of its coarse
    ///     and its middle cluster, such as `3.17`.
    ///   - names: Names in the format of ``NameList``.
    init(functions: String, clusters: String, names: String) {
        var table = FeatureTable()
        var classes: [Classes] = []
        func change(_ word: Substring, _ body: (inout Classes) -> Void) {
            let number = table.insert(Self.hash(word.utf8))
            if number == classes.count { classes.append(Classes()) }
            body(&classes[number])
        }
        for (index, line) in functions.split(separator: "\n").enumerated() {
            for word in line.split(separator: " ") { change(word) { $0.function = UInt32(index + 2) } }
        }
        var (coarse, middle, fine): (UInt32, UInt32, UInt32) = (0, 0, 0)
        for word in clusters.split(whereSeparator: \.isWhitespace) {
            if word.first?.isNumber == true {
                let numbers = word.split(separator: ".").compactMap { UInt32($0) }
                (coarse, middle, fine) = ((numbers.first ?? 0) + 1, (numbers.last ?? 0) + 1, fine + 1)
            } else {
                change(word) { ($0.coarse, $0.middle, $0.fine) = (coarse, middle, fine) }
            }
        }
        (self.table, self.classes) = (table, classes)
        self.names = NameList(names)
    }

    /// Returns the classes of a lower-case word.
    func classes(of word: ArraySlice<UInt8>, _ kind: WordSequence.Word.Kind) -> Classes {
        switch kind {
        case .digits: .digits
        case .sign: .sign(word.first ?? 0)
        case .letters: table.number(of: Self.hash(word)).map { classes[$0] } ?? Classes()
        }
    }

    private static func hash(_ word: some Sequence<UInt8>) -> UInt32 {
        var hash = FeatureHash(9)
        for byte in word { hash.mix(byte) }
        return hash.value
    }
}
