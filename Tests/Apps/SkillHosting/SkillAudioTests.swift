import SaybusBus
import SaybusMessages
import SaybusSkills
import SaybusTesting
import Synchronization
import Testing

@testable import SaybusSkillHosting

@Suite("A skill's audio over a bus", .timeLimit(.minutes(1)))
struct SkillAudioTests {
    private static func play(
        _ token: String, _ behavior: PlayBehavior = .enqueue, url: String = "song.wav", from offset: Int = 0
    ) -> Directive {
        .play(
            PlayDirective(
                playBehavior: behavior,
                audioItem: .init(stream: .init(url: url, token: token, offsetInMilliseconds: offset))))
    }

    /// Returns the audio events that the skill got: `Started a`, `Stopped a 1200`.
    /// - Parameter isComplete: Whether the requests for the next stream, which follow each start, are among them.
    private static func events(_ skill: ClosureSkill, isComplete: Bool = false) -> [String] {
        skill.requests.compactMap { envelope in
            switch envelope.request {
            case .playbackRequest(let request):
                guard isComplete || request.event != .nearlyFinished else { return nil }
                let name = request.type.replacing("AudioPlayer.Playback", with: "")
                let offset = request.offsetInMilliseconds ?? 0
                return "\(name) \(request.token ?? "")" + (offset > 0 ? " \(offset)" : "")
            case .playbackFailedRequest(let request): return "Failed \(request.token ?? "")"
            default: return nil
            }
        }
    }

    /// Returns a skill that plays audio at launch and ends its session.
    private static func player(_ directives: [Directive]) -> ClosureSkill {
        ClosureSkill { request in
            answer(ends: true, request.request.type == "LaunchRequest" ? directives : nil)
        }
    }

    private static func wait(for event: String, of skill: ClosureSkill) async {
        for await _ in skill.asked where events(skill).contains(event) { return }
    }

