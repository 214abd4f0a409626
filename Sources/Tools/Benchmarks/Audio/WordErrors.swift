/// A count of words that were heard as others, left out or added.
struct WordErrors {
    private var errors = 0
    private var words = 0

    /// The errors as a share of the words said.
    var rate: Double { words == 0 ? 0 : Double(errors) / Double(words) }

    /// Adds what was heard of a text.
    mutating func add(_ heard: String, for said: String) {
        let (heard, said) = (Self.words(heard), Self.words(said))
        errors += Self.distance(heard, said)
        words += said.count
    }

    private static func words(_ text: String) -> [String] {
        text.lowercased().split { !$0.isLetter && !$0.isNumber && $0 != "'" }.map(String.init)
    }

    /// Returns the least number of changed, missing and additional words.
    private static func distance(_ one: [String], _ other: [String]) -> Int {
        var row = Array(0...other.count)
        for (index, word) in one.enumerated() {
            var diagonal = row[0]
            row[0] = index + 1
            for column in other.indices {
                let change = diagonal + (word == other[column] ? 0 : 1)
                diagonal = row[column + 1]
                row[column + 1] = min(change, row[column + 1] + 1, row[column] + 1)
            }
        }
        return row[other.count]
    }
}
