/// An event in a sequence, and whom to tell when it is over.
public struct AudioEventSequenceItem: Sendable {
    /// Is told how it ended; once.
    public typealias Completion = @ConversationActor @Sendable (AudioOutcome) -> Void

    /// The event.
    public let event: any AudibleEvent
    /// Whom to tell.
    public let completion: Completion?

    /// Creates an item.
    public init(event: any AudibleEvent, completion: Completion? = nil) {
        (self.event, self.completion) = (event, completion)
    }
}
