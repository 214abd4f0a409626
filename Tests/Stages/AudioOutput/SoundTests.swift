import Foundation
import SaybusMessages
import SaybusSound
import SaybusTesting
import Testing

@testable import SaybusAudioOutput

/// Tests of sounds among words, of the sound bank, and of sounds of web servers.
@Suite(.timeLimit(.minutes(1))) struct SoundTests {
    @Test(
        "a sound among words is played between them, and one that cannot be played mutes nothing",
        arguments: [
            ("soundbank://saybus/bell", nil), ("soundbank://soundlibrary/musical/amzn_sfx_bell_short_chime_01", nil),
            ("soundbank://saybus/vuvuzela", "There is no sound"), ("https://127.0.0.1:1/a.mp3", "not fetched"),
            ("http://example.com/a.mp3", "no https address"), ("missing.wav", "Sound files are not played here"),
            ("../../etc/passwd", "Sound files are not played here"), ("", "Sound files are not played here"),
        ] as [(String, String?)])
    func amongWords(source: String, reason: String?) async throws {
        let sink = ManualSink()
        let (words, end) = try await withPlayer(sink) { player, log in
            let id = MessageID()
            let text = "<speak>One <prosody rate=\"fast\">two <audio src=\"\(source)\"/> three</prosody> four.</speak>"
            await player.play(
                AudioSequence([.speech(.init(text, format: .ssml))], reportsWords: true), id: id)
            let end = try await log.end(of: id)
            return (log.reports.filter { $0.state == .word }.compactMap(\.text), end)
        }
        #expect(words == ["One", "two", "three", "four."])
        #expect(end.state == .finished)
        let isAsExpected = reason.map { end.reason?.contains($0) == true } ?? (end.reason == nil)
        #expect(isAsExpected, "\(end)")
    }

    @Test(
        "the words of invalid SSML are spoken without its tags, and the report says what is wrong",
        arguments: [
            ("<speak>Tom & <s>Jerry</s></speak>", ["Tom", "Jerry"], "column"),
            ("<speak>Hello.", ["Hello."], "column"),
            ("Hello.", ["Hello."], "column"), ("<p>Hello.</p>", ["Hello."], "<speak>"),
            ("<speak>One <break time=\"-1s\"/>two.</speak>", ["One", "two."], "break"),
        ])
    func invalidMarkup(text: String, expected: [String], reason: String) async throws {
        let (words, end) = try await withPlayer(ManualSink()) { player, log in
            let id = MessageID()
            await player.play(AudioSequence([.speech(.init(text, format: .ssml))], reportsWords: true), id: id)
            let end = try await log.end(of: id)
            return (log.reports.filter { $0.state == .word }.compactMap(\.text), end)
        }
        #expect(words == expected)
        #expect(end.state == .finished && end.reason?.contains(reason) == true, "\(end)")
    }

    @Test(
        "the words of Speech Markdown with an invalid pause are spoken without its marks, and the report has why",
        arguments: ["Tom & (Jerry)[pitch:\"high\"], [break:\"long\"]run.", "Tom & Jerry, [1.2.3s] run."])
    func invalidMarkdown(text: String) async throws {
        #expect(AudioEvent.Speech(text, format: .markdown).withoutMarkup?.text == "Tom & Jerry, run.")
        let end = try await withPlayer(ManualSink()) { player, log in
            let id = MessageID()
            await player.play(AudioSequence([.speech(.init(text, format: .markdown))]), id: id)
            return try await log.end(of: id)
        }
        #expect(end.state == .finished && end.reason?.contains("break") == true, "\(end)")
    }

    @Test("the words in a sound are spoken only if it cannot be played")
    func alternative() async throws {
        for (source, expected) in [
            ("soundbank://saybus/bell", ["Then", "this."]), ("no.wav", ["Then", "ding", "this."]),
        ] {
            let words = try await withPlayer(ManualSink()) { player, log in
                let id = MessageID()
                let text =
                    "<speak>Then <audio src=\"\(source)\"><desc>A bell</desc>ding</audio> this.</speak>"
                await player.play(
                    AudioSequence([.speech(.init(text, format: .ssml))], reportsWords: true), id: id)
                try await log.end(of: id)
                return log.reports.filter { $0.state == .word }.compactMap(\.text)
            }
            #expect(words == expected)
        }
    }

    @Test("SSML is cut at its sounds, with the open elements around each piece")
    func pieces() {
        let text =
            "<speak>a &amp; <p>b<audio src=\"x?a=1&amp;b=2\"/></p><audio src=\"y\">c<desc>d</desc></audio></speak>"
        #expect(
            SSMLPieces.pieces(text) == [
                .words("<speak>a &amp; <p>b</p></speak>"), .sound(source: "x?a=1&b=2", alternative: nil),
                .sound(source: "y", alternative: "<speak>c</speak>"),
            ])
        for text in ["<speak>a</speak>", "<speak>a <audio src='x'>", "<p><audio/></p>", "<speak><audio/></p></speak>"] {
            #expect(SSMLPieces.pieces(text) == nil, "\(text)")
        }
    }

    @Test("the pieces of SSML are escaped, also where a mark combines with the character")
    func escapedPieces() throws {
        let text = "<speak><sub alias=\"1 &lt;&#x301; 2\">x</sub><audio src=\"y\"/></speak>"
        let pieces = try #require(SSMLPieces.pieces(text))
        guard case .words(let words, _)? = pieces.first else {
            Issue.record("\(pieces)")
            return
        }
        let expected = "<speak><sub alias=\"1 &lt;\u{301} 2\">x</sub></speak>"
        #expect(Array(words.unicodeScalars) == Array(expected.unicodeScalars))
    }

    @Test(
        "the words in an element whose name begins like that of a sound or a language are spoken",
        arguments: ["audiobook", "language"])
    func similarNames(name: String) async throws {
        let text = "<speak>Hello <\(name)>my</\(name)> friend</speak>"
        #expect(SSMLPieces.pieces(text, cutsLanguages: true) == nil)
        let synthesizer = AutomaticSynthesizer([EspeakSynthesizer()], voice: "en-us")
        let (words, end) = try await withPlayer(ManualSink(), synthesizer: synthesizer) { player, log in
            let id = MessageID()
            await player.play(AudioSequence([.speech(.init(text, format: .ssml))], reportsWords: true), id: id)
            let end = try await log.end(of: id)
            return (log.reports.filter { $0.state == .word }.compactMap(\.text), end)
        }
        #expect(words == ["Hello", "my", "friend"])
        #expect(end.state == .finished && end.reason == nil, "\(end)")
    }

    @Test("SSML is cut at its languages where there are several engines")
    func languages() {
        let text = "<speak>To <lang xml:lang=\"fr-FR\">Paris <s>oui</s></lang> now</speak>"
        #expect(SSMLPieces.pieces(text) == nil)
        #expect(
            SSMLPieces.pieces(text, cutsLanguages: true) == [
                .words("<speak>To </speak>"), .words("<speak>Paris <s>oui</s></speak>", language: "fr-FR"),
                .words("<speak> now</speak>"),
            ])
    }

    @Test("SSML whose pieces would repeat too much of it is not cut")
    func repetition() {
        let mark = "<mark name=\"\(String(repeating: "a", count: 100_000))\">"
        func text(languages: Int) -> String {
            "<speak>\(mark)\(String(repeating: "<lang xml:lang=\"fr-FR\">oui</lang>", count: languages))</mark></speak>"
        }
        #expect(SSMLPieces.pieces(text(languages: 4), cutsLanguages: true)?.count == 4)
        #expect(SSMLPieces.pieces(text(languages: 10_000), cutsLanguages: true) == nil)
        let deep = String(repeating: "<s>", count: 40) + "a" + String(repeating: "</s>", count: 40)
        #expect(SSMLPieces.pieces("<speak><audio src=\"x\"/>\(deep)</speak>") == nil)
    }

    @Test("words in another language are spoken by a voice that knows it, or else by the usual one")
    func foreign() async throws {
        let synthesizer = AutomaticSynthesizer([FliteSynthesizer(), EspeakSynthesizer()], voice: "en-us")
        for (language, reason) in [("fr-FR", nil), ("xx-XX", "No voice")] as [(String, String?)] {
            let (words, end) = try await withPlayer(ManualSink(), synthesizer: synthesizer) { player, log in
                let id = MessageID()
                let text = "<speak>To <lang xml:lang=\"\(language)\">Paris</lang> now</speak>"
                await player.play(AudioSequence([.speech(.init(text, format: .ssml))], reportsWords: true), id: id)
                let end = try await log.end(of: id)
                return (log.reports.filter { $0.state == .word }.compactMap(\.text), end)
            }
            #expect(words == ["To", "Paris", "now"] && end.state == .finished)
            let isAsExpected = reason.map { end.reason?.contains($0) == true } ?? (end.reason == nil)
            #expect(isAsExpected, "\(end)")
        }
    }

    @Test("each sound of the bank is heard, and short", arguments: BankSound.all.keys.sorted())
    func bank(name: String) throws {
        let sound = try SoundBank.sound("soundbank://saybus/\(name)")
        let samples = sound.samples(rate: 16_000)
        #expect((100...80_000).contains(samples.count))
        #expect(EspeakSynthesizerTests.loudness(samples) > 200)
        let clipped = samples.filter { abs(Int($0)) >= 32_000 }.count
        #expect(clipped < samples.count / 100)
    }

    @Test("names of Amazon's library get the sound that they describe")
    func names() throws {
        for (name, sound) in [
            ("human/amzn_sfx_crowd_applause_01", "applause"), ("home/amzn_sfx_door_open_01", "knock"),
            ("ui/gameshow/amzn_ui_sfx_gameshow_positive_response_01", "success"),
            ("ui/gameshow/amzn_ui_sfx_gameshow_negative_response_01", "failure"),
            ("scifi/amzn_sfx_scifi_zap_01", "zap"),
        ] { #expect(try SoundBank.sound("soundbank://soundlibrary/\(name)") == BankSound.all[sound], "\(name)") }
    }

    @Test("a sound that loops goes on until it is stopped")
    func loop() async throws {
        let sink = ManualSink()
        try await withPlayer(sink) { player, log in
            let id = MessageID()
            await player.play(AudioSequence([.file(.init("soundbank://saybus/click", loops: true))]), id: id)
            // The sound lasts 30 ms.
            try await log.first { $0.sequence == id && $0.state == .started }
            try await sink.wait(untilPassed: 22_050)
            try await player.control(AudioControl(.stop))
            #expect(try await log.end(of: id).state == .interrupted)
        }
    }

    @Test("a sound that loops is made two seconds ahead at most, however fast its sink takes it")
    func pace() async throws {
        let rate = 8_000
        let start = ContinuousClock.now
        let renderer = EventRenderer(
            .file(.init("click", loops: true)), rate: rate, synthesizer: EspeakSynthesizer(),
            settings: PlaySettings(), track: .init(session: .default, name: "main"),
            sound: { _ in .bank(try SoundBank.sound("soundbank://saybus/click")) })
        var count = 0
        while count < 5 * rate / 2, let block = try await renderer.next() { count += block.samples.count }
        #expect(count >= 5 * rate / 2)
        // Without the last repetition of 30 ms, and two percent.
        #expect(ContinuousClock.now - start >= .milliseconds(400))
    }

    @Test("a sound that loops all night does not wait where the loudspeaker's clock is faster than the system's")
    func paceOfNight() {
        let start = ContinuousClock.now
        var pace = LoopPace(at: start)
        // One in a thousand is more than the clock of any loudspeaker deviates.
        let second = Duration.milliseconds(999)
        for count in 0..<36_000 {
            let now = start + second * count
            let next = pace.next(after: .seconds(1), at: now)
            if next > now {
                Issue.record("waits after \(count) s")
                break
            }
        }
    }

    @Test("a sound that was held and loops has nothing to catch up")
    func paceAfterHold() {
        let start = ContinuousClock.now
        var pace = LoopPace(at: start)
        let late = start + .seconds(3600)
        let step = Duration.milliseconds(980)
        for second in 1...10 {
            let next = pace.next(after: .seconds(1), at: start)
            #expect(next == start + step * second - LoopPace.lead)
        }
        for second in 0...9 {
            let next = pace.next(after: .seconds(1), at: late)
            #expect(next == late + step * second - LoopPace.lead)
        }
    }

    @Test("a sound that loops and is too short to have a sample here is skipped with a reason")
    func emptyLoop() async throws {
        let folder = try TemporaryFolder()
        // One sample of 48 kHz is less than one of the sink.
        let writer = try SoundFileSink(path: folder.path("dot.wav"), rate: 48_000)
        try await writer.play([1_000])
        await writer.close()
        var options = SequencePlayer.Options()
        options.sounds = SoundFolders([.init(path: folder.path)])
        try await withPlayer(ManualSink(), options: options) { player, log in
            let id = MessageID()
            await player.play(AudioSequence([.file(.init("dot.wav", loops: true))]), id: id)
            let end = try await log.end(of: id)
            #expect(end.state == .skipped && end.reason?.contains("holds no sound") == true, "\(end)")
        }
    }

    @Test("a sound file that does not state its length is played to its end")
    func unknownLength() async throws {
        let folder = try TemporaryFolder()
        let writer = try SoundFileSink(path: folder.path("piped.flac"), rate: 16_000, format: .flac)
        try await writer.play([Int16](repeating: 1_000, count: 8_000))
        await writer.close()
        var bytes = [UInt8](try Data(contentsOf: URL(filePath: folder.path("piped.flac"))))
        // Who writes into a pipe cannot fill in the number of samples, 36 bits, at the end.
        bytes[21] &= 0xF0
        bytes.replaceSubrange(22..<26, with: [0, 0, 0, 0])
        try folder.write("piped.flac", bytes)
        var options = SequencePlayer.Options()
        options.sounds = SoundFolders([.init(path: folder.path)])
        try await withPlayer(ManualSink(), options: options) { player, log in
            let id = MessageID()
            await player.play(AudioSequence([.file(.init("piped.flac"))]), id: id)
            let end = try await log.end(of: id)
            #expect(end.state == .finished && end.reason == nil && end.positionMs == 500, "\(end)")
        }
    }

    @Test("a sound of a web server is fetched once, and what is no sound is refused")
    func web() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "saybus-web-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        // The header of a WAV file of 16 bits, one channel, 16 kHz.
        let size = 16_000
        let header: [UInt32] = [
            0x4646_4952, UInt32(36 + size), 0x4556_4157, 0x2074_6d66, 16, 0x0001_0001, 16_000, 32_000, 0x0010_0002,
            0x6174_6164, UInt32(size),
        ]
        var wav = Data()
        for word in header {
            for shift in [UInt32(0), 8, 16, 24] { wav.append(UInt8(truncatingIfNeeded: word >> shift)) }
        }
        wav.append(Data(repeating: 3, count: size))
        try wav.write(to: folder.appending(path: "tone.wav"))
        try Data("<html>no sound</html>".utf8).write(to: folder.appending(path: "page.mp3"))
        try Data(count: WebSounds.maximumBytes + 1).write(to: folder.appending(path: "large.wav"))
        let server = try ProgramUnderTest(
            TestEngine.python, ["-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "--directory", folder.path])
        let line = try await server.line { $0.contains("port") }
        let port = try #require(line.firstMatch(of: /port ([0-9]+)/)).1
        let sounds = WebSounds(in: folder.path)
        let path = try await sounds.path(of: "http://127.0.0.1:\(port)/tone.wav")
        #expect(try SoundFileReader(path: path, rate: 16_000).length == 8_000)
        try FileManager.default.removeItem(at: folder.appending(path: "tone.wav"))
        #expect(try await sounds.path(of: "http://127.0.0.1:\(port)/tone.wav") == path)
        for name in ["page.mp3", "large.wav", "none.wav"] {
            await #expect(throws: SynthesisError.self, "\(name)") {
                try await sounds.path(of: "http://127.0.0.1:\(port)/\(name)")
            }
        }
    }

    @Test("fetched sounds of a killed program are removed at the next start, those of a running one and of others stay")
    func abandoned() throws {
        let temporary = try TemporaryFolder()
        let running = try TemporarySoundFolder.make(in: temporary.path)
        let kept = [
            "\(running.path)/1", temporary.path("elsewhere/1"), temporary.path("saybus-sounds-hall/1"),
            temporary.path("saybus-sounds"),
        ]
        // A lock goes with its process, so the folder of a killed one has none.
        let killed = "saybus-sounds-\(UUID().uuidString)"
        for folder in ["elsewhere", "saybus-sounds-hall", killed] {
            try FileManager.default.createDirectory(
                atPath: temporary.path(folder), withIntermediateDirectories: false)
        }
        for path in kept + [temporary.path("\(killed)/1")] {
            #expect(FileManager.default.createFile(atPath: path, contents: Data()))
        }
        try FileManager.default.createSymbolicLink(
            atPath: temporary.path("saybus-sounds-\(UUID().uuidString)"),
            withDestinationPath: temporary.path("elsewhere"))
        let sounds = WebSounds(in: temporary.path)
        #expect(!FileManager.default.fileExists(atPath: temporary.path(killed)))
        for path in kept { #expect(FileManager.default.fileExists(atPath: path), "\(path)") }
        withExtendedLifetime((running, sounds)) {}
    }

    @Test("the folder of fetched sounds is removed with its owner")
    func ownFolder() throws {
        let temporary = try TemporaryFolder()
        let path = try TemporarySoundFolder.make(in: temporary.path).path
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test("sounds of a web server that are fetched at once are not mixed up, and the same one is kept once")
    func fetchedAtOnce() async throws {
        // The server answers when two requests have come, so both fetches have begun before one ends.
        let script = """
            import http.server, threading
            both = threading.Barrier(2)
            class Handler(http.server.BaseHTTPRequestHandler):
                def do_GET(self):
                    both.wait()
                    body = b"RIFF" + self.path.encode()
                    self.send_response(200)
                    self.send_header("Content-Length", str(len(body)))
                    self.end_headers()
                    self.wfile.write(body)
            server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
            print("port", server.server_port, flush=True)
            server.serve_forever()
            """
        let server = try ProgramUnderTest(TestEngine.python, ["-u", "-c", script])
        defer { withExtendedLifetime(server) {} }
        let port = try await server.line { $0.hasPrefix("port ") }.dropFirst("port ".count)
        let folder = try TemporaryFolder()
        let sounds = WebSounds(in: folder.path)
        async let first = sounds.path(of: "http://127.0.0.1:\(port)/a.wav")
        async let second = sounds.path(of: "http://127.0.0.1:\(port)/b.wav")
        let paths = try await [first, second]
        let contents = try paths.map { try Data(contentsOf: URL(fileURLWithPath: $0)) }
        #expect(contents == [Data("RIFF/a.wav".utf8), Data("RIFF/b.wav".utf8)])
        async let third = sounds.path(of: "http://127.0.0.1:\(port)/c.wav")
        async let fourth = sounds.path(of: "http://127.0.0.1:\(port)/c.wav")
        let same = try await [third, fourth]
        #expect(same[0] == same[1] && !paths.contains(same[0]))
    }
}
