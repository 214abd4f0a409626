import SaybusMessages

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

    /// How many scopes have settings of their own; when one more is set, that which was set the longest ago is forgotten.
    static let most = 1000

    private var values: [Scope: Values] = [:]
    /// When each was set last.
    private var times: [Scope: Int] = [:]
    private var time = 0

    mutating func setVoice(_ voice: String?, of scope: Scope) { change(scope) { $0.voice = voice } }
    mutating func setRate(_ rate: Int?, of scope: Scope) { change(scope) { $0.rate = rate } }
    mutating func setVolume(_ volume: Double, of scope: Scope) { change(scope) { $0.volume = volume } }
    mutating func setMuted(_ isMuted: Bool, of scope: Scope) { change(scope) { $0.isMuted = isMuted } }

    private mutating func change(_ scope: Scope, _ body: (inout Values) -> Void) {
        body(&values[scope, default: Values()])
        time += 1
        times[scope] = time
        // What is set for all sessions is no one's to forget.
        guard values.count > Self.most,
            let oldest = times.filter({ $0.key.session != nil && $0.key != scope }).min(by: { $0.value < $1.value })?
                .key
                ?? times.min(by: { $0.value < $1.value })?.key
        else { return }
        (values[oldest], times[oldest]) = (nil, nil)
    }

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
