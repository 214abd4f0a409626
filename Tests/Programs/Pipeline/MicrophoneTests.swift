import Foundation
import SaybusBus
import SaybusMessages
import SaybusTesting
import Testing

@Suite(
    "The microphone, from the device to the answer", .serialized, .timeLimit(.minutes(4)),
    .enabled(if: PulseServer.isInstalled, Comment(rawValue: PulseServer.requirement)),
    .enabled(if: Utterance.hasSynthesizer && Utterance.hasModel, "espeak-ng and the model are installed"))
struct MicrophoneTests {
    @Test("a command played into the microphone is understood, also after the microphone was disconnected")
    func wholePath() async throws {
        let pulse = try await PulseServer()
        let pipeline = try Pipeline()
        let stages = try [Role.broker, .transcribe, .intent, .dispatch, .audio].map { try pipeline.start($0) }
        let tap = try pipeline.tap()
        let ends = tap.subscribe(TurnEnded.self)
        let statuses = tap.subscribe(StageStatus.self)
        try await tap.ready(within: .seconds(30))
        for stage in stages { try await stage.ready() }
        let wav = try await Utterance.wav("turn on the kitchen light", in: pipeline.folder)

        let listen = try ProgramUnderTest(
            "saybus-listen", ["--bus", pipeline.address.url, "--mic", "--instance", "mic", "--log-level", "info"],
            environment: pulse.environment)
        try await listen.ready()
        try await pulse.play(wav)
        #expect(await ends.first(within: .seconds(30))?.body.spoken == "The kitchen light is on.")

        try await pulse.stop()
        let gone = await statuses.first(within: .seconds(20)) { $0.body.role == .listen && $0.body.problem != nil }
        #expect(gone?.body.state == .ready, "the stage keeps running")
        try await pulse.start()
        let back = await statuses.first(within: .seconds(20)) { $0.body.role == .listen && $0.body.problem == nil }
        #expect(back != nil, "\(listen.lines(.standardError))")
        try await pulse.play(wav)
        #expect(await ends.first(within: .seconds(30))?.body.spoken == "The kitchen light is on.")

        listen.send(SIGTERM)
        #expect(try await listen.exitCode() == 0)
        for stage in stages { stage.send(SIGTERM) }
    }

    @Test("an open turn is cancelled when the microphone disappears, since its last words are unknown")
    func openTurn() async throws {
        let pulse = try await PulseServer()
        let pipeline = try Pipeline()
        let stages = try [Role.broker, .transcribe].map { try pipeline.start($0) }
        let tap = try pipeline.tap()
        let turns = tap.subscribe(SpeechStarted.self)
        let ends = tap.subscribe(SpeechEnded.self)
        let outcomes = tap.subscribe(TurnEnded.self)
        try await tap.ready(within: .seconds(30))
        for stage in stages { try await stage.ready() }
        let listen = try ProgramUnderTest(
            "saybus-listen", ["--bus", pipeline.address.url, "--mic"], environment: pulse.environment)
        try await listen.ready()
        let wav = try await Utterance.wav(
            "this is a long sentence that goes on and on and is not over when the microphone is pulled out of its socket",
            in: pipeline.folder)
        async let playing: Void? = try? pulse.play(wav)
        #expect(await turns.first(within: .seconds(20)) != nil)
        try await pulse.stop()
        #expect(await ends.first(within: .seconds(10))?.body.reason == .withdrawn)
        let over = await outcomes.first(within: .seconds(10))?.body
        #expect(over?.outcome == .cancelled && over?.reason?.contains("microphone was lost") == true)
        _ = await playing
        listen.send(SIGTERM)
        #expect(try await listen.exitCode() == 0)
    }

