import SaybusBus
import SaybusMessages
import Testing

@testable import SaybusVoiceSatellite

@Suite("A voice satellite's runs")
struct VoiceSatelliteTests {
    private let now = ContinuousClock.now
    private let turn = TurnID()
    private let hall = Session(rawValue: "hall")!

    /// Returns a satellite whose turn is being heard by Home Assistant.
    private func hearing(playsSounds: Bool = false) -> VoiceSatellite {
        var satellite = VoiceSatellite(session: hall, playsSounds: playsSounds)
        _ = satellite.connected()
        _ = satellite.started(turn, wakeWord: "hey jarvis", now: now)
        _ = satellite.taken(hasFailed: false)
        return satellite
    }

    private func heard(_ text: String, missing: Int? = nil) -> SpeechTranscript {
        SpeechTranscript(text: text, engine: "home-assistant", missingChunks: missing)
    }

    private func header(_ kind: Kind) -> Header {
        Header(kind: kind, session: hall, turn: turn, source: Source("listen/a")!, run: 1, sequence: 0)
    }

    /// Lets a satellite hear a chunk of one sample, which is its number and one.
    private func hear(
        _ satellite: inout VoiceSatellite, _ index: Int, _ format: PCMFormat = .speech
    ) -> [SatelliteAction] {
        let samples = [UInt8(index + 1), 0]
        let chunk = AudioInput(index: index, isLast: false, format: format, samples: samples)
        return satellite.heard(chunk, header(AudioInput.kind), now: now)
    }

    /// Ends a turn.
    private func end(
        _ satellite: inout VoiceSatellite, chunks: Int, _ reason: SpeechEnded.Reason = .silence
    ) -> [SatelliteAction] {
        satellite.ended(SpeechEnded(durationMs: 1, reason: reason, chunks: chunks), header(SpeechEnded.kind))
    }

    private func outcome(_ actions: [SatelliteAction]) -> TurnEnded.Outcome? {
        for case .end(let end, _, _) in actions { return end.outcome }
        return nil
    }

    private func playing(_ actions: [SatelliteAction]) -> MessageID? {
        for case .play(_, let id, _, _) in actions { return id }
        return nil
    }

