/// A list that is read in parts. Pure.
package struct Pages<Item: Sendable>: Sendable {
    private var rest: ArraySlice<Item>

    /// Creates a list of which nothing has been read.
    package init(_ items: [Item]) { rest = items[...] }

    /// Whether all has been read.
    package var isOver: Bool { rest.isEmpty }

    /// Returns the next items, at most `count`. A last part of one item is read with the part before it.
    package mutating func next(_ count: Int) -> [Item] {
        let taken = rest.count - 1 == count ? rest.count : max(1, count)
        defer { rest = rest.dropFirst(taken) }
        return Array(rest.prefix(taken))
    }
}