    @Test("a pipeline without a microphone is ready, reports its absence once, and uses it when it appears")
    func awaited() async throws {
        let pulse = try await PulseServer()
        try await pulse.stop()
        let pipeline = try Pipeline()
        let up = try ProgramUnderTest(
            "saybus",
            ["up", "--bus", pipeline.address.url, "--app", pipeline.folder + "/app.yaml", "--sink", "null", "--mic"],
            environment: pulse.environment)
        let tap = try pipeline.tap()
        let ends = tap.subscribe(TurnEnded.self)
        let statuses = tap.subscribe(StageStatus.self)
        try await up.line(within: .seconds(30)) { $0.contains("pipeline ready") }
        try await tap.ready(within: .seconds(30))
        let without = await statuses.first(within: .seconds(20)) {
            $0.body.role == .listen && $0.body.state == .ready && $0.body.problem != nil
        }
        #expect(without?.body.problem?.contains("microphone") == true, "\(String(describing: without?.body.problem))")
        // The time of several attempts to open the microphone.
        for _ in 0..<4 { _ = try #require(await statuses.first(within: .seconds(20)) { $0.body.role == .listen }) }
        let reported = up.lines(.standardError).filter { $0.hasPrefix("listen ") && !$0.contains("ready role") }
        #expect(reported.count == 1, "\(reported)")
        try await pulse.start()
        let back = await statuses.first(within: .seconds(20)) { $0.body.role == .listen && $0.body.problem == nil }
        #expect(back != nil, "\(up.report)")
        try await pulse.play(try await Utterance.wav("turn on the kitchen light", in: pipeline.folder))
        #expect(await ends.first(within: .seconds(30))?.body.spoken == "The kitchen light is on.")
        up.send(SIGTERM)
        #expect(try await up.exitCode() == 0)
    }

    @Test("off counts at once without a microphone, and one that comes later hears nothing until the next request")
    func offWithout() async throws {
        let pulse = try await PulseServer()
        try await pulse.stop()
        let pipeline = try Pipeline()
        let stages = try [Role.broker, .transcribe].map { try pipeline.start($0) }
        let tap = try pipeline.tap()
        let receipts = tap.subscribe(Receipt.self)
        let statuses = tap.subscribe(StageStatus.self)
        let turns = tap.subscribe(SpeechStarted.self)
        try await tap.ready(within: .seconds(30))
        for stage in stages { try await stage.ready() }
        let listen = try ProgramUnderTest(
            "saybus-listen", ["--bus", pipeline.address.url, "--mic", "--await-mic", "--no-tones"],
            environment: pulse.environment)
        try await listen.ready()
        let off = try tap.publish(ListenRequest(mode: .off))
        #expect(await receipts.first { $0.header.causes.contains(off.id) } != nil)
        try await pulse.start()
        let back = await statuses.first(within: .seconds(20)) { $0.body.role == .listen && $0.body.problem == nil }
        #expect(back != nil, "\(listen.report)")
        let wav = try await Utterance.wav("turn on the kitchen light", in: pipeline.folder)
        try await pulse.play(wav)
        let again = try tap.publish(ListenRequest(mode: .continuous))
        #expect(await receipts.first { $0.header.causes.contains(again.id) } != nil)
        try await pulse.play(wav)
        // Ids grow with time: the first turn begins after the second request.
        let turn = try #require(await turns.first(within: .seconds(20)))
        #expect(turn.header.at > again.at)
        listen.send(SIGTERM)
        #expect(try await listen.exitCode() == 0)
        for stage in stages { stage.send(SIGTERM) }
    }

    @Test(
        "a hanging sound server is reported, does not delay shutdown, and is used when it resumes"
    )
    func hangs() async throws {
        let pulse = try await PulseServer()
        let pipeline = try Pipeline()
        let broker = try pipeline.start(.broker)
        let tap = try pipeline.tap()
        let statuses = tap.subscribe(StageStatus.self)
        try await tap.ready(within: .seconds(30))
        try await broker.ready()
        pulse.freeze()
        let list = try ProgramUnderTest("saybus-listen", ["--devices"], environment: pulse.environment)
        let listen = try ProgramUnderTest(
            "saybus-listen", ["--bus", pipeline.address.url, "--mic"], environment: pulse.environment)
        func status(_ isMeant: @escaping @Sendable (StageStatus) -> Bool) async -> StageStatus? {
            await statuses.first(within: .seconds(20)) {
                $0.body.role == .listen && $0.body.state == .ready && isMeant($0.body)
            }?.body
        }
        #expect(await status { $0.problem != nil }?.problem?.contains("hang") == true)
        #expect(try await list.exitCode(within: .seconds(10)) == 69)
        #expect(list.lines(.standardError).contains { $0.contains("hang") })
        pulse.thaw()
        #expect(await status { $0.problem == nil } != nil, "\(listen.lines(.standardError))")
        pulse.freeze()
        #expect(await status { $0.problem != nil }?.problem?.contains("hang") == true)
        // The next attempt to open the microphone, about a second later, hangs: wait for two heartbeats.
        for _ in 0..<2 { #expect(await status { _ in true } != nil) }
        listen.send(SIGTERM)
        // A program whose tasks do not end is ended with another code.
        #expect(try await listen.exitCode() == 0)
        broker.send(SIGTERM)
    }

    @Test(
        "microphones are listed and selected by part of their name; an unknown name is rejected with the list"
    )
    func devices() async throws {
        let pulse = try await PulseServer()
        let list = try ProgramUnderTest("saybus-listen", ["--devices"], environment: pulse.environment)
        #expect(try await list.exitCode() == 0)
        #expect(list.lines().contains { $0.contains("default") && $0.contains("Hz") }, "\(list.lines())")
        let wrong = try ProgramUnderTest(
            "saybus-listen", ["--bus", BadInputTests.unusedAddress, "--mic", "gramophone"],
            environment: pulse.environment)
        #expect(try await wrong.exitCode() == 69)
        #expect(wrong.lines(.standardError).contains { $0.contains("gramophone") && $0.contains("default") })
    }
}
