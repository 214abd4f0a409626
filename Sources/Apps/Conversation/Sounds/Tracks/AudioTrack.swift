/// A track of a conversation: its events are heard one after the other, while no track with a higher priority sounds.
@ConversationActor
public final class AudioTrack {
    /// The track's name.
    public let identifier: AudioTrackIdentifier
    private weak var coordinator: AudioTrackCoordinator?

    init(_ identifier: AudioTrackIdentifier, of coordinator: AudioTrackCoordinator) {
        (self.identifier, self.coordinator) = (identifier, coordinator)
    }

    /// Whether something sounds or waits on the track now.
    public var isLive: Bool { coordinator?.queues.isLive(identifier) ?? false }
    /// Whether something sounds or waits on the track, and no live track of the conversation has a higher priority.
    public var hasFocus: Bool { coordinator?.queues.isForemost(identifier) ?? false }

    /// Adds an event.
    /// - Parameter completion: Called with the event's outcome.
    public func addEvent(_ event: any AudibleEvent, completion: AudioEventSequenceItem.Completion? = nil) {
        let sequence = AudioEventSequence()
        sequence.addEvent(event, completion: completion)
        add(sequence)
    }

    /// Adds several events.
    public func addEvents(_ events: [any AudibleEvent]) { add(AudioEventSequence(events: events)) }

    /// Adds a sequence.
    public func add(_ sequence: AudioEventSequence) { coordinator?.play(sequence, on: identifier) }

    /// Drops what waits and stops what sounds. Every completion is called.
    public func cancelAll() { coordinator?.cancelAll(identifier) }
}
