/// Words that were inserted, deleted or put in another's place.
struct WordErrors {
    /// How many words differ.
    private(set) var errors = 0
    /// How many words were said.
    private(set) var words = 0

    /// Errors a word said; nil when no word was.
    var rate: Double? { words > 0 ? Double(errors) / Double(words) : nil }

    mutating func add(said: [String], heard: [String]) {
        words += said.count
        errors += Self.distance(said, heard)
    }

    /// The least number of changes that turn one into the other (Levenshtein).
    private static func distance(_ left: [String], _ right: [String]) -> Int {
        var row = Array(0...right.count)
        for (index, word) in left.enumerated() {
            var diagonal = row[0]
            row[0] = index + 1
            for column in right.indices {
                let substitution = diagonal + (word == right[column] ? 0 : 1)
                diagonal = row[column + 1]
                row[column + 1] = min(substitution, diagonal + 1, row[column] + 1)
            }
        }
        return row[right.count]
    }
}
