import SaybusConversation
import SaybusDispatch
import SaybusMessages
import SaybusSkills

/// Plays what a skill's audio directives name: sound files of the audio stage's folder, on a track of their own below speech.
///
/// What is on a web server cannot be played; the skill is told so, as Alexa tells it.
@ConversationActor
final class SkillAudio {
    /// Where the files are heard.
    static let track: AudioTrackIdentifier = "skill-audio"
    /// How often in a row the skill's answers to events of its audio are done, when nothing is played to its end between them: one that answers each
    /// failure with the next file would do so for ever.
    static let mostAnswers = 8
    /// How many streams may wait.
    static let mostWaiting = 100

    /// A stream in the queue; two may be equal but for the number.
    private struct Entry {
        let number: Int
        let stream: PlayDirective.Stream
        let path: String
        /// Whether the skill or the user wants it no more.
        var isStopped = false
    }

    /// Tells the skill what becomes of its audio, in this order.
    var tell: @ConversationActor @Sendable (Request) -> Void = { _ in }

    private weak var manager: ConversationManager?
    private let track: AudioTrack
    /// What the track has. The next one waits until its end was told.
    private var sounding: Entry?
    private var waiting: [Entry] = []
    private var entries = 0
    private var answers = 0

    init(_ manager: ConversationManager) {
        self.manager = manager
        track = manager.trackCoordinator.registerTrack(Self.track, priority: 5)
    }

    /// Whether something sounds or waits that is still wanted.
    var isPlaying: Bool { !waiting.isEmpty || sounding?.isStopped == false }
    /// Whether nothing is to be told any more.
    var isIdle: Bool { sounding == nil && waiting.isEmpty }

    /// The user has spoken: what the skill answers to events counts from here.
    func beginTurn() { answers = 0 }

    /// Does what a skill wants when it is told of its audio.
    func performAnswer(_ directives: [Directive]) {
        guard !directives.isEmpty else { return }
        guard answers < Self.mostAnswers else {
            manager?.report(problem: "a skill answers every event of its audio with more of it: no more is done")
            return
        }
        answers += 1
        perform(directives)
    }

    /// Does what directives say, in their order.
    func perform(_ directives: [Directive]) {
        for directive in directives {
            switch directive {
            case .play(let play): perform(play)
            case .stop: stop()
            case .clearQueue(let clear): if clear.clearBehavior == .clearAll { stop() } else { waiting = [] }
            default: break
            }
        }
        // What can be said depends on whether something plays.
        manager?.catalogChanged()
    }

    /// Stops what sounds, and forgets what waits.
    func stop() {
        waiting = []
        guard sounding?.isStopped == false else { return }
        sounding?.isStopped = true
        // How far it came, the audio stage tells.
        track.cancelAll()
    }

    private func perform(_ directive: PlayDirective) {
        let stream = directive.audioItem.stream
        guard let path = Self.path(of: stream.url) else {
            return fail(stream, "\(stream.url) is no sound file of the audio stage's folder")
        }
        if stream.offsetInMilliseconds > 0 {
            manager?.report(problem: "sound files are played from their beginning: \(path) too")
        }
        switch directive.playBehavior {
        case .enqueue:
            // The skill thinks of another queue than there is now: as with Alexa, nothing is done.
            let last = waiting.last ?? (sounding?.isStopped == false ? sounding : nil)
            if let expected = stream.expectedPreviousToken, let last, last.stream.token != expected {
                return refuse("a skill's audio is left out: it should stand behind another one than the last")
            }
        case .replaceAll: stop()
        case .replaceEnqueued: waiting = []
        }
        guard waiting.count < Self.mostWaiting else {
            return refuse("a skill's audio is left out: \(Self.mostWaiting) files wait already")
        }
        entries += 1
        waiting.append(Entry(number: entries, stream: stream, path: path))
        playNext()
    }

    private func refuse(_ problem: String) { manager?.report(problem: problem) }

    /// Hands the next one to the track, unless one sounds.
    private func playNext() {
        guard !waiting.isEmpty, sounding == nil else { return }
        let entry = waiting.removeFirst()
        sounding = entry
        report(.started, entry.stream)
        // A long file is no part of the turn, which ends when the words do.
        ConversationTurn.$current.withValue(nil) {
            track.addEvent(ToneEvent(file: entry.path)) { [weak self] in self?.ended(entry.number, $0) }
        }
    }

    private func ended(_ number: Int, _ outcome: AudioOutcome) {
        guard let entry = sounding, entry.number == number else { return }
        sounding = nil
        switch outcome {
        case .finished:
            answers = 0
            report(.finished, entry.stream)
        case .interrupted(let position): report(.stopped, entry.stream, at: position)
        case .skipped where entry.isStopped: report(.stopped, entry.stream)
        case .skipped(let reason): fail(entry.stream, reason)
        }
        // The program ends, and what sounds with it: the next one is not begun.
        guard manager?.isConnected == true else { return waiting = [] }
        playNext()
        manager?.catalogChanged()
    }

    private func fail(_ stream: PlayDirective.Stream, _ reason: String) {
        manager?.report(problem: "a skill's audio is not played: \(reason)")
        let stamp = RequestStamp.now()
        tell(
            .playbackFailedRequest(
                PlaybackFailedRequest(
                    requestId: stamp.id, timestamp: stamp.timestamp, token: stream.token,
                    error: PlaybackError(type: .invalidRequest, message: reason))))
    }

    private func report(_ event: PlaybackRequest.Event, _ stream: PlayDirective.Stream, at position: Duration = .zero) {
        let stamp = RequestStamp.now()
        tell(
            .playbackRequest(
                PlaybackRequest(
                    event, requestId: stamp.id, timestamp: stamp.timestamp, token: stream.token,
                    offsetInMilliseconds: Int(position / .milliseconds(1)))))
    }

    /// The path of a sound file in the audio stage's folder; nil for what is elsewhere.
    static func path(of url: String) -> String? {
        let path = url.hasPrefix("file:") ? String(url.dropFirst(5)) : url
        let isInside = !path.isEmpty && !path.hasPrefix("/") && !path.split(separator: "/").contains("..")
        guard isInside, !path.contains(":") else { return nil }
        return path
    }
}
