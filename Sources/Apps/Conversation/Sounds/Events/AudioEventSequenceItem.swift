/// An event in a sequence, with its completion.
public struct AudioEventSequenceItem: Sendable {
    /// A closure that is called once with the event's outcome.
    public typealias Completion = @ConversationActor @Sendable (AudioOutcome) -> Void

    /// The event.
    public let event: any AudibleEvent
    /// The completion; nil for none.
    public let completion: Completion?

    /// Creates an item.
    public init(event: any AudibleEvent, completion: Completion? = nil) {
        (self.event, self.completion) = (event, completion)
    }
}
