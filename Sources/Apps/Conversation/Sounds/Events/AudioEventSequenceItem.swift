import SaybusMessages

/// An event in a sequence, with its completion.
public struct AudioEventSequenceItem: Sendable {
    /// A closure that is called once with the event's outcome.
    public typealias Completion = @ConversationActor @Sendable (AudioOutcome) -> Void

    /// A closure that is called once, when the event begins to sound.
    public typealias Start = @ConversationActor @Sendable () -> Void

    /// A closure that is called with each report of the audio stage on the event, and on pauses of its sequence.
    package typealias Report = @ConversationActor @Sendable (AudioPlayback) -> Void

    /// The event to play.
    public let event: any AudibleEvent
    /// Called when the event begins to sound; nil for nothing.
    public let start: Start?
    /// The completion; nil for none.
    public let completion: Completion?
    /// Called with the audio stage's reports, before the completion; nil for nothing.
    package let report: Report?
    /// Called after the completion when the audio stage cannot play the event, which is then no failure of the turn.
    /// Nil for an event that it should be able to play.
    let refusal: Start?

    /// Creates an item, whose closures are called at the event's start and end.
    public init(event: any AudibleEvent, start: Start? = nil, completion: Completion? = nil) {
        (self.event, self.start, self.completion, report, refusal) = (event, start, completion, nil, nil)
    }

    /// Creates an item that the audio stage may be unable to play.
    init(event: any AudibleEvent, refusal: @escaping Start, completion: @escaping Completion) {
        (self.event, start, self.completion, report, self.refusal) = (event, nil, completion, nil, refusal)
    }

    /// Creates an item whose reports its app gets.
    package init(event: any AudibleEvent, report: @escaping Report, start: Start?, completion: Completion?) {
        (self.event, self.start, self.completion, self.report, refusal) = (event, start, completion, report, nil)
    }
}
