import SaybusMessages

/// The waiting sequences on the tracks of one conversation. Pure: each change returns the actions to perform.
///
/// A track sends one sequence at a time. The audio stage decides by priority which of several tracks plays. Every
/// sequence ends once.
struct TrackQueues: Sendable {
    /// An action to perform.
    enum Action: Sendable, Equatable {
        /// Send a sequence to the audio stage, on its track.
        case send(MessageID, AudioTrackIdentifier, priority: Int)
        /// End a sequence without playing it, or without waiting for its end, for this reason.
        case drop(MessageID, reason: String)
        /// Stop the playing sequence of a track.
        case stop(AudioTrackIdentifier)
        /// Pause all tracks.
        case pause
        /// Resume all tracks.
        case resume
    }

    /// Maximum number of waiting sequences on a track. Further ones are dropped.
    static let capacity = 256

    private struct Track {
        var priority: Int
        var sent: MessageID?
        var waiting: [MessageID] = []
        var isLive: Bool { sent != nil || !waiting.isEmpty }
    }

    private(set) var isSuspended = false
    private var tracks: [AudioTrackIdentifier: Track] = [:]
    private var owners: [MessageID: AudioTrackIdentifier] = [:]

    /// Returns whether a track is registered.
    func knows(_ track: AudioTrackIdentifier) -> Bool { tracks[track] != nil }

    /// Returns whether a sequence of a track is playing or waiting.
    func isLive(_ track: AudioTrackIdentifier) -> Bool { tracks[track]?.isLive ?? false }

    /// Returns whether a sequence has been added and not been sent.
    func isWaiting(_ sequence: MessageID) -> Bool {
        guard let track = owners[sequence] else { return false }
        return tracks[track]?.sent != sequence
    }

    /// Returns the sequence of a track that was sent and has not ended, if others wait behind it; else nil.
    func blocking(_ track: AudioTrackIdentifier) -> MessageID? {
        guard let state = tracks[track], !state.waiting.isEmpty else { return nil }
        return state.sent
    }

    /// Returns whether a track is live, and no live track has a higher priority.
    func isForemost(_ track: AudioTrackIdentifier) -> Bool {
        guard !isSuspended, let own = tracks[track], own.isLive else { return false }
        return !tracks.values.contains { $0.isLive && $0.priority > own.priority }
    }

    /// Sequences that were added and have not ended. Tests check by it that none is left behind.
    var open: Set<MessageID> { Set(owners.keys) }

    /// Registers a track, or changes its priority for later sequences.
    mutating func register(_ track: AudioTrackIdentifier, priority: Int) {
        if tracks[track] == nil { tracks[track] = Track(priority: priority) }
        tracks[track]?.priority = priority
    }

    /// Removes a track: drops its waiting sequences and stops the playing one.
    mutating func unregister(_ track: AudioTrackIdentifier) -> [Action] {
        let reason = "its track was taken away"
        var actions = cancelAll(track, reason)
        if let sent = tracks[track]?.sent {
            owners[sent] = nil
            actions.append(.drop(sent, reason: reason))
        }
        tracks[track] = nil
        return actions
    }

    /// Adds a sequence to a track.
    mutating func add(_ sequence: MessageID, to track: AudioTrackIdentifier) -> [Action] {
        guard let waiting = tracks[track]?.waiting.count else {
            return [.drop(sequence, reason: "there is no track \(track)")]
        }
        guard owners[sequence] == nil else { return [] }
        guard waiting < Self.capacity else {
            return [.drop(sequence, reason: "\(Self.capacity) sequences wait on the track \(track) already")]
        }
        owners[sequence] = track
        tracks[track]?.waiting.append(sequence)
        return sendNext(track)
    }

    /// Applies the end of a sequence. A sequence that has ended before changes nothing.
    mutating func ended(_ sequence: MessageID) -> [Action] {
        guard let track = owners[sequence], tracks[track]?.sent == sequence else { return [] }
        owners[sequence] = nil
        tracks[track]?.sent = nil
        return sendNext(track)
    }

    /// Removes sequences that wait behind one that was sent and has not ended, and returns them.
    mutating func dropWaiting(behind sequence: MessageID, where matches: (MessageID) -> Bool) -> [MessageID] {
        guard let track = owners[sequence], let state = tracks[track], state.sent == sequence else { return [] }
        let dropped = state.waiting.filter(matches)
        for id in dropped { owners[id] = nil }
        tracks[track]?.waiting.removeAll { dropped.contains($0) }
        return dropped
    }

    /// Returns a sequence to the head of its track, because the tracks were suspended before it could be sent.
    mutating func putBack(_ sequence: MessageID) {
        guard let track = owners[sequence], tracks[track]?.sent == sequence else { return }
        tracks[track]?.sent = nil
        tracks[track]?.waiting.insert(sequence, at: 0)
    }

    /// Drops the waiting sequences of a track and stops the playing one, which ends when the audio stage reports its
    /// end.
    mutating func cancelAll(_ track: AudioTrackIdentifier, _ reason: String = "cancelled") -> [Action] {
        guard let state = tracks[track] else { return [] }
        for sequence in state.waiting { owners[sequence] = nil }
        tracks[track]?.waiting = []
        return state.waiting.map { .drop($0, reason: reason) } + (state.sent == nil ? [] : [.stop(track)])
    }

    /// Drops a sequence that waits, or stops its track if it was sent. The others that wait on the track stay.
    mutating func cancel(_ sequence: MessageID) -> [Action] {
        guard let track = owners[sequence] else { return [] }
        guard tracks[track]?.sent != sequence else { return [.stop(track)] }
        owners[sequence] = nil
        tracks[track]?.waiting.removeAll { $0 == sequence }
        return [.drop(sequence, reason: "cancelled")]
    }

    /// Removes all sequences and keeps the tracks.
    mutating func clear() {
        owners = [:]
        for (name, track) in tracks { tracks[name] = Track(priority: track.priority) }
    }

    /// Pauses all tracks.
    mutating func suspend() -> [Action] {
        guard !isSuspended else { return [] }
        isSuspended = true
        return [.pause]
    }

    /// Resumes all tracks.
    mutating func resume() -> [Action] {
        guard isSuspended else { return [] }
        isSuspended = false
        let byPriority = tracks.sorted { ($1.value.priority, $0.key.name) < ($0.value.priority, $1.key.name) }
        return [.resume] + byPriority.flatMap { sendNext($0.key) }
    }

    private mutating func sendNext(_ track: AudioTrackIdentifier) -> [Action] {
        guard !isSuspended, var state = tracks[track], state.sent == nil, !state.waiting.isEmpty else { return [] }
        let next = state.waiting.removeFirst()
        state.sent = next
        tracks[track] = state
        return [.send(next, track, priority: state.priority)]
    }
}
