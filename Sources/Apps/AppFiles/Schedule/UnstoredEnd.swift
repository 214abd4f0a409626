/// The end of an item's ring that could not be stored yet, as on a full disk.
struct UnstoredEnd: Sendable, Equatable {
    /// The time at which the stored item was due.
    var trigger: ScheduleTrigger
    /// The item at its next time; nil when there is none, so that it is removed.
    var next: ScheduledItem?
}
