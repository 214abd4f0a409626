import SaybusMessages

/// The decisions of ``SequencePlayer``: what plays, what waits and what is reported. Pure: without sound and clock.
///
/// Each session has its own tracks, and a track plays its sequences one after the other. Of several tracks the
/// one with the highest priority plays. Tracks of lower priority are held and go on afterwards, or play on
/// softly (ducking). Among equal priorities the track that is already playing goes on. This holds across sessions:
/// their tracks share one loudspeaker, and rooms with loudspeakers of their own have a stage each. Every sequence
/// gets exactly one report that `AudioPlayback.isOver`.
struct PlayQueue: Sendable {
    /// A sequence handed to the player.
    struct Entry: Sendable, Equatable {
        var id: MessageID
        var session: Session
        var sender: Source?
        var events: [AudioEvent]
        var track = AudioSequence.defaultTrack
        var priority = AudioSequence.defaultPriority
        var policy = AudioSequence.Policy.append
        var reportsItems = false
        var reportsWords = false
        var bargeIn: AudioSequence.BargeIn?
        var bargeInAfterMs = 0
        var language: String?
        /// Whether it came by itself, such as a timer's alarm: it belongs to no turn.
        var isUnasked = false

        /// Returns the sender's id of an event.
        func eventID(_ index: Int) -> String? {
            guard events.indices.contains(index), case .speech(let speech) = events[index] else { return nil }
            return speech.id
        }
    }

    /// A command for a sequence in the mix.
    enum Command: Sendable, Equatable {
        case begin(Entry)
        case hold, release, cut, skip, back
        /// Starts or ends ducking.
        case duck(Bool)
    }

    /// An action that follows from a decision.
    enum Action: Sendable, Equatable {
        case report(AudioPlayback)
        case command(MessageID, Command)
    }

    /// One track of one session.
    struct SessionTrack: Sendable, Hashable {
        var session: Session
        var name: String
    }

    /// The reason why a track is paused.
    enum Pause: Sendable, Equatable {
        /// A control paused the track.
        case demanded
        /// The user speaks; the transcript decides what follows.
        case bargeIn
    }

    /// The sequences of a track.
    struct TrackState: Sendable {
        var current: MessageID?
        var waiting: [Waiting] = []
        var pause: Pause?
        /// The sequence that was resumed because the user's speech had brought no words; nil for none.
        var resumed: MessageID?
        /// Whether the user's speech ends the current sequence once its words are known.
        var endsByWords: Bool { pause == .bargeIn || pause == nil && resumed != nil && resumed == current }
        var isLive: Bool { current != nil || !waiting.isEmpty }
    }

    /// A sequence that waits.
    struct Waiting: Sendable {
        let entry: Entry
        /// The number of the sequence in the order of arrival.
        let arrival: Int
        /// The estimated length in seconds.
        let seconds: Double
    }

    /// The maximum number of waiting sequences.
    let capacity: Int
    /// The maximum number of paused tracks.
    private let maximumPaused: Int
    /// The maximum estimated length, in seconds, of the sequences before a new one on its track.
    let maximumWait: Double
    /// The sample rate, for converting samples to milliseconds.
    let rate: Int
    /// Whether tracks of lower priority are ducked instead of held.
    let ducks: Bool
    /// The behaviour, while the user speaks, of sequences that do not specify one.
    let bargeIn: AudioSequence.BargeIn
    /// The most seconds of speech in a sequence, by estimate: nobody listens longer to an answer, and the other
    /// conversations of the loudspeaker wait for its end.
    private static let maximumSpeechSeconds = 3.0 * 3600
    /// The maximum number of paused tracks. Each keeps some of its sound, and holds a conversation of its app.
    private static let maximumPaused = 256

    var tracks: [SessionTrack: TrackState] = [:]
    /// The sequences in the mix, and those that have left it and are still being played back.
    var playbacks: [MessageID: PlaybackState] = [:]
    var waitingCount = 0
    private(set) var question = QuestionPrecedence()
    private var arrivals = 0
    /// The sessions whose users speak. An answer to their earlier words does not begin meanwhile.
    var speaking: Set<Session> = []

