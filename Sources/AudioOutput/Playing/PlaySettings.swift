import Messages

/// What ``AudioControl`` sets for all that follows: of everything, of a session, of a track, of a track of a session.
struct PlaySettings: Sendable {
    /// Whose sound is meant; nil is anybody's.
    struct Scope: Sendable, Hashable {
        var session: Session?
        var track: String?
    }

    private struct Values: Sendable {
        /// For speech that names no voice.
        var voice: String?
        /// For speech that gives no rate, in words a minute.
        var rate: Int?
        /// 0…1.
        var volume = 1.0
        var isMuted = false
    }

    /// How many scopes can have settings of their own.
    static let most = 1000

    private var values: [Scope: Values] = [:]

    /// Whether one more scope can be set.
    func hasRoom(for scope: Scope) -> Bool { values[scope] != nil || values.count < Self.most }

    mutating func setVoice(_ voice: String?, of scope: Scope) { values[scope, default: Values()].voice = voice }
    mutating func setRate(_ rate: Int?, of scope: Scope) { values[scope, default: Values()].rate = rate }
    mutating func setVolume(_ volume: Double, of scope: Scope) { values[scope, default: Values()].volume = volume }
    mutating func setMuted(_ isMuted: Bool, of scope: Scope) { values[scope, default: Values()].isMuted = isMuted }

    /// The part of full volume at which a track plays; 0 when muted.
    func level(_ lane: PlayQueue.Lane) -> Double {
        scopes(lane).reduce(1) { level, scope in
            guard let values = values[scope] else { return level }
            return values.isMuted ? 0 : level * values.volume
        }
    }

    /// The speech with what it leaves open filled in.
    func applied(to speech: AudioEvent.Speech, _ lane: PlayQueue.Lane) -> AudioEvent.Speech {
        var speech = speech
        for scope in scopes(lane) {
            speech.voice = speech.voice ?? values[scope]?.voice
            speech.rate = speech.rate ?? values[scope]?.rate
        }
        return speech
    }

    /// From the narrowest to the widest.
    private func scopes(_ lane: PlayQueue.Lane) -> [Scope] {
        [
            Scope(session: lane.session, track: lane.track), Scope(session: lane.session), Scope(track: lane.track),
            Scope(),
        ]
    }
}
