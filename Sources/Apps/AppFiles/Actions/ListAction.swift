/// A change of a list that an app keeps, or a look at it.
public struct ListAction: Sendable, Equatable {
    /// A change.
    enum Change: Sendable, Equatable {
        /// Reads the list.
        case read
        /// Adds an entry, unless the list has it.
        case add(Template)
        /// Removes an entry.
        case remove(Template)
        /// Removes all entries.
        case clear
    }

    /// The list's name.
    public var name: String
    /// The change.
    var change: Change
    /// The output when there is no entry; nil for none.
    var none: Template?
    /// The word before the last entry when the list is read.
    var and: String
    /// Whether an entry that is added or removed may be several, such as "milk and eggs".
    var isSeveral: Bool

    /// Creates a change of a list.
    init(_ name: String, _ change: Change, none: Template? = nil, and: String = "and", isSeveral: Bool = false) {
        (self.name, self.change, self.none, self.and, self.isSeveral) = (name, change, none, and, isSeveral)
    }

    /// The templates.
    var templates: [Template] {
        switch change {
        case .add(let entry), .remove(let entry): [entry] + (none.map { [$0] } ?? [])
        case .read, .clear: none.map { [$0] } ?? []
        }
    }
}
