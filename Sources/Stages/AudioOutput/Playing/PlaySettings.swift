import SaybusMessages

/// The settings made by `AudioControl`: for everything, a session, a track, or a track of a session.
struct PlaySettings: Sendable {
    /// The scope of a setting; nil parts match any session or track.
    struct Scope: Sendable, Hashable {
        var session: Session?
        var track: String?
    }

    private struct Values: Sendable {
        /// The voice of speech that names none.
        var voice: String?
        /// The rate of speech that gives none, in words per minute.
        var rate: Int?
        /// 0…1.
        var volume = 1.0
        var isMuted = false
    }

    /// The maximum number of scopes with settings. Beyond it the scope that was set longest ago is removed.
    static let maximumScopes = 1000

    private var values: [Scope: Values] = [:]
    /// The logical time at which each scope was last set.
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
        // Settings for all sessions are kept as long as there are others to remove.
        guard values.count > Self.maximumScopes,
            let oldest = times.filter({ $0.key.session != nil && $0.key != scope }).min(by: { $0.value < $1.value })?
                .key
                ?? times.min(by: { $0.value < $1.value })?.key
        else { return }
        (values[oldest], times[oldest]) = (nil, nil)
    }

    /// Returns the gain of a track, 0…1; 0 when muted.
    func level(_ track: PlayQueue.SessionTrack) -> Double {
        scopes(track).reduce(1) { level, scope in
            guard let values = values[scope] else { return level }
            return values.isMuted ? 0 : level * values.volume
        }
    }

    /// Returns speech with its missing voice and rate filled in from the settings.
    func applied(to speech: AudioEvent.Speech, _ track: PlayQueue.SessionTrack) -> AudioEvent.Speech {
        var speech = speech
        for scope in scopes(track) {
            speech.voice = speech.voice ?? values[scope]?.voice
            speech.rate = speech.rate ?? values[scope]?.rate
        }
        return speech
    }

    /// Returns the scopes that apply to a track, narrowest first.
    private func scopes(_ track: PlayQueue.SessionTrack) -> [Scope] {
        [
            Scope(session: track.session, track: track.name), Scope(session: track.session), Scope(track: track.name),
            Scope(),
        ]
    }
}
