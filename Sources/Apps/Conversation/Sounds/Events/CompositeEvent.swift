import SaybusMessages

/// Several events as one, which ends with the last of them.
public struct CompositeEvent: AudibleEvent {
    /// The events, in order.
    public let events: [any AudibleEvent]

    /// Creates a composite event.
    public init(events: [any AudibleEvent]) { self.events = events }

    /// The operations of all events.
    public var operations: [AudioEvent] { events.flatMap(\.operations) }
}
