/// What is known of a language's words beforehand: which do the same work in a sentence, and which are used alike.
struct WordLexicon: Sendable {
    /// A word's classes; 0 for a word that is in no list.
    struct Classes: Sendable, Equatable {
        /// Function words, numbers, times and places.
        var function: UInt32 = 0
        /// Words used alike, in few large clusters, in some, and in many small ones.
        var coarse: UInt32 = 0
        var middle: UInt32 = 0
        var fine: UInt32 = 0

        /// What is before the first word and after the last.
        static let edge = Classes(function: 60_000, coarse: 60_000, middle: 60_000, fine: 60_000)
        static let digits = Classes(function: 1, coarse: 9000, middle: 9000, fine: 9000)

        /// The function of the word, or else its small cluster.
        var finest: UInt64 { function != 0 ? UInt64(function) : UInt64(fine) << 20 }

        static func sign(_ byte: UInt8) -> Classes {
            let number = UInt32(byte) + 9001
            return Classes(function: number, coarse: number, middle: 9001, fine: number)
        }
    }

    /// Names of places.
    let names: NameList
    private let table: FeatureTable
    private let classes: [Classes]

    /// Reads lists.
    /// - Parameters:
    ///   - functions: A line a class, its words with spaces between.
    ///   - names: As ``NameList`` reads them.
    ///   - clusters: Words with white space between; before those of a cluster stand the numbers of its coarse and its middle one, `3.17`.
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

    /// The classes of a word in lower case.
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
