import SaybusMessages
import SaybusSkills
import SaybusTesting
import Synchronization
import Testing

@Suite("The words of a skill before its stream", .timeLimit(.minutes(1)))
struct IntroductionTests {
    /// A skill that speaks before its stream, and ends its session.
    private static func radio() -> ClosureSkill {
        let stream = PlayDirective.Stream(url: "song.wav", token: "a")
        let play = Directive.play(PlayDirective(playBehavior: .replaceAll, audioItem: .init(stream: stream)))
        return ClosureSkill { request in
            let isLaunch = request.request.type == "LaunchRequest"
            return answer(isLaunch ? "Here is your radio." : nil, ends: true, isLaunch ? [play] : nil)
        }
    }

    private static func canPause(_ catalog: Catalog) -> Bool {
        catalog.commands.contains { $0.type == "AMAZON.PauseIntent" }
    }

    /// Whether a skill has been told of its audio. A request of the user comes behind all that it has been told.
    private func hasPlayed(_ skill: ClosureSkill, on bus: SkillBus) async throws -> Bool {
        try await bus.say("ask pizza place what did i order")
        return skill.kinds.contains { $0.hasPrefix("AudioPlayer") }
    }

    @Test("\"stop\" takes the stream back, and is handled")
    func stop() async throws {
        let skill = Self.radio()
        let bus = try await SkillBus(try pizzaModel(), skill)
        bus.audio.hold()
        let launch = try bus.send("open pizza place")
        let playing = try #require(await bus.recorder.first(Catalog.self) { Self.canPause($0.body) })
        _ = try #require(
            await bus.recorder.first(StageStatus.self) {
                $0.body.role == .intent && $0.body.catalogRevision?.contains(playing.body.revision) == true
            })
        let stop = try bus.send("stop")
        let couldPause = Mutex(false)
        _ = try #require(
            await bus.recorder.first(Catalog.self) { message in
                let canPause = Self.canPause(message.body)
                return couldPause.withLock { couldPause in
                    defer { couldPause = couldPause || canPause }
                    return couldPause && !canPause
                }
            })
        try bus.audio.release()
        let stopped = try #require(await bus.recorder.first(TurnEnded.self) { $0.header.turn == stop }).body
        #expect(stopped.outcome == .handled && stopped.spoken == nil)
        let launched = try #require(await bus.recorder.first(TurnEnded.self) { $0.header.turn == launch }).body
        #expect(launched.outcome == .handled)
        #expect(try await hasPlayed(skill, on: bus) == false)
        await bus.stop()
    }

    @Test(
        "the stream does not begin when somebody has stopped the words, or spoken over them",
        arguments: [AudioPlayback.Cause.demand, .bargeIn])
    func stopped(cause: AudioPlayback.Cause) async throws {
        let skill = Self.radio()
        let bus = try await SkillBus(try pizzaModel(), skill)
        bus.audio.hold()
        let turn = try bus.send("open pizza place")
        _ = try #require(await bus.recorder.first(AudioPlayback.self) { $0.body.state == .started })
        try bus.audio.end(as: .interrupted, reason: "stopped", cause: cause)
        _ = try #require(await bus.recorder.first(TurnEnded.self) { $0.header.turn == turn })
        try bus.audio.release()
        #expect(try await hasPlayed(skill, on: bus) == false)
        await bus.stop()
    }

    @Test("the player's commands, which become valid with the words, remain so as the stream begins")
    func commands() async throws {
        let bus = try await SkillBus(try pizzaModel(), Self.radio())
        bus.audio.hold()
        _ = try bus.send("open pizza place")
        _ = try #require(await bus.recorder.first(Catalog.self) { Self.canPause($0.body) })
        _ = try #require(await bus.recorder.first(AudioPlayback.self) { $0.body.state == .started })
        try bus.audio.end(as: .finished)
        // The catalogs come before the stream.
        _ = try #require(await bus.recorder.first(AudioSequence.self) { $0.body.trackName == "skill-audio" })
        let catalogs = bus.recorder.bodies(Catalog.self).drop(while: { !Self.canPause($0) })
        #expect(catalogs.allSatisfy { Self.canPause($0) })
        await bus.stop()
    }
}
