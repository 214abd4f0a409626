import SaybusMessages

/// A timer, an alarm or a reminder that waits or rings, as it is stored.
struct ScheduledItem: Sendable, Equatable, Codable {
    /// The key of the ``Schedule`` in the app's file.
    var key: String
    /// The kind.
    var kind: Schedule.Kind
    /// The name; empty for none.
    var name: String
    /// The room in which it was set, and rings.
    var session: Session
    /// The time at which it is due.
    var trigger: ScheduleTrigger
    /// The length in seconds with which it was set; nil for a time of day.
    var length: Double?
    /// The values for the actions.
    var values: ActionValues
    /// Whether the actions have begun. After a restart they are not repeated.
    var hasBegun = false
    /// The sound that the actions have made, if they do more than to speak and have ended; nil before.
    var words: [AudioEvent]?
    /// The actions with which it was set; nil for an item of an earlier version.
    var work: Work?

    /// The actions of an item, as far as a file that has changed must still have them.
    struct Work: Sendable, Equatable, Codable {
        /// The ``Schedule/digest`` of the actions.
        var digest: String
        /// Whether they do more than to speak, sound and log.
        var hasEffect: Bool
    }
}