    init(
        capacity: Int, rate: Int, maximumWait: Duration = .seconds(600), ducks: Bool = false,
        bargeIn: AudioSequence.BargeIn = .none
    ) {
        (self.capacity, self.rate, self.ducks, self.bargeIn) = (max(1, capacity), max(1, rate), ducks, bargeIn)
        self.maximumWait = maximumWait / .seconds(1)
        maximumPaused = min(self.capacity, Self.maximumPaused)
    }

    /// Whether no sequence plays or waits.
    var isIdle: Bool { playbacks.isEmpty && waitingCount == 0 }

    /// Adds a sequence according to its policy. Without room it is reported as skipped; a known id is ignored.
    mutating func add(_ entry: Entry) -> [Action] {
        let track = SessionTrack(session: entry.session, name: entry.track)
        guard playbacks[entry.id] == nil, tracks[track]?.waiting.contains(where: { $0.entry.id == entry.id }) != true
        else { return [] }
        var actions: [Action] = []
        switch entry.policy {
        case .append: break
        case .replace: actions += drop("replaced by a newer sequence", .newerSequence) { $0 == track }
        case .interrupt:
            actions +=
                drop("interrupted by a newer sequence", .newerSequence) { $0 == track }
                + cut(track, "interrupted by a newer sequence", .newerSequence)
            tracks[track]?.pause = nil
        }
        let speech = PlayTime.secondsOfSpeech(in: entry.events)
        guard speech <= Self.maximumSpeechSeconds else {
            let reason =
                "its speech takes about \(Int(min(speech, 1e9))) s, and at most \(Int(Self.maximumSpeechSeconds)) s are spoken"
            return actions + updateFocus() + [.report(over(entry, .skipped, reason))]
        }
        if waitingCount >= capacity { actions += dropOldestPaused() }
        if let reason = refusalReason(for: track) {
            return actions + updateFocus() + [.report(over(entry, .skipped, reason))]
        }
        tracks[track, default: TrackState()].waiting.append(
            Waiting(entry: entry, arrival: arrivals, seconds: PlayTime.seconds(of: entry.events)))
        arrivals += 1
        waitingCount += 1
        actions.append(.report(AudioPlayback(sequence: entry.id, state: .queued)))
        return actions + updateFocus()
    }

    /// Drops the sequence that has waited longest on a paused track. The track may never be resumed, and its sequences
    /// would keep those of other conversations out for good.
    private mutating func dropOldestPaused() -> [Action] {
        let paused = tracks.values.filter { $0.pause == .demanded }.compactMap(\.waiting.first)
        guard let oldest = paused.min(by: { $0.arrival < $1.arrival })?.entry.id else { return [] }
        let reason = "its track is paused, and \(capacity) sequences wait"
        return drop(reason, if: { $0.id == oldest }) { _ in true }
    }

    /// Ends the oldest of too many paused tracks.
    private mutating func endOldestPaused() -> [Action] {
        let reason = "\(maximumPaused) newer tracks are paused"
        var actions: [Action] = []
        for track in inOrder({ tracks[$0]?.pause == .demanded }).dropLast(maximumPaused) {
            actions += drop(reason) { $0 == track } + cut(track, reason, nil)
            tracks[track]?.pause = nil
        }
        return actions
    }

    /// Returns the reason why a track takes no further sequence; nil when it takes one.
    private func refusalReason(for track: SessionTrack) -> String? {
        if waitingCount >= capacity {
            return "\(capacity) sequences wait already; none is taken until some have played"
        }
        let playing = tracks[track]?.current.flatMap { playbacks[$0] }
        let current =
            playing.map { playback in
                playback.cut == nil ? max(0, playback.seconds - Double(playback.played) / Double(rate)) : 0
            } ?? 0
        let seconds = tracks[track]?.waiting.reduce(current) { $0 + $1.seconds } ?? 0
        guard seconds >= maximumWait else { return nil }
        return "about \(Int(min(seconds, 1e9))) s of sound come first on the track \"\(track.name)\" of "
            + "\(track.session); none is taken until less than \(Int(maximumWait)) s are left"
    }

