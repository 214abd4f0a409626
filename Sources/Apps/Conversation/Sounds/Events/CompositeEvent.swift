import SaybusMessages

/// Several events as one: it is over when the last of them is.
public struct CompositeEvent: AudibleEvent {
    /// The events, in order.
    public let events: [any AudibleEvent]

    /// One event of several.
    public init(events: [any AudibleEvent]) { self.events = events }

    /// All operations of all events.
    public var operations: [AudioEvent] { events.flatMap(\.operations) }
}
