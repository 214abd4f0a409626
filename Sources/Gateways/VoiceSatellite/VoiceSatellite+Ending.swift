import SaybusBus
import SaybusMessages
import SaybusStage

/// The ends of runs and of sounds.
extension VoiceSatellite {
    /// The name of the app whose commands the runs are.
    static let app = "home-assistant"
    /// The time after which nobody waits for the end of a sound any more.
    private static let maximumSoundTime = Duration.seconds(600)

    /// Gives up a run or a sound of which nothing is heard any more.
    mutating func tick(_ now: ContinuousClock.Instant) -> [SatelliteAction] {
        var actions: [SatelliteAction] = []
        for (id, sound) in sounds {
            guard let deadline = sound.deadline else {
                sounds[id]?.deadline = now + Self.maximumSoundTime
                continue
            }
            if deadline <= now { actions += played(id, isPlayed: false) }
        }
        guard var run, run.deadline <= now, run.sound == nil else { return actions }
        guard !run.endsUntold else {
            run.continues = false
            return actions + stop() + finish(run, TurnEnded(outcome: .handled, reason: "Home Assistant said nothing"))
        }
        let reason = "Home Assistant has said nothing for \(Int(Self.eventTimeout / .seconds(1))) s"
        return actions + stop() + finish(run, TurnEnded(outcome: .expired, reason: reason))
    }

    /// Records the audio stage that has a sound.
    mutating func taken(_ id: MessageID, by player: ProgramRun) { sounds[id]?.player = player }

    /// Ends the sounds of an audio stage that is gone or was restarted.
    mutating func observe(_ status: Message<StageStatus>) -> [SatelliteAction] {
        var actions: [SatelliteAction] = []
        for (id, sound) in sounds {
            guard let reason = sound.player?.playbackLoss(by: status) else { continue }
            actions += [.failure("a sound was cut off: \(reason)")] + played(id, isPlayed: false)
        }
        return actions
    }

    /// Ends the run, because the user has begun another turn.
    mutating func giveUp(_ reason: String) -> [SatelliteAction] {
        forgetAnswers()
        guard var run else { return [] }
        run.continues = false
        // Only the rest of the answer was not heard.
        if let end = run.end { return finish(run, end) }
        return stop() + finish(run, TurnEnded(outcome: .cancelled, reason: reason))
    }

    /// Drops the run, whose turn has ended already.
    mutating func abandon() -> [SatelliteAction] {
        let isOver = run?.end != nil
        forgetAnswers()
        defer { run = nil }
        return isOver ? [] : stop()
    }

    /// Records that nobody waits for an answer any more: also for that of a run that has ended with its connection,
    /// while the sound was being fetched. What plays of an answer is the audio stage's.
    private mutating func forgetAnswers() {
        for (id, sound) in sounds where sound.purpose.turn != nil { sounds[id]?.isUnwanted = true }
    }

    /// Ends the run, because the listener's sound cannot be passed on.
    mutating func fail(_ run: Run, _ problem: String) -> [SatelliteAction] {
        let transcript = SpeechTranscript(
            text: "", confidence: 0, engine: Self.engine, empty: .failed, problem: problem)
        return stop() + [.transcript(transcript, run.turn, session)]
            + finish(run, TurnEnded(outcome: .failed, reason: problem))
    }

    /// Ends the run when it is over and its answer was played.
    mutating func settle() -> [SatelliteAction] {
        guard let run, let end = run.end, run.sound == nil else { return [] }
        return finish(run, end)
    }

    /// Ends the run.
    mutating func finish(_ run: Run, _ end: TurnEnded) -> [SatelliteAction] {
        self.run = nil
        var end = end
        if end.outcome == .handled { (end.app, end.spoken) = (Self.app, run.answer) }
        let listens = run.continues && end.outcome == .handled
        return [.end(end, run.turn, session)] + (listens ? [.listen(session)] : [])
    }

    private mutating func stop() -> [SatelliteAction] {
        hasGivenUp = true
        return isConnected ? [.send(.pipeline(start: false, conversation: "", wakeWord: ""))] : []
    }