    /// Drops the waiting sequences of tracks, ends the playing ones, and ends pauses.
    mutating func stop(_ tracks: (SessionTrack) -> Bool, _ reason: String) -> [Action] {
        var actions = drop(reason, .demand, tracks)
        for track in inOrder(tracks) {
            actions += cut(track, reason, .demand)
            self.tracks[track]?.pause = nil
        }
        return actions + updateFocus()
    }

    /// Jumps to the next event of the playing sequences, or back.
    mutating func jump(_ tracks: (SessionTrack) -> Bool, forward: Bool) -> [Action] {
        inOrder(tracks).flatMap { track -> [Action] in
            guard let id = self.tracks[track]?.current, let playing = playbacks[id], playing.cut == nil,
                !playing.isSuspended || self.tracks[track]?.pause != nil
            else { return [] }
            return [.command(id, forward ? .skip : .back)]
        }
    }

    /// Pauses tracks; a track without sequences is not paused.
    mutating func pause(_ tracks: (SessionTrack) -> Bool) -> [Action] {
        for track in inOrder(tracks) where self.tracks[track]?.isLive == true { self.tracks[track]?.pause = .demanded }
        return endOldestPaused() + updateFocus()
    }

    /// Resumes paused tracks.
    mutating func resume(_ tracks: (SessionTrack) -> Bool) -> [Action] {
        for track in inOrder(tracks) { self.tracks[track]?.pause = nil }
        return updateFocus()
    }

    /// Sets whether a question waits for its answer. While one does, this is called at least once a second.
    mutating func setAsking(_ isAsking: Bool, at now: ContinuousClock.Instant) -> [Action] {
        guard question.setAsking(isAsking, arrivals: arrivals, at: now) else { return [] }
        return updateFocus()
    }

    /// Returns the tracks in the order of their sequences' arrival.
    func inOrder(_ tracks: (SessionTrack) -> Bool) -> [SessionTrack] {
        self.tracks.keys.filter(tracks).map { (track: $0, arrival: arrival($0)) }
            .sorted { $0.arrival < $1.arrival }.map(\.track)
    }

    /// Ends the playing sequence of a track.
    mutating func cut(_ track: SessionTrack, _ reason: String, _ cause: AudioPlayback.Cause?) -> [Action] {
        guard let id = tracks[track]?.current, playbacks[id]?.cut == nil else { return [] }
        playbacks[id]?.cut = reason
        playbacks[id]?.cause = cause
        return [.command(id, .cut)]
    }

    /// Drops waiting sequences of tracks.
    mutating func drop(
        _ reason: String, _ cause: AudioPlayback.Cause? = nil, if matches: (Entry) -> Bool = { _ in true },
        _ tracks: (SessionTrack) -> Bool
    ) -> [Action] {
        inOrder(tracks).flatMap { track -> [Action] in
            let waiting = self.tracks[track]?.waiting ?? []
            let dropped = waiting.filter { matches($0.entry) }
            self.tracks[track]?.waiting = waiting.filter { !matches($0.entry) }
            waitingCount -= dropped.count
            return dropped.map { .report(over($0.entry, .skipped, reason, cause)) }
        }
    }

    /// Returns the final report of a sequence that never played.
    func over(
        _ entry: Entry, _ state: AudioPlayback.State, _ reason: String?, _ cause: AudioPlayback.Cause? = nil
    ) -> AudioPlayback {
        AudioPlayback(sequence: entry.id, state: state, positionMs: 0, reason: reason, cause: cause)
    }

    /// Returns the arrival number of the track's current or first waiting sequence.
    func arrival(_ track: SessionTrack) -> Int {
        tracks[track]?.current.flatMap { playbacks[$0]?.arrival } ?? tracks[track]?.waiting.first?.arrival ?? .max
    }
}