    @Test("streams are played one after the other, each with its own events, even if they are equal")
    func queue() async throws {
        let skill = Self.player([Self.play("a"), Self.play("a"), Self.play("b")])
        let bus = try await SkillBus(try pizzaModel(), skill)
        try await bus.say("open pizza place")
        await Self.wait(for: "Finished b", of: skill)
        #expect(
            Self.events(skill) == ["Started a", "Finished a", "Started a", "Finished a", "Started b", "Finished b"])
        await bus.stop()
    }

    @Test("a stream starts when it sounds, and one that cannot be fetched only fails")
    func fetched() async throws {
        let skill = Self.player([Self.play("slow", url: "https://example.com/a.mp3"), Self.play("next")])
        let bus = try await SkillBus(try pizzaModel(), skill)
        bus.audio.delay()
        _ = try bus.send("open pizza place")
        _ = try #require(await bus.recorder.first(AudioPlayback.self) { $0.body.state == .queued })
        #expect(Self.events(skill).isEmpty)
        try bus.audio.end(as: .skipped, reason: "there is no such file")
        try bus.audio.release()
        await Self.wait(for: "Finished next", of: skill)
        #expect(Self.events(skill) == ["Failed slow", "Started next", "Finished next"])
        await bus.stop()
    }

    @Test("the user's command stops the stream at its position and clears the queue")
    func stopped() async throws {
        let skill = Self.player([Self.play("a"), Self.play("b")])
        let bus = try await SkillBus(try pizzaModel(), skill)
        bus.audio.sounds(for: 1200)
        bus.audio.hold()
        try await bus.say("open pizza place")
        await Self.wait(for: "Started a", of: skill)
        #expect(try await bus.say("pause").outcome == .handled)
        await Self.wait(for: "Stopped a 1200", of: skill)
        #expect(Self.events(skill) == ["Started a", "Stopped a 1200"])
        #expect(skill.kinds.filter { !$0.hasPrefix("AudioPlayer") } == ["LaunchRequest"], "no session is opened for it")
        await bus.stop()
    }

    @Test("\"pause\" is for the skill whose stream plays, although an app whose name comes first always knows the word")
    func besideAnApp() async throws {
        let skill = Self.player([Self.play("a")])
        let bus = try await SkillBus(try pizzaModel(), skill)
        let neighbour = try bus.test.connect(.dispatch, instance: "neighbour")
        try await neighbour.ready()
        try neighbour.publish(
            Catalog(app: "aardvark", commands: [Catalog.Command(type: "Pause", patterns: ["pause"])]))
        _ = try #require(
            await bus.recorder.first(StageStatus.self) {
                $0.body.role == .intent && $0.body.catalogRevision?.contains("aardvark@") == true
            })
        bus.audio.sounds(for: 1200)
        bus.audio.hold()
        try await bus.say("open pizza place")
        await Self.wait(for: "Started a", of: skill)
        #expect(try await bus.say("pause").outcome == .handled)
        await Self.wait(for: "Stopped a 1200", of: skill)
        await neighbour.close()
        await bus.stop()
    }

    @Test(
        "when another program stops the stream, also before it sounds, those behind it are not played and do not fail",
        arguments: [true, false])
    func stoppedElsewhere(sounds: Bool) async throws {
        let skill = Self.player([Self.play("a"), Self.play("b")])
        let bus = try await SkillBus(try pizzaModel(), skill)
        if sounds {
            bus.audio.sounds(for: 1200)
            bus.audio.hold()
        } else {
            bus.audio.delay()
        }
        try await bus.say("open pizza place")
        if sounds {
            await Self.wait(for: "Started a", of: skill)
        } else {
            _ = try #require(await bus.recorder.first(AudioPlayback.self) { $0.body.state == .queued })
        }
        let other = try bus.test.connect(.dispatch, instance: "stopper")
        try await other.ready()
        try other.publish(AudioControl(.stop))
        let stopped = sounds ? "Stopped a 1200" : "Stopped a"
        await Self.wait(for: stopped, of: skill)
        try bus.audio.release()
        // A request of the user comes behind all that the skill has been told of its audio.
        try await bus.say("ask pizza place what did i order")
        #expect(Self.events(skill) == (sounds ? ["Started a", stopped] : [stopped]))
        await other.close()
        await bus.stop()
    }

    @Test("of two skills the one that plays last is heard: the stream of the first is stopped, as are those behind it")
    func secondSkill() async throws {
        let (first, second) = (Self.player([Self.play("a"), Self.play("b")]), Self.player([Self.play("c")]))
        let bus = try await SkillBus(try pizzaModel(), first)
        let other = try await SecondSkill("pet match", second, beside: bus)
        bus.audio.sounds(for: 1200)
        bus.audio.hold()
        try await bus.say("open pizza place")
        await Self.wait(for: "Started a", of: first)
        try await bus.say("open pet match")
        await Self.wait(for: "Started c", of: second)
        await Self.wait(for: "Stopped a 1200", of: first)
        #expect(try await bus.say("pause").outcome == .handled)
        await Self.wait(for: "Stopped c 1200", of: second)
        #expect(Self.events(first) == ["Started a", "Stopped a 1200"])
        #expect(Self.events(second) == ["Started c", "Stopped c 1200"])
        await other.stop()
        await bus.stop()
    }

    @Test("a stream that replaces the current one starts after that one has stopped")
    func replaced() async throws {
        let skill = ClosureSkill { request in
            switch request.request.type {
            case "LaunchRequest": answer(nil, [Self.play("a"), Self.play("b")])
            case "IntentRequest": answer(nil, ends: true, [Self.play("c", .replaceAll)])
            default: answer()
            }
        }
        let bus = try await SkillBus(try pizzaModel(), skill)
        bus.audio.sounds(for: 700)
        bus.audio.hold()
        _ = try bus.send("open pizza place")
        await Self.wait(for: "Started a", of: skill)
        _ = try bus.send("order a pizza")
        await Self.wait(for: "Started c", of: skill)
        #expect(Self.events(skill) == ["Started a", "Stopped a 700", "Started c"])
        await bus.stop()
    }

    @Test("audio events are sent one after the other, however long the skill takes")
    func order() async throws {
        let concurrent = Mutex((now: 0, most: 0))
        let skill = ClosureSkill { request in
            guard request.request.type.hasPrefix("AudioPlayer") else {
                return answer(ends: true, (0..<5).map { Self.play("\($0)") })
            }
            concurrent.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
            // The skill is slow with the first event, as a network may be.
            for _ in 0..<(Self.isFirst(request) ? 1000 : 1) { await Task.yield() }
            concurrent.withLock { $0.now -= 1 }
            return answer()
        }
        let bus = try await SkillBus(try pizzaModel(), skill)
        try await bus.say("open pizza place")
        await Self.wait(for: "Finished 4", of: skill)
        #expect(Self.events(skill) == (0..<5).flatMap { ["Started \($0)", "Finished \($0)"] })
        #expect(concurrent.withLock(\.most) == 1)
        await bus.stop()
    }

    private static func isFirst(_ envelope: RequestEnvelope) -> Bool {
        if case .playbackRequest(let request) = envelope.request { return request.token == "0" }
        return false
    }

    @Test("an address that nothing can play fails, and the next stream is played")
    func elsewhere() async throws {
        let skill = Self.player([Self.play("web", url: "rtsp://example.com/a.mp3"), Self.play("here")])
        let bus = try await SkillBus(try pizzaModel(), skill)
        try await bus.say("open pizza place")
        await Self.wait(for: "Finished here", of: skill)
        #expect(Self.events(skill) == ["Failed web", "Started here", "Finished here"])
        let failure = skill.requests.lazy.compactMap { envelope -> PlaybackFailedRequest? in
            if case .playbackFailedRequest(let request) = envelope.request { request } else { nil }
        }.first
        #expect(failure?.locale == "en-US")
        #expect(failure?.currentPlaybackState == AudioPlayerState(playerActivity: .idle))
        await bus.stop()
    }

    @Test("a stream of the web is played from its offset, and the skill is asked for the next one while it plays")
    func stream() async throws {
        let skill = ClosureSkill { request in
            switch request.request {
            case .launchRequest: answer(ends: true, [Self.play("a", url: "https://example.com/a.mp3", from: 5000)])
            case .playbackRequest(let event) where event.event == .nearlyFinished && event.token == "a":
                answer(nil, ends: nil, [Self.play("b", url: "soundbank://saybus/bell")])
            default: answer()
            }
        }
        let bus = try await SkillBus(try pizzaModel(), skill)
        try await bus.say("open pizza place")
        let first = try #require(await bus.recorder.first(AudioSequence.self) { $0.body.files.first?.offsetMs != nil })
        #expect(first.body.files == [AudioEvent.File("https://example.com/a.mp3", offsetMs: 5000)])
        await Self.wait(for: "Finished b", of: skill)
        #expect(
            Self.events(skill, isComplete: true) == [
                "Started a 5000", "NearlyFinished a 5000", "Finished a 5000", "Started b", "NearlyFinished b",
                "Finished b",
            ])
        await bus.stop()
    }

    @Test("a stream that has played to its end tells its position, and each event the language")
    func finished() async throws {
        let skill = Self.player([Self.play("a", from: 5000)])
        let bus = try await SkillBus(try pizzaModel(), skill)
        bus.audio.sounds(for: 1200)
        try await bus.say("open pizza place")
        await Self.wait(for: "Finished a 6200", of: skill)
        let locales = skill.requests.compactMap { envelope -> String? in
            if case .playbackRequest(let request) = envelope.request { request.locale ?? "none" } else { nil }
        }
        #expect(locales == ["en-US", "en-US", "en-US"])
        await bus.stop()
    }

    @Test("the position of a stream stands still while speech has paused it")
    func paused() async throws {
        let skill = Self.player([Self.play("a", from: 5000)])
        let bus = try await SkillBus(try pizzaModel(), skill)
        bus.audio.hold()
        try await bus.say("open pizza place")
        await Self.wait(for: "Started a 5000", of: skill)
        try bus.audio.suspend(at: 700)
        _ = try #require(await bus.recorder.first(AudioPlayback.self) { $0.body.state == .suspended })
        _ = try await bus.say("ask pizza place what did i order")
        let state = skill.requests.last { $0.request.intent != nil }?.context.audioPlayer
        #expect(state == AudioPlayerState(token: "a", offsetInMilliseconds: 5700, playerActivity: .paused))
        await bus.stop()
    }

    @Test("what an answer to an audio event has besides directives for the player is reported as ignored")
    func ignoredParts() {
        let stream = Self.play("b")
        #expect(AudioEventAnswer(answer(nil, [stream]).response, app: "pizza-place").problems.isEmpty)
        let response = answer("Hello.", reprompt: "Well?", [stream, .delegate(DelegateDirective())]).response
        let parts = AudioEventAnswer(response, app: "pizza-place")
        #expect(parts.audio == [stream] && parts.failure == nil)
        #expect(
            parts.problems == [
                "its speech is not spoken", "its reprompt is not spoken", "its dialog directive is not carried out",
            ])
    }

    @Test("an answer to an audio event that cannot be read is told to the skill, with the request that it answered")
    func unreadableAnswer() async throws {
        let skill = ClosureSkill { request in
            if case .playbackRequest(let event) = request.request, event.event == .started {
                throw SkillFailure(.badAnswer, "the answer is nonsense")
            }
            return answer(ends: true, request.request.type == "LaunchRequest" ? [Self.play("a")] : nil)
        }
        let bus = try await SkillBus(try pizzaModel(), skill)
        try await bus.say("open pizza place")
        let found = try #require(await skill.request { $0.request.type == "System.ExceptionEncountered" })
        guard case .exceptionEncounteredRequest(let exception) = found.request else {
            Issue.record("the request has this type")
            return
        }
        #expect(exception.error == SessionEndedError(type: .invalidResponse, message: "the answer is nonsense"))
        let started = skill.requests.first { $0.request.type == "AudioPlayer.PlaybackStarted" }
        #expect(exception.cause?.requestId == started?.request.requestId && found.session == nil)
        await bus.stop()
    }

    @Test(
        "a position that no sound has is limited to a day in a report, and makes an answer to an event invalid",
        arguments: [Int.min, .max])
    func absurdPosition(reported: Int) async throws {
        let skill = ClosureSkill { request in
            if case .playbackRequest(let playback) = request.request {
                let isFirst = playback.event == .finished && playback.token == "a"
                return answer(nil, isFirst ? [Self.play("b", from: .max)] : nil)
            }
            return answer(ends: true, request.request.type == "LaunchRequest" ? [Self.play("a")] : nil)
        }
        let bus = try await SkillBus(try pizzaModel(), skill)
        bus.audio.hold()
        try await bus.say("open pizza place")
        await Self.wait(for: "Started a", of: skill)
        try bus.audio.suspend(at: reported)
        _ = try #require(await bus.recorder.first(AudioPlayback.self) { $0.body.state == .suspended })
        bus.audio.sounds(for: reported)
        try bus.audio.release()
        await Self.wait(for: reported > 0 ? "Finished a 86400000" : "Finished a", of: skill)
        _ = try #require(await skill.request { $0.request.type == "System.ExceptionEncountered" })
        #expect(!Self.events(skill).contains { $0.hasPrefix("Started b") })
        await bus.stop()
    }

    @Test("a position runs with the clock, takes the place of a pause from the report, and goes on after it")
    func position() {
        let start = ContinuousClock.now
        var position = StreamPosition(.seconds(5), now: start)
        #expect(position.position(at: start + .seconds(2)) == .seconds(7))
        position.pause(at: .milliseconds(6900), now: start + .seconds(2))
        #expect(position.position(at: start + .seconds(60)) == .milliseconds(6900))
        position.resume(now: start + .seconds(60))
        #expect(position.position(at: start + .seconds(61)) == .milliseconds(7900))
        position.pause(at: nil, now: start + .seconds(62))
        #expect(position.isPaused && position.position() == .milliseconds(8900))
    }

    @Test("with each request the skill gets what plays, and where it was stopped")
    func state() async throws {
        let skill = Self.player([Self.play("a")])
        let bus = try await SkillBus(try pizzaModel(), skill)
        bus.audio.sounds(for: 1200)
        bus.audio.hold()
        try await bus.say("open pizza place")
        await Self.wait(for: "Started a", of: skill)
        try await bus.say("pause")
        await Self.wait(for: "Stopped a 1200", of: skill)
        try await bus.say("ask pizza place what did i order")
        let states = skill.requests.compactMap { request -> AudioPlayerState? in
            if case .playbackRequest = request.request { nil } else { request.context.audioPlayer }
        }
        #expect(states.first?.playerActivity == .idle)
        #expect(
            states.last
                == AudioPlayerState(token: "a", offsetInMilliseconds: 1200, playerActivity: .stopped))
        await bus.stop()
    }
}

extension AudioSequence {
    /// The sound files of the sequence.
    fileprivate var files: [AudioEvent.File] {
        events.compactMap { if case .file(let file) = $0 { file } else { nil } }
    }
}
