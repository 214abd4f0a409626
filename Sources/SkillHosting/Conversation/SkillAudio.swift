import Conversation
import Messages
import Skills

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

    /// Tells the skill what becomes of its audio.
    var tell: @ConversationActor @Sendable (Request) async -> Void = { _ in }

    private weak var manager: ConversationManager?
    private let track: AudioTrack
    /// What waits or plays, in order.
    private var queue: [PlayDirective.Stream] = []
    private var answers = 0

    init(_ manager: ConversationManager) {
        self.manager = manager
        track = manager.trackCoordinator.registerTrack(Self.track, priority: 5)
    }

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
            case .clearQueue(let clear):
                if clear.clearBehavior == .clearAll { stop() } else { dropWaiting() }
            default: break
            }
        }
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
        case .enqueue: break
        case .replaceAll: stop()
        case .replaceEnqueued: dropWaiting()
        }
        queue.append(stream)
        play(stream, path)
    }

    private func play(_ stream: PlayDirective.Stream, _ path: String) {
        // A long file is no part of the turn, which ends when the words do.
        ConversationTurn.$current.withValue(nil) {
            track.addEvent(ToneEvent(file: path)) { [weak self] in self?.ended(stream, $0) }
        }
        if queue.count == 1 { report(.started, stream) }
    }

    private func ended(_ stream: PlayDirective.Stream, _ outcome: AudioOutcome) {
        guard let index = queue.firstIndex(of: stream) else { return }
        queue.remove(at: index)
        switch outcome {
        case .finished:
            answers = 0
            report(.finished, stream)
        case .interrupted(let position): report(.stopped, stream, at: position)
        case .skipped(let reason): fail(stream, reason)
        }
        if let next = queue.first { report(.started, next) }
    }

    private func stop() {
        let playing = queue.first
        queue = []
        track.cancelAll()
        if let playing { report(.stopped, playing) }
    }

    /// The track knows no "all but the first": what waits is stopped with it, and the first is not begun again.
    private func dropWaiting() {
        guard queue.count > 1 else { return }
        manager?.report(problem: "what waits of a skill's audio cannot be dropped while the first plays: all of it is")
        stop()
    }

    private func fail(_ stream: PlayDirective.Stream, _ reason: String) {
        manager?.report(problem: "a skill's audio is not played: \(reason)")
        let stamp = RequestStamp.now()
        let request = PlaybackFailedRequest(
            requestId: stamp.id, timestamp: stamp.timestamp, token: stream.token,
            error: PlaybackError(type: .invalidRequest, message: reason))
        Task { await tell(.playbackFailedRequest(request)) }
    }

    private func report(_ event: PlaybackRequest.Event, _ stream: PlayDirective.Stream, at position: Duration = .zero) {
        let stamp = RequestStamp.now()
        let request = PlaybackRequest(
            event, requestId: stamp.id, timestamp: stamp.timestamp, token: stream.token,
            offsetInMilliseconds: Int(position / .milliseconds(1)))
        Task { await tell(.playbackRequest(request)) }
    }

    /// The path of a sound file in the audio stage's folder; nil for what is elsewhere.
    static func path(of url: String) -> String? {
        let path = url.hasPrefix("file:") ? String(url.dropFirst(5)) : url
        let isInside = !path.isEmpty && !path.hasPrefix("/") && !path.split(separator: "/").contains("..")
        guard isInside, !path.contains(":") else { return nil }
        return path
    }
}
