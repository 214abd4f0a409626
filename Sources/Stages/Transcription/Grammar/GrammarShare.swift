/// The division of a grammar's transitions between its parts: max-min fairness.
enum GrammarShare {
    /// Returns the most transitions of each part with which all parts together do not need more than `capacity`.
    ///
    /// A part that needs less than an equal share keeps all it needs, whatever the others need. The others share the
    /// rest evenly.
    static func limit(_ sizes: [Int], capacity: Int) -> Int {
        var rest = capacity
        for (index, size) in sizes.sorted().enumerated() {
            let share = rest / (sizes.count - index)
            guard size <= share else { return share }
            rest -= size
        }
        return capacity
    }
}
