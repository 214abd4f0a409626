import SaybusBus
import SaybusExternalEngines
import SaybusMessages
import SaybusTesting
import Testing

@testable import SaybusWyomingServer

@Suite(
    "The loudspeaker of a satellite",
    .enabled(if: GatewayUnderTest.hasEngines, "espeak-ng and pocketsphinx-en-us are installed"), .serialized,
    .timeLimit(.minutes(2)))
struct SpeakerTests {
    @Test("what waits behind other speech is reported as queued at once, and as finished when it was played")
    func queue() async throws {
        let satellite = try await SatelliteUnderTest()
        defer { satellite.leave() }
        let first = try satellite.say("The kitchen light is on.")
        let second = try satellite.say("The oven is off.")
        let report = await satellite.reports.first(AudioPlayback.self) { $0.body.sequence == second }
        #expect(report?.body.state == .queued)
        for _ in 0..<2 { try await satellite.play() }
        #expect(await satellite.end(of: second)?.state == .finished)
        for id in [first, second] { #expect(satellite.states(of: id) == [.queued, .started, .finished]) }
    }

    @Test("a satellite that goes in the middle of an answer has not played it")
    func gone() async throws {
        let satellite = try await SatelliteUnderTest()
        let id = try satellite.say("The kitchen light is on.")
        try await satellite.event("audio-stop")
        satellite.leave()
        let end = await satellite.end(of: id)
        #expect(end?.state == .interrupted && end?.reason == "the satellite has gone" && end?.cause == nil)
        #expect(end?.positionMs != nil)
    }

    @Test("stop cuts what was not sent yet, and drops what waits; what is said afterwards is played")
    func stop() async throws {
        let satellite = try await SatelliteUnderTest()
        defer { satellite.leave() }
        let long = try satellite.say(Array(repeating: "The kitchen light is on.", count: 20).joined(separator: " "))
        let waiting = try satellite.say("The oven is off.")
        try await satellite.event("audio-chunk")
        try satellite.control(AudioControl(.stop))
        // Half a minute without the control.
        let samples = try await satellite.play()
        #expect(samples.count < 15 * PeerSpeaker.rate)
        let end = await satellite.end(of: long)
        #expect(end?.state == .interrupted && end?.cause == .demand && end?.positionMs != nil)
        #expect(await satellite.end(of: waiting)?.state == .skipped)
        let next = try satellite.say("The oven is off.")
        #expect(try await !satellite.play().isEmpty)
        #expect(await satellite.end(of: next)?.state == .finished)
    }

    @Test("a pause lasts until speech is to go on, and what is skipped is over")
    func pause() async throws {
        let satellite = try await SatelliteUnderTest()
        defer { satellite.leave() }
        let id = try satellite.say(Array(repeating: "The kitchen light is on.", count: 20).joined(separator: " "))
        try await satellite.event("audio-chunk")
        try satellite.control(AudioControl(.pause, track: "other"))
        try satellite.control(AudioControl(.pause))
        #expect(await satellite.reports.first(AudioPlayback.self) { $0.body.state == .suspended } != nil)
        try satellite.control(AudioControl(.resume))
        #expect(await satellite.reports.first(AudioPlayback.self) { $0.body.state == .resumed } != nil)
        try satellite.control(AudioControl(.skip))
        #expect(try await satellite.play().count < 15 * PeerSpeaker.rate)
        #expect(await satellite.end(of: id)?.state == .finished)
        #expect(satellite.states(of: id) == [.queued, .started, .suspended, .resumed, .finished])
    }

    @Test("volume and rate are those that were set; what a satellite cannot do is shown")
    func settings() async throws {
        let satellite = try await SatelliteUnderTest()
        defer { satellite.leave() }
        func speak() async throws -> [Int16] {
            let id = try satellite.say("The kitchen light is on.")
            let samples = try await satellite.play()
            #expect(await satellite.end(of: id)?.state == .finished)
            return samples
        }
        func peak(_ samples: [Int16]) -> Int { samples.map { abs(Int($0)) }.max() ?? 0 }
        let usual = try await speak()
        try satellite.control(AudioControl(.volume, value: 0.25))
        let soft = try await speak()
        #expect(peak(usual) > 1_000 && abs(4 * peak(soft) - peak(usual)) <= 4)
        try satellite.control(AudioControl(.rate, value: 350))
        #expect(try await speak().count < usual.count * 3 / 4)
        try satellite.control(AudioControl(.mute))
        #expect(try await peak(speak()) == 0)
        try satellite.control(AudioControl(.volume, value: 20))
        #expect(try await satellite.gateway.problem(containing: "audio.control").contains("0 to 1"))
        try satellite.control(AudioControl(.back))
        #expect(try await satellite.gateway.problem(containing: "go back").contains("audio.control"))
        for _ in 0..<15 { try satellite.control(AudioControl(.back)) }
        // It is taken behind them.
        _ = try await speak()
        let lines = satellite.gateway.gateway.lines(.standardError).filter { $0.contains("cannot go back") }
        #expect(lines.count == 5, "\(satellite.gateway.gateway.report)")
    }

    @Test("an alarm ends when the user has said the satellite's wake word, and an answer does not")
    func bargeIn() async throws {
        let satellite = try await SatelliteUnderTest()
        defer { satellite.leave() }
        let run = WyomingEvent(type: "run-pipeline", data: ["start_stage": "asr", "end_stage": "tts"])
        let text = Array(repeating: "The kitchen light is on.", count: 20).joined(separator: " ")
        let sequence = AudioSequence([.speech(.init(text))], bargeIn: .stop)
        let alarm = try satellite.bus.publish(sequence, session: SatelliteUnderTest.kitchen).id
        try await satellite.event("audio-chunk")
        try await satellite.peer.send(run)
        #expect(try await satellite.play().count < 15 * PeerSpeaker.rate)
        let end = await satellite.end(of: alarm)
        #expect(end?.state == .interrupted && end?.cause == .bargeIn)
        let answer = try satellite.say("The oven is off.")
        try await satellite.event("audio-chunk")
        try await satellite.peer.send(run)
        try await satellite.play()
        #expect(await satellite.end(of: answer)?.state == .finished)
    }

    @Test("a turn that expires is announced at the satellite, once of those that expire together")
    func expired() async throws {
        let satellite = try await SatelliteUnderTest()
        defer { satellite.leave() }
        for outcome in [TurnEnded.Outcome.noSpeech, .expired, .expired] {
            try satellite.bus.publish(
                TurnEnded(outcome: outcome), session: SatelliteUnderTest.kitchen, turn: TurnID())
        }
        let words = try await satellite.event("synthesize").text("text")
        #expect(words == "Sorry, that took too long. Please say it again.")
        try await satellite.play()
        let id = try satellite.say("The oven is off.")
        #expect(try await satellite.event("synthesize").text("text") == "The oven is off.")
        try await satellite.play()
        #expect(await satellite.end(of: id)?.state == .finished)
    }

    @Test("what cannot be spoken is left out, and of wrong markup the words are spoken")
    func unspeakable() async throws {
        let satellite = try await SatelliteUnderTest()
        defer { satellite.leave() }
        func publish(_ speech: [AudioEvent.Speech]) throws -> MessageID {
            let sequence = AudioSequence(speech.map { AudioEvent.speech($0) })
            return try satellite.bus.publish(sequence, session: SatelliteUnderTest.kitchen).id
        }
        let unknown = AudioEvent.Speech("Hello.", voice: "no-such-voice")
        let last = AudioEvent.Speech("The oven is off.")
        let markup = AudioEvent.Speech("<speak>We need milk & eggs</speak>", format: .ssml)
        let mixed = try publish([markup, unknown, last])
        let all = try await satellite.play().count
        let end = await satellite.end(of: mixed)
        #expect(end?.state == .finished && end?.reason?.contains("SSML") == true, "\(end?.reason ?? "")")
        _ = try publish([last])
        #expect(try await satellite.play().count < all - PeerSpeaker.rate / 2)
        let nothing = try publish([unknown])
        try await satellite.play()
        let skipped = await satellite.end(of: nothing)
        #expect(skipped?.state == .skipped && skipped?.reason?.contains("no-such-voice") == true)
    }

    @Test("an answer is spoken in its app's language")
    func language() async throws {
        let satellite = try await SatelliteUnderTest()
        defer { satellite.leave() }
        func samples(_ language: String?, voice: String? = nil) async throws -> Int {
            let speech = AudioEvent.Speech("Die Heizung im Wohnzimmer ist jetzt an.", voice: voice)
            let sequence = AudioSequence([.speech(speech)], language: language)
            try satellite.bus.publish(sequence, session: SatelliteUnderTest.kitchen)
            return try await satellite.play().count
        }
        let german = try await samples("de")
        #expect(try await samples(nil, voice: "de") == german)
        #expect(try await samples(nil) != german)
        #expect(try await samples("de", voice: "en-us") != german, "a voice of its own comes first")
    }

    @Test("a request of another peer in the satellite's conversation leaves the satellite its loudspeaker")
    func claims() async throws {
        let satellite = try await SatelliteUnderTest()
        defer { satellite.leave() }
        let statuses = satellite.bus.subscribe(StageStatus.self)
        try await satellite.bus.ready()
        let other = try await WyomingPeer.connect(to: satellite.gateway.address, within: .seconds(10))
        defer { other.close() }
        try await other.send(
            WyomingEvent(
                type: "transcript",
                data: ["text": "turn on the kitchen light", "context": ["conversation_id": "kitchen"]]))
        try await satellite.play()
        while try await other.receive(within: .seconds(20)).type != "handled" {}
        // The claim of the request ends with it, that of the satellite does not.
        #expect(await statuses.first { $0.body.role == .audio && $0.body.state.isGone } != nil)
        let id = try satellite.say("The oven is off.")
        try await satellite.play()
        #expect(await satellite.end(of: id)?.state == .finished)
    }
}
