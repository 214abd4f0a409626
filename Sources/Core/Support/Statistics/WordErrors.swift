/// The count of word errors: inserted, deleted and substituted words.
package struct WordErrors: Sendable {
    /// The number of errors.
    package private(set) var errors = 0
    /// The number of words spoken.
    package private(set) var words = 0

    /// Creates a count of nothing.
    package init() {}

    /// The word error rate; nil when no word was spoken.
    package var rate: Double? { words > 0 ? Double(errors) / Double(words) : nil }

    /// Adds what was heard of a text.
    package mutating func add(said: [String], heard: [String]) {
        words += said.count
        errors += Self.distance(said, heard)
    }

    /// Returns the Levenshtein distance in words.
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
