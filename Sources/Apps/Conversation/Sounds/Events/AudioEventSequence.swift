/// A sequence of events. Changes made after the sequence is posted have no effect on the posted one.
@ConversationActor
public final class AudioEventSequence {
    /// The events so far, with their completions.
    public private(set) var items: [AudioEventSequenceItem] = []

    /// Creates an empty sequence.
    public init() {}

    /// Creates a sequence of events without completions.
    public convenience init(events: [any AudibleEvent]) {
        self.init()
        addEvents(events)
    }

    /// Creates a sequence of items.
    convenience init(items: [AudioEventSequenceItem]) {
        self.init()
        self.items = items
    }

    /// The events without their completions.
    public var events: [any AudibleEvent] { items.map(\.event) }

    /// Adds an event, with a completion that gets its outcome.
    public func addEvent(_ event: any AudibleEvent, completion: AudioEventSequenceItem.Completion? = nil) {
        items.append(AudioEventSequenceItem(event: event, completion: completion))
    }

    /// Adds an event with a closure for its start and a completion.
    ///
    /// A sound of the network begins once it has been fetched. An event that does not sound has no start.
    public func addEvent(
        _ event: any AudibleEvent, onStart start: @escaping AudioEventSequenceItem.Start,
        completion: @escaping AudioEventSequenceItem.Completion
    ) {
        items.append(AudioEventSequenceItem(event: event, start: start, completion: completion))
    }

    /// Adds an event with a completion that is called when the event ends, however it ends.
    public func addEvent(_ event: any AudibleEvent, then completion: @escaping @ConversationActor @Sendable () -> Void)
    {
        addEvent(event) { _ in completion() }
    }

    /// Adds several events without completions.
    public func addEvents(_ events: [any AudibleEvent]) { for event in events { addEvent(event) } }

    /// Adds several events with one completion, called when the last event ends. The outcome is finished if all
    /// events were played, otherwise that of the first event that was not.
    public func addEvents(_ events: [any AudibleEvent], completion: @escaping AudioEventSequenceItem.Completion) {
        guard !events.isEmpty else {
            // Without events, the completion is called when the preceding event ends.
            addEvent(CompositeEvent(events: []), completion: completion)
            return
        }
        let group = GroupCompletion(count: events.count, completion)
        for event in events { addEvent(event) { group.ended($0) } }
    }

    /// Appends all events of another sequence with their completions.
    public func appendSequence(_ sequence: AudioEventSequence) { items += sequence.items }

    /// Returns an immutable copy for posting.
    func snapshot() -> AudioEventSequence { AudioEventSequence(items: items) }
}

/// A completion of a group of events, called when the last of them has ended.
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
