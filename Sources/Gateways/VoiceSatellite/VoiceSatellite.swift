import SaybusBus
import SaybusMessages
import SaybusStage

/// A voice satellite of Home Assistant: the listener's turns become runs of Home Assistant's pipeline, whose answers
/// are played. Pure: events go in, actions come out.
///
/// One run goes on at a time, as on ESPHome's devices. A turn that begins during a run ends it.
struct VoiceSatellite: Sendable {
    /// The track of ringing timers.
    static let ringTrack = "home-assistant-timer"
    /// The time without an event after which a run is given up.
    static let eventTimeout = Duration.seconds(60)
    /// The most announcements, answers and rings that are played or wait.
    static let maximumSounds = 16
    /// The most timers that are known.
    static let maximumTimers = 64

    /// A run of the pipeline.
    struct Run: Sendable {
        let turn: TurnID
        /// Whether Home Assistant has taken the pipeline. Sound waits until then.
        var isTaken = false
        var waiting: [[UInt8]] = []
        /// The listener's sound, put in order; nil before the first message about it.
        var buffer: TurnReorderBuffer?
        /// Whether the listener's sound is complete.
        var isHeard = false
        /// Whether events are those of this run, and not the last ones of a run that was given up.
        var isFresh: Bool
        var text: String?
        var answer: String?
        /// The kind of the last event; nil before the first one.
        var last: VoiceEvent.Kind?
        var continues = false
        /// The sound of the answer, until it was played.
        var sound: MessageID?
        /// The run's end; nil while it goes on.
        var end: TurnEnded?
        var deadline: ContinuousClock.Instant
    }

    /// The purpose of a sound that is fetched or played.
    enum Purpose: Sendable, Equatable {
        case answer(TurnID)
        case announcement(startsConversation: Bool)
        case ring
    }

    /// A sound that is fetched or played.
    struct Sound: Sendable {
        let purpose: Purpose
        /// The words that are spoken if the sound cannot be fetched.
        var text = ""
        var files: [String] = []
        /// Whether it is the answer of a run that was given up, for which nobody waits any more.
        var isUnwanted = false
        /// The audio stage that has the sound; nil before its first report.
        var player: ProgramRun?
        /// The time at which the sound counts as not played; nil until the first tick.
        var deadline: ContinuousClock.Instant?
    }

    /// The problem while there is no connection.
    static let absence = "Home Assistant is not connected: add this device to it"
    private static let mutedReason = "this device is muted in Home Assistant"

    /// The session whose room this is.
    let session: Session
    /// Whether sounds of Home Assistant can be played; otherwise their words are spoken.
    let playsSounds: Bool
    /// Whether Home Assistant takes turns now.
    private(set) var isConnected = false
    /// Whether Home Assistant is there and takes no turns, since the device is muted or disabled there.
    private var isMuted = false
    /// The timers that run in Home Assistant, by id.
    private(set) var timers: [String: TimerEvent] = [:]
    var run: Run?
    /// Whether a run was given up whose last events may still come.
    var hasGivenUp = false
    var conversation = ""
    var sounds: [MessageID: Sound] = [:]

    init(session: Session, playsSounds: Bool) { (self.session, self.playsSounds) = (session, playsSounds) }

    // MARK: The connection

    /// Records that Home Assistant takes the device's voice.
    mutating func connected() -> [SatelliteAction] {
        (isConnected, isMuted) = (true, false)
        return [.problem(nil)]
    }

    /// Records that the connection to Home Assistant has ended.
    mutating func disconnected() -> [SatelliteAction] {
        let end = TurnEnded(outcome: .failed, reason: "the connection to Home Assistant was lost")
        return pause(isMuted: false, end) + [.problem(Self.absence)]
    }

    /// Records that Home Assistant takes no turns for now, although it is there.
    mutating func muted() -> [SatelliteAction] {
        let problem = "this device is muted or disabled in Home Assistant, which takes no words of it"
        return pause(isMuted: true, TurnEnded(outcome: .cancelled, reason: Self.mutedReason)) + [.problem(problem)]
    }

    /// Ends the run, since Home Assistant takes no turns any more.
    private mutating func pause(isMuted: Bool, _ end: TurnEnded) -> [SatelliteAction] {
        (isConnected, self.isMuted, hasGivenUp, conversation) = (false, isMuted, false, "")
        guard var run else { return [] }
        // Nobody would take the turn of a user who is listened to now.
        run.continues = false
        return finish(run, run.end ?? end)
    }

    // MARK: The listener

    /// Records that a turn begins.
    mutating func started(
        _ turn: TurnID, wakeWord: String?, now: ContinuousClock.Instant
    ) -> [SatelliteAction] {
        // A user who speaks wants the timer to be silent.
        var actions: [SatelliteAction] =
            sounds.values.contains { $0.purpose == .ring } ? [.silence(track: Self.ringTrack, session)] : []
        actions += giveUp("the user has said something else")
        guard isConnected else {
            let reason = isMuted ? Self.mutedReason : "Home Assistant is not connected"
            let end = TurnEnded(outcome: .failed, reason: reason)
            return actions + [.end(end, turn, session)]
        }
        run = Run(turn: turn, isFresh: !hasGivenUp, deadline: now + Self.eventTimeout)
        hasGivenUp = false
        return actions + [.send(.pipeline(start: true, conversation: conversation, wakeWord: wakeWord ?? ""))]
    }

