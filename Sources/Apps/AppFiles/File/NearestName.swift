/// Finds what somebody may have meant.
enum NearestName {
    /// The name that the fewest changed letters lead to; nil when too many would have to change.
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

    /// How many letters must be put in, taken out, changed or swapped with the next (optimal string alignment).
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
