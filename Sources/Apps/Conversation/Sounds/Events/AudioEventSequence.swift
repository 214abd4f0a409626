/// Events to be heard one after the other. Build it, then post it; what is done to it later changes nothing that was posted.
@ConversationActor
public final class AudioEventSequence {
    /// The events so far, with whom to tell.
    public private(set) var items: [AudioEventSequenceItem] = []

    /// Creates an empty sequence.
    public init() {}

    /// Creates a sequence of events.
    public convenience init(events: [any AudibleEvent]) {
        self.init()
        addEvents(events)
    }

    /// Creates a sequence of items.
    convenience init(items: [AudioEventSequenceItem]) {
        self.init()
        self.items = items
    }

    /// The events without whom to tell.
    public var events: [any AudibleEvent] { items.map(\.event) }

    /// Adds an event.
    public func addEvent(_ event: any AudibleEvent, completion: AudioEventSequenceItem.Completion? = nil) {
        items.append(AudioEventSequenceItem(event: event, completion: completion))
    }

    /// Adds an event, and whom to tell when it is over, however it ended.
    public func addEvent(_ event: any AudibleEvent, then completion: @escaping @ConversationActor @Sendable () -> Void)
    {
        addEvent(event) { _ in completion() }
    }

    /// Adds several events.
    public func addEvents(_ events: [any AudibleEvent]) { for event in events { addEvent(event) } }

    /// Adds several events, and whom to tell once when the last of them is over: finished when all were heard, else how the first that was
    /// not heard ended.
    public func addEvents(_ events: [any AudibleEvent], completion: @escaping AudioEventSequenceItem.Completion) {
        guard !events.isEmpty else {
            // Nothing to wait for: it is over when what stands before it is.
            addEvent(CompositeEvent(events: []), completion: completion)
            return
        }
        let group = GroupCompletion(count: events.count, completion)
        for event in events { addEvent(event) { group.ended($0) } }
    }

    /// Adds all of another sequence; each event keeps whom to tell.
    public func appendSequence(_ sequence: AudioEventSequence) { items += sequence.items }

    /// What was posted, for good.
    func snapshot() -> AudioEventSequence { AudioEventSequence(items: items) }
}

/// Waits for several events.
@ConversationActor
private final class GroupCompletion {
    private var left: Int
    private var outcome = AudioOutcome.finished
    private let completion: AudioEventSequenceItem.Completion

    init(count: Int, _ completion: @escaping AudioEventSequenceItem.Completion) {
        (left, self.completion) = (count, completion)
    }

    func ended(_ outcome: AudioOutcome) {
        if self.outcome.isFinished { self.outcome = outcome }
        left -= 1
        if left == 0 { completion(self.outcome) }
    }
}