    @Test("sound waits until Home Assistant takes the pipeline, and none is lost")
    func waiting() {
        var satellite = VoiceSatellite(session: hall, playsSounds: false)
        _ = satellite.connected()
        let start = satellite.started(turn, wakeWord: "hey jarvis", now: now)
        #expect(start == [.send(.pipeline(start: true, conversation: "", wakeWord: "hey jarvis"))])
        for index in 0...1 {
            let actions = hear(&satellite, index)
            #expect(actions.isEmpty)
        }
        let ended = end(&satellite, chunks: 2)
        #expect(ended.isEmpty)
        let taken = satellite.taken(hasFailed: false)
        #expect(
            taken == [
                .send(.sound([1, 0], isEnd: false)), .send(.sound([2, 0], isEnd: false)),
                .send(.sound([], isEnd: true)),
            ])
    }

    @Test("chunks are passed on in order, and the transcript says how many never came")
    func order() {
        var satellite = hearing()
        func sound(_ bytes: [UInt8]) -> SatelliteAction { .send(.sound(bytes, isEnd: false)) }
        let late = hear(&satellite, 1)
        #expect(late.isEmpty)
        let inOrder = hear(&satellite, 0)
        #expect(inOrder == [sound([1, 0]), sound([2, 0])])
        let again = hear(&satellite, 0)
        #expect(again.isEmpty)
        let afterGap = hear(&satellite, 3)
        #expect(afterGap.isEmpty)
        let ended = end(&satellite, chunks: 4)
        #expect(ended == [sound([0, 0]), sound([4, 0]), .send(.sound([], isEnd: true))])
        let said = satellite.observe(VoiceEvent(.sttEnd, ["text": "lights on"]), now: now)
        #expect(said == [.transcript(heard("lights on", missing: 1), turn, hall)])
    }

    @Test("the silence in place of a long gap is passed on in pieces that a message of ESPHome has room for")
    func longGap() {
        var satellite = hearing()
        _ = hear(&satellite, 0)
        let samples = [UInt8](repeating: 1, count: 3200)
        let chunk = AudioInput(index: 51, isLast: false, format: .speech, samples: samples)
        _ = satellite.heard(chunk, header(AudioInput.kind), now: now)
        let sizes = end(&satellite, chunks: 52).map { action -> Int in
            if case .send(.sound(let bytes, _)) = action { bytes.count } else { -1 }
        }
        #expect(sizes == [32_000, 32_000, 32_000, 32_000, 32_000, 3200, 0])
    }

    @Test("sound of another format is not passed on, and its transcript and the end of its turn say why")
    func otherFormat() {
        var satellite = hearing()
        let actions = hear(&satellite, 0, PCMFormat(rate: 48_000, channels: 1))
        let problem = "the sound is audio/L16;rate=48000;channels=1, not audio/L16;rate=16000;channels=1"
        let transcript = SpeechTranscript(
            text: "", confidence: 0, engine: "home-assistant", empty: .failed, problem: problem)
        let expected: [SatelliteAction] = [
            .send(.pipeline(start: false, conversation: "", wakeWord: "")), .transcript(transcript, turn, hall),
            .end(TurnEnded(outcome: .failed, reason: problem), turn, hall),
        ]
        #expect(actions == expected)
        let more = hear(&satellite, 1)
        #expect(more.isEmpty)
    }

    @Test("a turn ends when its answer was played, and the user is listened to when Home Assistant goes on")
    func answered() throws {
        var satellite = hearing()
        let said = satellite.observe(VoiceEvent(.sttEnd, ["text": "lights on"]), now: now)
        #expect(said == [.transcript(heard("lights on"), turn, hall)])
        _ = satellite.observe(
            VoiceEvent(.intentEnd, ["conversation_id": "c", "continue_conversation": "1"]), now: now)
        _ = satellite.observe(VoiceEvent(.ttsStart, ["text": "Which ones?"]), now: now)
        let answer = satellite.observe(VoiceEvent(.ttsEnd, ["url": "http://ha/a.mp3"]), now: now)
        let id = try #require(playing(answer))
        #expect(answer == [.play(AudioSequence([.speech(.init("Which ones?"))]), id, hall, turn)])
        #expect(satellite.observe(VoiceEvent(.runEnd), now: now).isEmpty)
        let end = satellite.played(id, isPlayed: true)
        let ended = TurnEnded(outcome: .handled, app: "home-assistant", spoken: "Which ones?")
        #expect(end == [.send(.played(true)), .end(ended, turn, hall), .listen(hall)])
        let next = satellite.started(TurnID(), wakeWord: nil, now: now)
        #expect(next == [.send(.pipeline(start: true, conversation: "c", wakeWord: ""))])
    }

    @Test("a turn without Home Assistant, one that it refuses, and one whose connection is lost end as failed")
    func failures() {
        var alone = VoiceSatellite(session: hall, playsSounds: false)
        #expect(outcome(alone.started(turn, wakeWord: nil, now: now)) == .failed)
        var refused = VoiceSatellite(session: hall, playsSounds: false)
        _ = refused.connected()
        _ = refused.started(turn, wakeWord: nil, now: now)
        #expect(outcome(refused.taken(hasFailed: true)) == .failed)
        var lost = hearing()
        #expect(outcome(lost.disconnected()) == .failed && !lost.isConnected)
    }

    @Test("the user is not listened to when the connection is lost while a question is played")
    func lostQuestion() {
        var satellite = hearing()
        _ = satellite.observe(VoiceEvent(.sttEnd, ["text": "lights on"]), now: now)
        _ = satellite.observe(VoiceEvent(.intentEnd, ["continue_conversation": "1"]), now: now)
        _ = satellite.observe(VoiceEvent(.ttsStart, ["text": "Which ones?"]), now: now)
        _ = satellite.observe(VoiceEvent(.ttsEnd), now: now)
        _ = satellite.observe(VoiceEvent(.runEnd), now: now)
        let actions = satellite.disconnected()
        #expect(outcome(actions) == .handled && !actions.contains(.listen(hall)))
    }

    @Test("a turn ends when the audio stage that plays its answer is lost, and nobody is listened to after a question")
    func playerLost() throws {
        var satellite = hearing()
        _ = satellite.observe(VoiceEvent(.sttEnd, ["text": "lights on"]), now: now)
        _ = satellite.observe(VoiceEvent(.intentEnd, ["continue_conversation": "1"]), now: now)
        _ = satellite.observe(VoiceEvent(.ttsStart, ["text": "Done."]), now: now)
        let answer = satellite.observe(VoiceEvent(.ttsEnd), now: now)
        let id = try #require(playing(answer))
        _ = satellite.observe(VoiceEvent(.runEnd), now: now)
        let player = Source("audio/a")!
        let report = Header(kind: AudioPlayback.kind, session: hall, source: player, run: 1, sequence: 0)
        satellite.taken(id, by: ProgramRun(report))
        func status(_ state: StageStatus.State) -> Message<StageStatus> {
            Message(
                header: Header(kind: StageStatus.kind, session: .default, source: player, run: 1, sequence: 0),
                body: StageStatus(role: .audio, instance: "a", state: state, pid: 1, uptimeMs: 1))
        }
        #expect(satellite.observe(status(.ready)).isEmpty)
        let actions = satellite.observe(status(.lost))
        #expect(outcome(actions) == .handled && actions.contains(.send(.played(false))) && satellite.sounds.isEmpty)
        #expect(!actions.contains(.listen(hall)))
    }

    @Test("errors of the pipeline are the outcomes that the bus knows")
    func errors() {
        for (code, expected) in [
            ("stt-no-text-recognized", TurnEnded.Outcome.noSpeech), ("duplicate_wake_up_detected", .elsewhere),
            ("intent-failed", .failed),
        ] {
            var satellite = hearing()
            _ = satellite.observe(VoiceEvent(.error, ["code": code, "message": "no"]), now: now)
            #expect(outcome(satellite.observe(VoiceEvent(.runEnd), now: now)) == expected)
        }
    }

    @Test("a turn that begins during another one ends it, and the late events of the old run change nothing")
    func interrupted() {
        var satellite = hearing()
        let next = TurnID()
        let actions = satellite.started(next, wakeWord: nil, now: now)
        #expect(outcome(actions) == .cancelled)
        #expect(actions.first == .send(.pipeline(start: false, conversation: "", wakeWord: "")))
        #expect(satellite.observe(VoiceEvent(.sttEnd, ["text": "old"]), now: now).isEmpty)
        #expect(satellite.observe(VoiceEvent(.runEnd), now: now).isEmpty)
        _ = satellite.observe(VoiceEvent(.runStart), now: now)
        let said = satellite.observe(VoiceEvent(.sttEnd, ["text": "new"]), now: now)
        #expect(said == [.transcript(heard("new"), next, hall)])
    }

    @Test("a withdrawn turn, and one that another program ends, is given up without an end of its own")
    func withdrawn() {
        var satellite = hearing()
        let stop = SatelliteAction.send(.pipeline(start: false, conversation: "", wakeWord: ""))
        let withdrawn = end(&satellite, chunks: 0, .withdrawn)
        #expect(withdrawn == [stop])
        var other = hearing()
        #expect(other.turnEnded(turn) == [stop] && other.turnEnded(turn).isEmpty)
    }

    @Test("a run of which nothing is heard for a minute expires")
    func expired() {
        var satellite = hearing()
        #expect(satellite.tick(now + .seconds(59)).isEmpty)
        #expect(outcome(satellite.tick(now + .seconds(61))) == .expired)
    }

    @Test("a run whose words were heard, and of which nothing more is told, ends as handled, without an apology")
    func answeredWithoutWords() {
        var satellite = hearing()
        _ = satellite.observe(VoiceEvent(.sttEnd, ["text": "never mind"]), now: now)
        let ended = TurnEnded(outcome: .handled, app: "home-assistant", reason: "Home Assistant said nothing")
        let actions = satellite.tick(now + .seconds(61))
        #expect(actions.contains(.end(ended, turn, hall)))
        // A pipeline that says what it does has to say that it ends.
        var hung = hearing()
        _ = hung.observe(VoiceEvent(.sttEnd, ["text": "lights on"]), now: now)
        _ = hung.observe(VoiceEvent(.intentStart), now: now)
        #expect(outcome(hung.tick(now + .seconds(61))) == .expired)
    }

    @Test("a client names no file that is played or removed")
    func namedFile() throws {
        var satellite = hearing(playsSounds: true)
        let event = VoiceEvent(.ttsEnd, ["file": "../a"])
        let answer = satellite.observe(event, now: now)
        let removal = SatelliteAction.remove(["../a"])
        #expect(playing(answer) == nil && !answer.contains(removal))
        var idle = VoiceSatellite(session: hall, playsSounds: true)
        let ignored = idle.observe(event, now: now)
        #expect(ignored.isEmpty)
    }

    @Test("the words of an answer whose sound cannot be played are spoken once, and the reason is shown")
    func skipped() throws {
        var satellite = hearing(playsSounds: true)
        _ = satellite.observe(VoiceEvent(.sttEnd, ["text": "lights on"]), now: now)
        _ = satellite.observe(VoiceEvent(.ttsStart, ["text": "Done."]), now: now)
        let answer = satellite.observe(VoiceEvent(.ttsEnd, file: "a"), now: now)
        let id = try #require(playing(answer))
        _ = satellite.observe(VoiceEvent(.runEnd), now: now)
        let skipped = satellite.skipped(id, "a: no such file")
        let words = try #require(playing(skipped))
        let failure = SatelliteAction.failure("a sound of Home Assistant is not played: a: no such file")
        let speech = SatelliteAction.play(AudioSequence([.speech(.init("Done."))]), words, hall, turn)
        #expect(words != id && skipped == [failure, .remove(["a"]), speech])
        let over = satellite.skipped(words, "no voice")
        #expect(playing(over) == nil && over.contains(.send(.played(false))) && outcome(over) == .handled)
    }

    @Test("sounds are fetched, played and removed; one that cannot be had is spoken")
    func sounds() throws {
        var satellite = hearing(playsSounds: true)
        let chime = Announcement(url: "http://ha/b", text: "Dinner.", chimeURL: "http://ha/a", startsConversation: true)
        let actions = satellite.announce(chime)
        guard case .fetch(let addresses, let id)? = actions.first else { throw ExpectedFetch() }
        #expect(addresses == ["http://ha/a", "http://ha/b"])
        let play = satellite.fetched(id, ["a", "b"])
        #expect(play == [.play(AudioSequence([.file(.init("a")), .file(.init("b"))]), id, hall, nil)])
        let over = satellite.played(id, isPlayed: true)
        #expect(over == [.remove(["a", "b"]), .send(.played(true)), .listen(hall)])
        guard case .fetch(_, let second)? = satellite.announce(chime).first else { throw ExpectedFetch() }
        let spoken = satellite.fetched(second, nil)
        #expect(spoken == [.play(AudioSequence([.speech(.init("Dinner."))]), second, hall, nil)])
    }

    @Test("an answer whose sound has been fetched when the user speaks again is dropped")
    func lateAnswer() throws {
        for files in [["a"], nil] as [[String]?] {
            var satellite = hearing(playsSounds: true)
            _ = satellite.observe(VoiceEvent(.sttEnd, ["text": "tell me a story"]), now: now)
            _ = satellite.observe(VoiceEvent(.ttsStart, ["text": "Once upon a time."]), now: now)
            let answer = satellite.observe(VoiceEvent(.ttsEnd, ["url": "http://ha/a"]), now: now)
            guard case .fetch(_, let id)? = answer.first else { throw ExpectedFetch() }
            _ = satellite.started(TurnID(), wakeWord: nil, now: now)
            let late = satellite.fetched(id, files)
            #expect(late == [.remove(files ?? []), .dropped] && satellite.sounds.isEmpty)
        }
        // The user waits for the whole answer of a connection that was lost behind it.
        var lost = hearing(playsSounds: true)
        let answer = lost.observe(VoiceEvent(.ttsEnd, ["url": "http://ha/a"]), now: now)
        guard case .fetch(_, let id)? = answer.first else { throw ExpectedFetch() }
        _ = lost.observe(VoiceEvent(.runEnd), now: now)
        _ = lost.disconnected()
        let played = lost.fetched(id, ["a"])
        #expect(playing(played) == id)
    }

    private struct ExpectedFetch: Error {}

    @Test("announcements and timers are bounded, and each announcement gets its answer")
    func flood() {
        var satellite = hearing()
        var (played, refused) = (0, 0)
        for _ in 0..<100 {
            for action in satellite.announce(Announcement(text: "Hello.")) {
                if case .play = action { played += 1 }
                if action == .send(.played(false)) { refused += 1 }
            }
        }
        #expect(played == VoiceSatellite.maximumSounds && played + refused == 100)
        for number in 0..<1_000 { _ = satellite.observe(TimerEvent(.started, id: "\(number)")) }
        #expect(satellite.timers.count == VoiceSatellite.maximumTimers)
        // What no audio stage reports is dropped at last, and makes room.
        _ = satellite.tick(now)
        #expect(satellite.tick(now + .seconds(601)).contains(.send(.played(false))))
        #expect(playing(satellite.announce(Announcement(text: "Hello."))) != nil)
    }

    @Test("a sound that is not played is shown for a time only, not until Home Assistant connects again")
    func unplayed() throws {
        var satellite = hearing()
        let announced = satellite.announce(Announcement(text: "Hello."))
        let id = try #require(playing(announced))
        let reason = "nothing can be played: no saybus-audio serves this session"
        let unplayed = satellite.unplayable(id)
        #expect(unplayed == [.failure(reason), .send(.played(false))])
        let silent = satellite.announce(Announcement(url: "http://ha/a"))
        let needed = "an announcement has a sound only: start with --sounds"
        #expect(silent == [.failure(needed), .send(.played(false))])
    }

    @Test("a finished timer rings, and the user's speech silences it")
    func timer() throws {
        var satellite = hearing()
        _ = satellite.observe(TimerEvent(.started, id: "t", name: "Eggs", seconds: 300, secondsLeft: 300))
        #expect(satellite.timers["t"]?.name == "Eggs")
        let ring = satellite.observe(TimerEvent(.finished, id: "t", name: "Eggs"))
        guard case .play(let sequence, _, _, nil)? = ring.first else { throw ExpectedFetch() }
        #expect(sequence.spokenText == "Eggs" && sequence.track == VoiceSatellite.ringTrack && satellite.timers.isEmpty)
        let actions = satellite.started(TurnID(), wakeWord: nil, now: now)
        #expect(actions.first == .silence(track: VoiceSatellite.ringTrack, hall))
    }

    @Test("a timer whose end tells no name rings with the name with which it started")
    func namedTimer() throws {
        var satellite = hearing()
        _ = satellite.observe(TimerEvent(.started, id: "t", name: "pasta", seconds: 300, secondsLeft: 300))
        _ = satellite.observe(TimerEvent(.updated, id: "t", seconds: 200, secondsLeft: 200))
        #expect(satellite.timers["t"] == TimerEvent(.updated, id: "t", name: "pasta", seconds: 200, secondsLeft: 200))
        let ring = satellite.observe(TimerEvent(.finished, id: "t"))
        guard case .play(let sequence, _, _, nil)? = ring.first else { throw ExpectedFetch() }
        #expect(sequence.spokenText == "pasta" && satellite.timers.isEmpty)
        // Also after many whose end was never told.
        for number in 0..<100 { _ = satellite.observe(TimerEvent(.started, id: "\(number)", secondsLeft: 1)) }
        _ = satellite.observe(TimerEvent(.started, id: "e", name: "eggs", seconds: 300, secondsLeft: 300))
        let next = satellite.observe(TimerEvent(.finished, id: "e"))
        guard case .play(let named, _, _, nil)? = next.first else { throw ExpectedFetch() }
        #expect(named.spokenText == "eggs")
    }
}
