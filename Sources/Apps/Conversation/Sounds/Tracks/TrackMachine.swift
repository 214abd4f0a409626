import SaybusMessages

/// What waits and what sounds on several tracks. Pure: it says what to send to the audio stage.
///
/// A track sends one sequence at a time, and only while it has the focus; what a higher track holds up goes on afterwards. Every sequence
/// ends just once.
struct TrackMachine: Sendable {
    /// What to do.
    enum Action: Sendable, Equatable {
        /// Send the sequence to the audio stage, for its track.
        case send(MessageID, AudioTrackIdentifier, priority: Int)
        /// The sequence is over before it was sent, for this reason.
        case drop(MessageID, reason: String)
        /// Stop what sounds on a track.
        case stop(AudioTrackIdentifier)
        /// Hold what sounds, on all tracks.
        case pause
        /// Go on.
        case resume
    }

    /// How many sequences may wait on a track; one more is dropped.
    static let capacity = 256

    private struct Track {
        var sounding: MessageID?
        var waiting: [MessageID] = []
        var isLive: Bool { sounding != nil || !waiting.isEmpty }
    }

    private(set) var focus = AudioFocus()
    private var tracks: [AudioTrackIdentifier: Track] = [:]
    private var owners: [MessageID: AudioTrackIdentifier] = [:]

    /// Whether a track has something to say; true only for an instant.
    func isLive(_ track: AudioTrackIdentifier) -> Bool { tracks[track]?.isLive ?? false }

    /// What has been handed in and is not over.
    var open: Set<MessageID> { Set(owners.keys) }

    /// Makes a track known, or changes its priority.
    mutating func register(_ track: AudioTrackIdentifier, priority: Int) -> [Action] {
        if tracks[track] == nil { tracks[track] = Track() }
        return perform(focus.register(track, priority: priority))
    }

    /// Forgets a track: what waits on it is dropped, what sounds on it is stopped.
    mutating func unregister(_ track: AudioTrackIdentifier) -> [Action] {
        var actions = cancelAll(track, "its track was taken away")
        if let sounding = tracks[track]?.sounding {
            owners[sounding] = nil
            actions.append(.drop(sounding, reason: "its track was taken away"))
        }
        tracks[track] = nil
        return actions + perform(focus.unregister(track))
    }

    /// Hands a sequence in.
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
        return perform(focus.request(track)) + sendNext(track)
    }

    /// The audio stage says that a sequence is over. One that is not open changes nothing.
    mutating func ended(_ sequence: MessageID) -> [Action] {
        guard let track = owners[sequence], tracks[track]?.sounding == sequence else { return [] }
        owners[sequence] = nil
        tracks[track]?.sounding = nil
        let next = sendNext(track)
        return next.isEmpty && !isLive(track) ? perform(focus.yield(track)) : next
    }

    /// Drops what waits and stops what sounds; that is over when the audio stage says so.
    mutating func cancelAll(_ track: AudioTrackIdentifier, _ reason: String = "cancelled") -> [Action] {
        guard let state = tracks[track] else { return [] }
        for sequence in state.waiting { owners[sequence] = nil }
        tracks[track]?.waiting = []
        var actions = state.waiting.map { Action.drop($0, reason: reason) }
        if state.sounding != nil {
            actions.append(.stop(track))
        } else {
            actions += perform(focus.yield(track))
        }
        return actions
    }

    /// Forgets all that was handed in: nobody is left to play it. The tracks stay.
    mutating func clear() {
        owners = [:]
        for track in tracks.keys {
            tracks[track] = Track()
            _ = focus.yield(track)
        }
    }

    /// Holds all tracks.
    mutating func suspend() -> [Action] {
        guard !focus.isSuspended else { return [] }
        return [.pause] + perform(focus.suspend())
    }

    /// Goes on.
    mutating func resume() -> [Action] {
        guard focus.isSuspended else { return [] }
        return [.resume] + perform(focus.resume())
    }

    private mutating func perform(_ actions: [AudioFocus.Action]) -> [Action] {
        // A revoked track keeps its place in what sounds: the audio stage holds a lower track while a higher one sounds.
        var sent: [Action] = []
        for case .grant(let track) in actions { sent += sendNext(track) }
        return sent
    }

    private mutating func sendNext(_ track: AudioTrackIdentifier) -> [Action] {
        guard focus.holder == track, var state = tracks[track], state.sounding == nil, !state.waiting.isEmpty else {
            return []
        }
        let next = state.waiting.removeFirst()
        state.sounding = next
        tracks[track] = state
        return [.send(next, track, priority: focus.priority(of: track) ?? 0)]
    }
}
