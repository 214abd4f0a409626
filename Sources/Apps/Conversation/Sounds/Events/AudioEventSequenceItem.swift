/// An event in a sequence, with its completion.
public struct AudioEventSequenceItem: Sendable {
    /// A closure that is called once with the event's outcome.
    public typealias Completion = @ConversationActor @Sendable (AudioOutcome) -> Void

    /// A closure that is called once, when the event begins to sound.
    public typealias Start = @ConversationActor @Sendable () -> Void

    /// The event.
    public let event: any AudibleEvent
    /// Called when the event begins to sound; nil for nothing.
    public let start: Start?
    /// The completion; nil for none.
    public let completion: Completion?

    /// Creates an item.
    public init(event: any AudibleEvent, start: Start? = nil, completion: Completion? = nil) {
        (self.event, self.start, self.completion) = (event, start, completion)
    }
}
