import SaybusConversation
import SaybusDispatch
import SaybusMessages
import SaybusSkills

/// A player of a skill's audio directives, on a track below speech. It plays files of the audio stage's folder, its
/// own sounds (`soundbank://`), and web addresses, which the audio stage fetches whole before it plays them.
///
/// The skill gets `PlaybackFailed` for what cannot be played, as from Alexa.
@ConversationActor
final class SkillAudio {
    /// The track that plays the files.
    static let track: AudioTrackIdentifier = "skill-audio"
    /// Maximum number of answers to audio events that are carried out before a file has played to its end or the
    /// user has spoken. Without a limit, a skill that answers each failure with the next file would never stop.
    static let maximumConsecutiveAnswers = 8
    /// Maximum number of queued streams.
    static let maximumQueued = 100

    /// A queued stream. The number distinguishes entries for the same stream.
    private struct Entry {
        let number: Int
        let stream: PlayDirective.Stream
        let path: String
        /// Whether the skill or the user has stopped the stream.
        var isStopped = false
        /// The outcome, once it is known.
        var outcome = AudioOutcome.finished
        /// The position, once the stream sounds.
        var position: StreamPosition?
        /// The position at which the stream begins.
        var start: Duration {
            .milliseconds(Duration.milliseconds(stream.offsetInMilliseconds).boundedMilliseconds)
        }
    }

    /// Notifies the skill of changes in its playback, in order.
    var notify: @ConversationActor @Sendable (Request) -> Void = { _ in }

    private weak var manager: ConversationManager?
    private let locale: String
    private let track: AudioTrack
    /// The entry that the track plays. The next entry starts only after the end of this one has been reported.
    private var current: Entry?
    private var queue: [Entry] = []
    private var entryCount = 0
    /// Whether the audio of another program has taken the place of the last stream.
    private var isReplaced = false
    /// The state after the last event; while a stream plays, as of its start.
    private var last = AudioPlayerState(playerActivity: .idle)
    private var consecutiveAnswers = 0

    /// Creates a player.
    /// - Parameters:
    ///   - manager: The conversation.
    ///   - locale: The language of the skill's requests.
    init(_ manager: ConversationManager, locale: String) {
        (self.manager, self.locale) = (manager, locale)
        track = manager.trackCoordinator.registerTrack(Self.track, priority: 5)
    }

    /// Whether a stream that is not stopped is playing or queued.
    var isPlaying: Bool { !queue.isEmpty || current?.isStopped == false }
    /// Whether the last stream was stopped before its end, and nothing has been played since, by another skill either.
    var isPaused: Bool {
        !isPlaying && !isReplaced && (last.playerActivity == .stopped || current?.isStopped == true)
    }
    /// The state that the skill gets with each request: what plays, and at which position.
    var state: AudioPlayerState {
        guard last.playerActivity == .playing, let position = current?.position else { return last }
        var state = last
        state.offsetInMilliseconds = position.position().boundedMilliseconds
        if position.isPaused { state.playerActivity = .paused }
        return state
    }
    /// Whether nothing is playing or queued, so that no further event will follow.
    var isIdle: Bool { current == nil && queue.isEmpty }

    /// Resets the count of answers to audio events. Called when the user has spoken.
    func beginTurn() { consecutiveAnswers = 0 }

    /// Carries out directives from the skill's answer to an audio event.
    func performAnswer(_ directives: [Directive]) {
        guard !directives.isEmpty else { return }
        guard consecutiveAnswers < Self.maximumConsecutiveAnswers else {
            manager?.report(problem: "a skill answers every event of its audio with more of it: no more is done")
            return
        }
        consecutiveAnswers += 1
        perform(directives)
    }

    /// Carries out directives in order.
    func perform(_ directives: [Directive]) {
        for directive in directives {
            switch directive {
            case .play(let play): perform(play)
            case .stop: stop()
            case .clearQueue(let clear): if clear.clearBehavior == .clearAll { stop() } else { queue = [] }
            default: break
            }
        }
        // The available commands depend on whether audio is playing.
        manager?.catalogChanged()
    }

    /// Stops the current stream and clears the queue.
    func stop() {
        queue = []
        guard current?.isStopped == false else { return }
        current?.isStopped = true
        // The audio stage reports the position at which it stopped.
        track.cancelAll()
    }

    private func perform(_ directive: PlayDirective) {
        let stream = directive.audioItem.stream
        guard let path = Self.path(of: stream.url) else {
            return fail(stream, "\(stream.url) is neither a web address nor a sound file of the audio stage's folder")
        }
        switch directive.playBehavior {
        case .enqueue:
            // The skill expects another stream at the end of the queue. As with Alexa, the new stream is ignored.
            let last = queue.last ?? (current?.isStopped == false ? current : nil)
            if let expected = stream.expectedPreviousToken, let last, last.stream.token != expected {
                return refuse("a skill's audio is left out: it should stand behind another one than the last")
            }
        case .replaceAll: stop()
        case .replaceEnqueued: queue = []
        }
        guard queue.count < Self.maximumQueued else {
            return refuse("a skill's audio is left out: \(Self.maximumQueued) files wait already")
        }
        // The device has one player: a stream that follows no other one of this skill ends those of other skills.
        let policy: AudioSequence.Policy? = isIdle ? .interrupt : nil
        entryCount += 1
        queue.append(Entry(number: entryCount, stream: stream, path: path))
        playNext(policy)
    }