    /// Plays the sounds of these addresses or this file, or speaks the text.
    /// - Parameter problem: The problem when there is none of them; nil when that is none.
    mutating func play(
        _ addresses: [String], file: String, _ text: String, _ purpose: Purpose, problem: String?
    ) -> [SatelliteAction] {
        let id = MessageID()
        guard sounds.count < Self.maximumSounds else {
            let isAnnouncement = purpose.turn == nil
            return [.failure("\(Self.maximumSounds) sounds of Home Assistant wait to be played already")]
                + (file.isEmpty ? [] : [.remove([file])]) + (isAnnouncement ? [.send(.played(false))] : [])
        }
        sounds[id] = Sound(purpose: purpose, text: text)
        if purpose.turn != nil { run?.sound = id }
        if !file.isEmpty { return fetched(id, [file]) }
        let addresses = addresses.filter { !$0.isEmpty }
        return playsSounds && !addresses.isEmpty ? [.fetch(addresses, id)] : speak(id, problem: problem)
    }

    /// Speaks the words of a sound.
    mutating func speak(_ id: MessageID, problem: String?) -> [SatelliteAction] {
        guard let sound = sounds[id] else { return [] }
        guard sound.text.isEmpty else {
            return [.play(AudioSequence([.speech(.init(sound.text))]), id, session, sound.purpose.turn)]
        }
        return (problem.map { [.failure($0)] } ?? []) + played(id, isPlayed: false)
    }

    /// Handles a sound that the audio stage could not play: its words are spoken once, if they are known.
    /// - Parameter reason: The reason of the audio stage.
    mutating func skipped(_ id: MessageID, _ reason: String?) -> [SatelliteAction] {
        guard var sound = sounds[id], !sound.files.isEmpty else { return played(id, isPlayed: false) }
        let failure = SatelliteAction.failure(
            "a sound of Home Assistant is not played: \(reason ?? "the audio stage has skipped it")")
        guard !sound.text.isEmpty, !sound.isUnwanted else { return [failure] + played(id, isPlayed: false) }
        let files = sound.files
        (sound.files, sound.player) = ([], nil)
        // The audio stage plays no second sequence with an id that it knows.
        let words = MessageID()
        sounds[id] = nil
        sounds[words] = sound
        if run?.sound == id { run?.sound = words }
        return [failure, .remove(files)] + speak(words, problem: nil)
    }

    /// Handles a sequence for which there is no audio stage.
    mutating func unplayable(_ id: MessageID) -> [SatelliteAction] {
        [.failure("nothing can be played: no saybus-audio serves this session")] + played(id, isPlayed: false)
    }

    /// Rings for a timer, until the user speaks or twenty seconds are over.
    mutating func ring(_ name: String) -> [SatelliteAction] {
        guard sounds.count < Self.maximumSounds else { return [] }
        let id = MessageID()
        sounds[id] = Sound(purpose: .ring)
        let bell: [AudioEvent] = [
            .tone(.init(frequency: 880, durationMs: 200)), .tone(.init(frequency: 660, durationMs: 200)),
            .silence(durationMs: 600),
        ]
        let words: [AudioEvent] = name.isEmpty ? [] : [.speech(.init(name))]
        let events = bell + words + (0..<19).flatMap { _ in bell }
        return [.play(AudioSequence(events, track: Self.ringTrack, bargeIn: .stop), id, session, nil)]
    }
}

extension VoiceSatellite.Run {
    /// Whether the run may be over although no event says so: by Wyoming, Home Assistant sends nothing after the words
    /// of a run that is answered without words, such as "never mind".
    fileprivate var endsUntold: Bool { end == nil && last == .sttEnd && !(text ?? "").isEmpty }
}

extension VoiceSatellite.Purpose {
    /// The turn to which the sound belongs; nil for none.
    var turn: TurnID? { if case .answer(let turn) = self { turn } else { nil } }
}

extension TurnEnded {
    /// Creates the end for an `error` of the pipeline.
    init(_ error: VoiceEvent) {
        let (code, message) = (error.data["code"] ?? "", error.data["message"] ?? "")
        switch code {
        case "stt-no-text-recognized": self.init(outcome: .noSpeech)
        // Another satellite of Home Assistant has heard the same wake word.
        case "duplicate_wake_up_detected": self.init(outcome: .elsewhere, reason: "another satellite answers")
        default: self.init(outcome: .failed, reason: "Home Assistant: \(message.isEmpty ? code : message)")
        }
    }
}
