import SaybusMessages
import SaybusSkills
import SaybusTesting
import Synchronization
import Testing

@testable import SaybusSkillHosting

@Suite("A skill's audio over a bus", .timeLimit(.minutes(1)))
struct SkillAudioTests {
    private static func play(
        _ token: String, _ behavior: PlayBehavior = .enqueue, url: String = "song.wav"
    ) -> Directive {
        .play(
            PlayDirective(
                playBehavior: behavior,
                audioItem: .init(stream: .init(url: url, token: token, offsetInMilliseconds: 0))))
    }

    /// Returns the audio events that the skill got: `Started a`, `Stopped a 1200`.
    private static func events(_ skill: ClosureSkill) -> [String] {
        skill.requests.compactMap { envelope in
            switch envelope.request {
            case .playbackRequest(let request):
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

    @Test("a web address is not played, and the skill gets PlaybackFailed")
    func elsewhere() async throws {
        let skill = Self.player([Self.play("web", url: "https://example.com/a.mp3"), Self.play("here")])
        let bus = try await SkillBus(try pizzaModel(), skill)
        try await bus.say("open pizza place")
        await Self.wait(for: "Finished here", of: skill)
        #expect(Self.events(skill) == ["Failed web", "Started here", "Finished here"])
        await bus.stop()
    }
}