    private func refuse(_ problem: String) { manager?.report(problem: problem) }

    /// Hands the next stream to the track, unless one is playing.
    private func playNext(_ policy: AudioSequence.Policy? = nil) {
        guard !queue.isEmpty, current == nil else { return }
        let entry = queue.removeFirst()
        (current, isReplaced) = (entry, false)
        // The turn ends with the speech, however long the file plays.
        ConversationTurn.$current.withValue(nil) {
            let event = ToneEvent(file: entry.path, offset: entry.start)
            track.addEvent(
                event, policy: policy, onReport: { [weak self] in self?.take($0, on: entry.number) },
                onStart: { [weak self] in self?.started(entry.number) },
                onEnd: { [weak self] in self?.ended(entry.number, $0) }
            ) { [weak self] in self?.take($0, of: entry.number) }
        }
    }

    /// Follows the pauses of the current stream, and takes the position of its end, which comes before its outcome.
    private func take(_ report: AudioPlayback, on number: Int) {
        guard let entry = current, entry.number == number else { return }
        let position = report.position.map { entry.start + $0 }
        switch report.state {
        case .suspended, .finished:
            // Some audio stages report ends only.
            var stopped = entry.position ?? StreamPosition(entry.start)
            stopped.pause(at: position)
            current?.position = stopped
        case .resumed: current?.position?.resume()
        default: break
        }
    }

    /// Tells the skill that a stream sounds: one of the network has been fetched.
    private func started(_ number: Int) {
        guard let entry = current, entry.number == number else { return }
        current?.position = entry.position ?? StreamPosition(entry.start)
        report(.started, entry.stream, at: entry.start)
        // The length of a stream is not known, so the skill may name the next one as soon as this one plays.
        if queue.isEmpty { report(.nearlyFinished, entry.stream, at: entry.start) }
    }

    /// Keeps the outcome of the current stream until its end, which tells who wanted it.
    private func take(_ outcome: AudioOutcome, of number: Int) {
        if current?.number == number { current?.outcome = outcome }
    }

    private func ended(_ number: Int, _ end: PlaybackEnd) {
        guard let entry = current, entry.number == number else { return }
        current = nil
        let cause: AudioPlayback.Cause? = if case .stopped(_, let cause, _) = end.outcome { cause } else { nil }
        if let cause, !entry.isStopped {
            // Whoever stops a stream wants silence, or to hear something else: the streams behind it are not played.
            (queue, isReplaced) = ([], cause == .newerSequence)
        }
        switch entry.outcome {
        case .finished:
            consecutiveAnswers = 0
            report(.finished, entry.stream, at: entry.position?.position() ?? entry.start)
        case .interrupted(let position): report(.stopped, entry.stream, at: entry.start + position)
        case .skipped where entry.isStopped || cause != nil:
            report(.stopped, entry.stream, at: entry.position?.position() ?? entry.start)
        case .skipped(let reason):
            if let position = entry.position { record(.stopped, entry.stream, position.position()) }
            fail(entry.stream, reason)
        }
        // Without a connection the program is ending, so no further stream is started.
        guard manager?.isConnected == true else { return queue = [] }
        playNext()
        manager?.catalogChanged()
    }

    private func fail(_ stream: PlayDirective.Stream, _ reason: String) {
        manager?.report(problem: "a skill's audio is not played: \(reason)")
        let stamp = RequestStamp.now()
        notify(
            .playbackFailedRequest(
                PlaybackFailedRequest(
                    requestId: stamp.id, timestamp: stamp.timestamp, locale: locale, token: stream.token,
                    error: PlaybackError(type: .invalidRequest, message: reason), currentPlaybackState: state)))
    }

    private func report(_ event: PlaybackRequest.Event, _ stream: PlayDirective.Stream, at position: Duration) {
        record(event, stream, position)
        let stamp = RequestStamp.now()
        notify(
            .playbackRequest(
                PlaybackRequest(
                    event, requestId: stamp.id, timestamp: stamp.timestamp, locale: locale, token: stream.token,
                    offsetInMilliseconds: position.boundedMilliseconds)))
    }

    /// Records the state of the player for the skill's next request.
    private func record(_ event: PlaybackRequest.Event, _ stream: PlayDirective.Stream, _ position: Duration) {
        let activity: AudioPlayerState.PlayerActivity? =
            switch event {
            case .started: .playing
            case .finished: .finished
            case .stopped: .stopped
            case .nearlyFinished: nil
            }
        guard let activity else { return }
        last = AudioPlayerState(
            token: stream.token, offsetInMilliseconds: position.boundedMilliseconds, playerActivity: activity)
    }

    /// Returns the audio stage's name for a stream's address; nil for an address that it cannot play.
    static func path(of url: String) -> String? {
        // The audio stage decides which servers it asks, and how much it takes.
        if ["https://", "http://", "soundbank://"].contains(where: url.lowercased().hasPrefix) { return url }
        let path = url.hasPrefix("file:") ? String(url.dropFirst(5)) : url
        let isInside = !path.isEmpty && !path.hasPrefix("/") && !path.split(separator: "/").contains("..")
        guard isInside, !path.contains(":") else { return nil }
        return path
    }
}