    /// Records that another program has ended a turn.
    mutating func turnEnded(_ turn: TurnID) -> [SatelliteAction] { run?.turn == turn ? abandon() : [] }

    // MARK: Home Assistant

    /// Records that Home Assistant takes the pipeline, or cannot.
    mutating func taken(hasFailed: Bool) -> [SatelliteAction] {
        guard var run, !run.isTaken else { return [] }
        guard !hasFailed else {
            let reason = "Home Assistant refuses the sound: choose an assistant for this device"
            return finish(run, TurnEnded(outcome: .failed, reason: reason))
        }
        run.isTaken = true
        let sound = run.waiting.map { SatelliteAction.send(.sound($0, isEnd: false)) }
        run.waiting = []
        self.run = run
        return sound + (run.isHeard ? [.send(.sound([], isEnd: true))] : [])
    }

    /// Handles an event of the pipeline.
    mutating func observe(_ event: VoiceEvent, now: ContinuousClock.Instant) -> [SatelliteAction] {
        if event.kind == .runStart { run?.isFresh = true }
        guard run?.isFresh == true, let turn = run?.turn else {
            // The answer of a run that was given up.
            return event.file.isEmpty ? [] : [.remove([event.file]), .dropped]
        }
        run?.deadline = now + Self.eventTimeout
        run?.last = event.kind
        switch event.kind {
        case .sttVoiceEnd: run?.isHeard = true
        case .sttEnd:
            let text = event.data["text"] ?? ""
            run?.text = text
            return [.transcript(transcript(text), turn, session)]
        case .intentEnd:
            conversation = event.data["conversation_id"] ?? conversation
            run?.continues = event.data["continue_conversation"] == "1"
        case .ttsStart: run?.answer = event.data["text"]
        case .ttsEnd:
            return play(
                [event.data["url"] ?? ""], file: event.file, run?.answer ?? "", .answer(turn), problem: nil)
        case .error: run?.end = TurnEnded(event)
        case .runEnd:
            let end = run?.end ?? TurnEnded(outcome: (run?.text ?? "").isEmpty ? .noSpeech : .handled)
            run?.end = end
            return settle()
        default: break
        }
        return []
    }

    /// Handles an announcement for the user.
    mutating func announce(_ announcement: Announcement) -> [SatelliteAction] {
        play(
            [announcement.chimeURL, announcement.url], file: announcement.file, announcement.text,
            .announcement(startsConversation: announcement.startsConversation),
            problem: "an announcement has a sound only: start with --sounds")
    }

    /// Handles an event of a timer.
    mutating func observe(_ event: TimerEvent) -> [SatelliteAction] {
        switch event.kind {
        case .started, .updated:
            let known = timers[event.id]
            if known == nil, timers.count >= Self.maximumTimers {
                // Nothing was heard of the end of the one that was to end first, as at a restart of Home Assistant.
                let first = timers.min { $0.value.secondsLeft < $1.value.secondsLeft }
                if let first { timers[first.key] = nil }
            }
            timers[event.id] = event.kind == .updated ? event.named(as: known) : event
            return []
        case .cancelled:
            timers[event.id] = nil
            return []
        case .finished:
            let known = timers.removeValue(forKey: event.id)
            return ring(event.named(as: known).name)
        case nil: return []
        }
    }

    // MARK: Sounds

    /// Records that sounds were fetched: their files in the audio stage's folder, or none when they could not be
    /// fetched.
    mutating func fetched(_ id: MessageID, _ files: [String]?) -> [SatelliteAction] {
        guard var sound = sounds[id] else { return [.remove(files ?? [])] }
        guard !sound.isUnwanted else {
            sounds[id] = nil
            return [.remove(files ?? []), .dropped]
        }
        sound.files = files ?? []
        sounds[id] = sound
        guard let files, !files.isEmpty else {
            return speak(id, problem: "a sound of Home Assistant cannot be fetched")
        }
        return [.play(AudioSequence(files.map { .file(.init($0)) }), id, session, sound.purpose.turn)]
    }

    /// Records that a sequence was played to its end, was stopped, or was not played.
    mutating func played(_ id: MessageID, isPlayed: Bool) -> [SatelliteAction] {
        guard let sound = sounds.removeValue(forKey: id) else { return [] }
        var actions: [SatelliteAction] = sound.files.isEmpty ? [] : [.remove(sound.files)]
        switch sound.purpose {
        case .answer:
            guard run?.sound == id else { break }
            run?.sound = nil
            // Nobody answers a question that was not heard.
            if !isPlayed { run?.continues = false }
            // Home Assistant shows the satellite as answering until then.
            actions.append(.send(.played(isPlayed)))
            actions += settle()
        case .announcement(let startsConversation):
            actions.append(.send(.played(isPlayed)))
            if startsConversation, isPlayed { actions.append(.listen(session)) }
        case .ring: break
        }
        return actions
    }
}
