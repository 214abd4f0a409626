/// One lane of sounds: what is added is heard one after the other, while the track has the focus.
@ConversationActor
public final class AudioTrack {
    /// Its name.
    public let identifier: AudioTrackIdentifier
    private weak var coordinator: AudioTrackCoordinator?

    init(_ identifier: AudioTrackIdentifier, of coordinator: AudioTrackCoordinator) {
        (self.identifier, self.coordinator) = (identifier, coordinator)
    }

    /// Whether something sounds or waits; an instant later it may be otherwise.
    public var isLive: Bool { coordinator?.machine.isLive(identifier) ?? false }
    /// Whether it may sound.
    public var hasFocus: Bool { coordinator?.machine.focus.holder == identifier }

    /// Adds an event; `completion` is told how it ended.
    public func addEvent(_ event: any AudibleEvent, completion: AudioEventSequenceItem.Completion? = nil) {
        let sequence = AudioEventSequence()
        sequence.addEvent(event, completion: completion)
        add(sequence)
    }

    /// Adds several events.
    public func addEvents(_ events: [any AudibleEvent]) { add(AudioEventSequence(events: events)) }

    /// Adds a sequence.
    public func add(_ sequence: AudioEventSequence) { coordinator?.play(sequence, on: identifier) }

    /// Drops what waits and stops what sounds; every completion is told so.
    public func cancelAll() { coordinator?.cancelAll(identifier) }
}
