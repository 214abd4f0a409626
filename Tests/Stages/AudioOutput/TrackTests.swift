import SaybusMessages
import SaybusSound
import SaybusTesting
import Testing

@testable import SaybusAudioOutput

/// Tests of SayKit's focus rules at the level of samples.
@Suite(.timeLimit(.minutes(1))) struct TrackTests {
    let tone = AudioEvent.tone(.init(frequency: 440, durationMs: 200, volume: 0.5))
    static let sentence = "Somebody mentioned interesting mountains yesterday evening."

    @Test("a higher track holds speech in the middle of a word, which resumes at the beginning of that word")
    func resumesAtWord() async throws {
        let sink = ManualSink(capacity: 1_000)
        // The speech is cached after the first time, so that it sounds the same again.
        let synthesizer = EspeakSynthesizer()
        let whole = try await EspeakSynthesizerTests.samples(synthesizer.synthesize(.init(Self.sentence)))
        try await withPlayer(sink, synthesizer: synthesizer) { player, log in
            let (main, prompt) = (MessageID(), MessageID())
            await player.play(
                AudioSequence([.speech(.init(Self.sentence))], reportsWords: true), id: main)
            try await sink.play(until: { log.states(of: main, item: 0).count >= 3 })
            await player.play(AudioSequence([tone], track: "voice-request", priority: 999), id: prompt)
            try await sink.play(until: { log.states(of: main).contains(.finished) })
            #expect(log.states(of: main) == [.queued, .started, .suspended, .resumed, .finished])
            #expect(log.states(of: prompt) == [.queued, .started, .finished])
            let words = log.reports.filter { $0.state == .word }
            #expect(words.map(\.text) == Self.sentence.split(separator: " ").map(String.init))
            let held = try await log.first { $0.state == .suspended }
            #expect(words.contains { $0.positionMs == held.positionMs })
            let place = Int(Double(held.positionMs ?? 0) * 22.05) + 300
            let isSame = sink.played.suffix(whole.count - place).elementsEqual(whole.suffix(whole.count - place))
            #expect(isSame)
            #expect(try await log.end(of: main).sample == whole.count)
        }
    }

    @Test("with ducking, a lower track goes on softly beside a higher one")
    func ducks() async throws {
        let sink = ManualSink(capacity: 1_000)
        var options = SequencePlayer.Options()
        options.duck = 20
        try await withPlayer(sink, options: options) { player, log in
            let (music, prompt) = (MessageID(), MessageID())
            let long = AudioEvent.tone(.init(frequency: 300, durationMs: 3_000, volume: 0.5))
            await player.play(AudioSequence([long], track: "music", priority: 1), id: music)
            try await sink.play(upTo: 4_000)
            let loud = Level.rms(sink.played.suffix(441))
            await player.play(AudioSequence([.silence(durationMs: 2_000)]), id: prompt)
            // A busy machine may not render the music in time, so what counts is not when it is soft, but that it is.
            var soft: [Double] = []
            var heard = sink.played.count
            try await sink.play(until: {
                let played = sink.played
                if played.count >= heard + 441 {
                    heard = played.count
                    let level = Level.rms(played.suffix(441))
                    if -50 < level, level < -20 { soft.append(level) }
                }
                return soft.count > 10
            })
            #expect(abs(loud - soft.sorted()[soft.count / 2] - 20) < 1, "\(loud) \(soft)")
            try await sink.play(until: { log.states(of: music).contains(.finished) })
            #expect(log.states(of: music) == [.queued, .started, .finished])
            #expect(sink.played.count >= 3 * 22_050)
        }
    }

    @Test("stopping one track leaves the other playing; each session and track has its own volume")
    func separate() async throws {
        let sink = ManualSink(capacity: 1_000)
        try await withPlayer(sink) { player, log in
            let (main, prompt, loud) = (MessageID(), MessageID(), MessageID())
            let session = Session(rawValue: "kitchen") ?? .default
            try await player.control(AudioControl(.mute, track: "quiet"), session: .default)
            await player.play(AudioSequence([tone], track: "quiet"), id: main)
            await player.play(AudioSequence([.speech(.init(Self.sentence))], track: "high", priority: 99), id: prompt)
            await player.play(AudioSequence([tone], track: "quiet"), id: loud, session: session)
            try await sink.play(until: { log.states(of: prompt).contains(.started) })
            try await player.control(AudioControl(.stop, track: "high"), session: .default)
            try await sink.play(until: { log.states(of: loud).contains(.finished) })
            #expect(log.states(of: prompt).last == .interrupted)
            #expect(log.states(of: main).last == .finished)
            #expect(sink.played.suffix(6_400).prefix(1_900).allSatisfy { $0 == 0 })
            #expect(sink.played.suffix(4_410).contains { $0 > 10_000 })
        }
    }

    @Test("back restarts the event, or the previous one when it has just begun")
    func back() async throws {
        let sink = ManualSink(capacity: 1_000)
        try await withPlayer(sink) { player, log in
            let id = MessageID()
            let long = AudioEvent.tone(.init(frequency: 300, durationMs: 3_000))
            await player.play(AudioSequence([tone, long], reportsItems: true), id: id)
            try await sink.play(upTo: 40_000)
            try await player.control(AudioControl(.back))
            try await sink.play(until: { log.states(of: id, item: 1).count == 3 })
            #expect(log.states(of: id, item: 1) == [.started, .interrupted, .started])
            try await player.control(AudioControl(.back))
            try await sink.play(until: { log.states(of: id).contains(.finished) })
            #expect(log.states(of: id, item: 0) == [.started, .finished, .started, .finished])
        }
    }

    @Test("barge-in holds a sequence; the user's words end it, a false alarm resumes it")
    func bargeIn() async throws {
        // The speech is cached after the first time, so that there is always more of it than is mixed.
        let synthesizer = EspeakSynthesizer()
        _ = try await EspeakSynthesizerTests.samples(synthesizer.synthesize(.init(Self.sentence)))
        for matters in [true, false] {
            let sink = ManualSink(capacity: 1_000)
            try await withPlayer(sink, synthesizer: synthesizer) { player, log in
                let id = MessageID()
                await player.play(AudioSequence([.speech(.init(Self.sentence))], bargeIn: .pause), id: id)
                try await sink.play(upTo: 1)
                try await log.first { $0.state == .started }
                // The sink is full, so no more is mixed until some of it has been played.
                try await sink.untilBuffered(1_001)
                let mixed = sink.played.count + sink.buffered
                player.speechBegan(in: .default)
                // The sequence fades over 10 ms, and is reported as held when the fade's last sample has been played.
                let faded = mixed + sink.rate / 100
                try await sink.play(upTo: faded - 1)
                #expect(log.states(of: id) == [.queued, .started])
                try await sink.play(upTo: faded)
                try await log.first { $0.state == .suspended }
                #expect(sink.buffered == 0)
                player.speechEnded(in: .default, hadWords: matters)
                if matters {
                    try await log.end(of: id)
                    #expect(log.states(of: id) == [.queued, .started, .suspended, .interrupted])
                    #expect(sink.played.count == faded && sink.buffered == 0)
                } else {
                    try await sink.play(upTo: faded + 4_000)
                    try await log.first { $0.state == .resumed }
                    #expect(log.states(of: id) == [.queued, .started, .suspended, .resumed])
                    #expect(Level.rms(Array(sink.played.suffix(4_000))) > -40)
                }
            }
        }
    }

    @Test("a sound file of any rate is played; a missing, invalid or forbidden one is skipped with a reason")
    func files() async throws {
        let folder = try TemporaryFolder()
        let writer = try SoundFileSink(path: folder.path("bell.wav"), rate: 48_000)
        var generator = try ToneGenerator(frequency: 500, duration: .milliseconds(250), volume: 0.5, rate: 48_000)
        try await writer.play(generator.next(12_000))
        await writer.close()
        try folder.write("text.wav", "This is no sound.")
        let sink = ManualSink()
        var options = SequencePlayer.Options()
        options.sounds = SoundFolders([.init(path: folder.path)])
        try await withPlayer(sink, options: options) { player, log in
            let id = MessageID()
            await player.play(AudioSequence([.file(.init("bell.wav"))]), id: id)
            #expect(try await log.end(of: id).positionMs == 250)
            for bad in ["none.wav", "text.wav", "../../etc/passwd", "/etc/passwd", "", "."] {
                let id = MessageID()
                await player.play(AudioSequence([.file(.init(bad))]), id: id)
                let end = try await log.end(of: id)
                #expect(end.state == .skipped && end.reason?.isEmpty == false)
            }
        }
        #expect(abs(sink.played.count - 5_512) <= 1)
        #expect(abs(Level.rms(sink.played) - -9) < 1)
    }

    @Test("each sender's own folder of sound files comes first, then the shared ones")
    func folders() throws {
        let (one, two) = (try TemporaryFolder(), try TemporaryFolder())
        for folder in [one, two] { try folder.write("chime.wav", "x") }
        try two.write("gong.wav", "x")
        let folders = SoundFolders(["d-1=\(one.path)", "d-2=\(two.path)"].map { .init($0) })
        func path(_ name: String, _ sender: String?) throws -> String {
            try folders.path(of: name, from: sender.flatMap { Source(role: .dispatch, instance: $0) })
        }
        #expect(try path("chime.wav", "d-1") == one.path("chime.wav"))
        #expect(try path("chime.wav", "d-2") == two.path("chime.wav"))
        #expect(try path("gong.wav", "d-1") == two.path("gong.wav"))
        #expect(try path("chime.wav", nil) == one.path("chime.wav"))
        #expect(try path("none.wav", "d-2") == two.path("none.wav"))
        #expect(throws: (any Error).self) { try path("../x", "d-1") }
        #expect(folders.missing == [] && SoundFolders([.init("d=/none")]).missing == ["/none"])
        #expect(SoundFolders.Entry("./a=b/sounds") == .init(path: "./a=b/sounds"))
    }
}
