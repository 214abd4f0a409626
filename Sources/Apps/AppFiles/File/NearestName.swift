/// A search for the name that a misspelt name was meant to be.
enum NearestName {
    /// Returns the name with the smallest edit distance; nil when all distances are too large.
    static func of(_ text: String, among names: some Sequence<String>) -> String? {
        let letters = Array(text.lowercased().prefix(64))
        let limit = max(1, letters.count / 3)
        var best: (name: String, distance: Int)?
        for name in names {
            let distance = self.distance(letters, Array(name.lowercased().prefix(64)))
            if distance <= limit, distance < best?.distance ?? Int.max { best = (name, distance) }
        }
        return best?.name
    }

    /// Returns the number of inserted, deleted, replaced or transposed letters (optimal string alignment).
    private static func distance(_ left: [Character], _ right: [Character]) -> Int {
        var before: [Int] = []
        var last = Array(0...right.count)
        for (row, letter) in left.enumerated() {
            var current = [row + 1]
            for (column, other) in right.enumerated() {
                var cost = min(last[column + 1] + 1, current[column] + 1, last[column] + (letter == other ? 0 : 1))
                if row > 0, column > 0, letter == right[column - 1], left[row - 1] == other {
                    cost = min(cost, before[column - 1] + 1)
                }
                current.append(cost)
            }
            (before, last) = (last, current)
        }
        return last[right.count]
    }
}
