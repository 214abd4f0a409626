/// Who of several tracks may sound: the rules of focus. Pure.
///
/// At most one track holds the focus. It is granted when nobody with a higher priority wants it; a higher one that comes revokes it, which is
/// a pause: as soon as the higher ones have yielded, it is granted again. A holder that yields is revoked too, and lets go only then.
struct AudioFocus: Sendable {
    /// What to tell a track.
    enum Action: Sendable, Equatable {
        /// You may sound.
        case grant(AudioTrackIdentifier)
        /// Be silent.
        case revoke(AudioTrackIdentifier)
    }

    private(set) var holder: AudioTrackIdentifier?
    private(set) var isSuspended = false
    private var priorities: [AudioTrackIdentifier: Int] = [:]
    /// Who wants to sound, in the order in which they asked.
    private var requests: [AudioTrackIdentifier] = []

    /// Whether a track is known.
    func knows(_ track: AudioTrackIdentifier) -> Bool { priorities[track] != nil }

    func priority(of track: AudioTrackIdentifier) -> Int? { priorities[track] }

    /// Makes a track known, or changes its priority.
    mutating func register(_ track: AudioTrackIdentifier, priority: Int) -> [Action] {
        priorities[track] = priority
        return settle()
    }

    /// Forgets a track.
    mutating func unregister(_ track: AudioTrackIdentifier) -> [Action] {
        priorities[track] = nil
        return yield(track)
    }

    /// A track wants to sound; one that is not known is not heard.
    mutating func request(_ track: AudioTrackIdentifier) -> [Action] {
        guard knows(track), !requests.contains(track) else { return [] }
        requests.append(track)
        return settle()
    }

    /// A track has nothing more to say.
    mutating func yield(_ track: AudioTrackIdentifier) -> [Action] {
        requests.removeAll { $0 == track }
        return settle()
    }

    /// Nobody may sound, whatever the priorities.
    mutating func suspend() -> [Action] {
        isSuspended = true
        return settle()
    }

    /// The usual rules again.
    mutating func resume() -> [Action] {
        isSuspended = false
        return settle()
    }

    private mutating func settle() -> [Action] {
        var best: AudioTrackIdentifier?
        if !isSuspended {
            for track in requests where best == nil || priorities[track, default: 0] > priorities[best!, default: 0] {
                best = track
            }
            // Of two as high, the one that sounds goes on.
            if let holder, let best, requests.contains(holder), priorities[holder] == priorities[best] { return [] }
        }
        guard best != holder else { return [] }
        var actions: [Action] = []
        if let holder { actions.append(.revoke(holder)) }
        if let best { actions.append(.grant(best)) }
        holder = best
        return actions
    }
}
