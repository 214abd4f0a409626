import SaybusDispatch
import SaybusMessages

/// A track of a conversation. Its events are played one after the other, while no track with a higher priority plays.
@ConversationActor
public final class AudioTrack {
    /// The name by which the coordinator knows the track.
    public let identifier: AudioTrackIdentifier
    private weak var coordinator: AudioTrackCoordinator?

    init(_ identifier: AudioTrackIdentifier, of coordinator: AudioTrackCoordinator) {
        (self.identifier, self.coordinator) = (identifier, coordinator)
    }

    /// Whether a sequence is playing or waiting on the track.
    public var isLive: Bool { coordinator?.queues.isLive(identifier) ?? false }
    /// Whether the track is live, and no live track of this app in the conversation has a higher priority. The tracks
    /// of other apps are not known here.
    public var hasFocus: Bool { coordinator?.queues.isForemost(identifier) ?? false }

    /// Adds an event.
    /// - Parameters:
    ///   - event: The event.
    ///   - completion: Called with the event's outcome.
    public func addEvent(_ event: any AudibleEvent, completion: AudioEventSequenceItem.Completion? = nil) {
        let sequence = AudioEventSequence()
        sequence.addEvent(event, completion: completion)
        add(sequence)
    }

    /// Adds an event.
    /// - Parameters:
    ///   - event: The event.
    ///   - start: Called when the event begins to sound.
    ///   - completion: Called with the event's outcome.
    public func addEvent(
        _ event: any AudibleEvent, onStart start: @escaping AudioEventSequenceItem.Start,
        completion: @escaping AudioEventSequenceItem.Completion
    ) {
        let sequence = AudioEventSequence()
        sequence.addEvent(event, onStart: start, completion: completion)
        add(sequence)
    }

    /// Adds an event, and follows its playback.
    /// - Parameters:
    ///   - event: The event.
    ///   - policy: The treatment of what other programs play on the track; nil plays after it.
    ///   - report: Called with each report of the audio stage on the event, and on its pauses.
    ///   - start: Called when the event begins to sound.
    ///   - end: Called with the reason of the end, after the completion.
    ///   - completion: Called with the event's outcome, after its last report.
    package func addEvent(
        _ event: any AudibleEvent, policy: AudioSequence.Policy?,
        onReport report: @escaping AudioEventSequenceItem.Report,
        onStart start: @escaping AudioEventSequenceItem.Start,
        onEnd end: @escaping @ConversationActor @Sendable (PlaybackEnd) -> Void,
        completion: @escaping AudioEventSequenceItem.Completion
    ) {
        let sequence = AudioEventSequence(items: [
            AudioEventSequenceItem(event: event, report: report, start: start, completion: completion)
        ])
        coordinator?.play(sequence, on: identifier, options: SequenceOptions(policy: policy), onEnd: end)
    }

    /// Adds several events as one sequence, without completions.
    public func addEvents(_ events: [any AudibleEvent]) { add(AudioEventSequence(events: events)) }

    /// Adds a sequence, which plays after those that wait on the track.
    public func add(_ sequence: AudioEventSequence) { coordinator?.play(sequence, on: identifier) }

    /// Drops the waiting sequences and stops the playing one. Every completion is called.
    public func cancelAll() { coordinator?.cancelAll(identifier) }
}
