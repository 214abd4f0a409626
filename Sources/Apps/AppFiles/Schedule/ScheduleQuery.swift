/// The choice of items in a room, with all values filled in.
struct ScheduleQuery: Sendable, Equatable {
    /// The kind; nil for all.
    var kind: Schedule.Kind?
    /// The words of the name; empty for all.
    var name = ""
    /// The length in seconds; nil for all.
    var length: Double?
    /// The place among those that fit, in the order in which they are due, from 1; nil for all.
    var place: Int?
    /// Whether several are meant.
    var isAll = false

    /// Returns whether an item is chosen.
    func fits(_ item: ScheduledItem) -> Bool {
        let words = SpokenName.core(of: SpokenName.words(of: name))
        return (kind ?? item.kind) == item.kind && (length ?? item.length) == item.length
            && (words.isEmpty || SpokenName.core(of: SpokenName.words(of: item.name)) == words)
    }
}
