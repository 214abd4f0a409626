import SaybusMessages
import Testing

@testable import SaybusAudioOutput

@Suite(.timeLimit(.minutes(2))) struct EspeakSynthesizerTests {
    let synthesizer = EspeakSynthesizer(voice: "en-us", cacheBytes: 0)

    static func samples(_ audio: SpeechAudio) async throws -> [Int16] {
        var all: [Int16] = []
        for try await block in audio.blocks { all += block.samples }
        return all
    }

    func spoken(_ speech: AudioEvent.Speech) async throws -> [Int16] {
        try await Self.samples(synthesizer.synthesize(speech))
    }

    static func loudness(_ samples: [Int16]) -> Double {
        guard !samples.isEmpty else { return 0 }
        return (samples.reduce(0) { $0 + Double($1) * Double($1) } / Double(samples.count)).squareRoot()
    }

    @Test("words become sound at the engine's rate")
    func speaks() async throws {
        let audio = try await synthesizer.synthesize(.init("Hello world."))
        #expect(audio.rate == 22_050)
        let samples = try await Self.samples(audio)
        #expect((8_000...40_000).contains(samples.count))
        #expect(Self.loudness(samples) > 500)
    }

    @Test("a text without words gives no samples", arguments: ["", " ", "\n\t ", "\u{0}", "\u{E000}"])
    func empty(text: String) async throws {
        #expect(try await spoken(.init(text)).isEmpty)
    }

    @Test("a faster rate gives less sound, and a lower volume softer sound")
    func settings() async throws {
        let text = "The quick brown fox jumps over the lazy dog."
        let slow = try await spoken(.init(text, rate: 80))
        let fast = try await spoken(.init(text, rate: 450))
        #expect(slow.count > 3 * fast.count)
        let loud = try await spoken(.init(text, volume: 1))
        let soft = try await spoken(.init(text, volume: 0.25))
        #expect(abs(Self.loudness(soft) / Self.loudness(loud) - 0.25) < 0.05)
        #expect(Self.loudness(try await spoken(.init(text, volume: 0))) == 0)
    }

    @Test("pitch changes the sound, and its length only a little")
    func pitch() async throws {
        let low = try await spoken(.init("Good morning.", pitch: 0))
        let high = try await spoken(.init("Good morning.", pitch: 100))
        #expect(low != high)
        #expect(abs(low.count - high.count) < low.count / 5)
    }

    @Test(
        "a voice is found by name, language or identifier, in any case, with a variant",
        arguments: [
            "English (America)", "en-us", "EN_US", "gmw/en-US", "german", "de", "de-AT", "en-us+f3", "en-gb+whisper",
            "sr-Latn", "zh-Hant-TW", "ar-001", "de-Latn-DE+f3",
        ])
    func voice(name: String) async throws {
        #expect(try await spoken(.init("Hello.", voice: name)).count > 4_000)
    }

    @Test("a variant sounds different")
    func variant() async throws {
        let plain = try await spoken(.init("Hello.", voice: "en-us"))
        let female = try await spoken(.init("Hello.", voice: "en-us+f3"))
        #expect(plain != female)
    }

    @Test(
        "an unknown voice is an error that tells how to list voices",
        arguments: [
            "Gandalf", "", "+", "en-us+nosuch", "../../etc/passwd", String(repeating: "x", count: 100_000), "xx-YY",
            "mb/mb-en1", "xx-Latn-YY", "en-us-nosuch", "de-DE-AT",
        ])
    func unknownVoice(name: String) async throws {
        let error = try await #require(throws: SynthesisError.self) {
            _ = try await synthesizer.synthesize(.init("Hello.", voice: name))
        }
        #expect(error.code == .unknownVoice)
        #expect(error.reason.contains("saybus voices"))
    }

    @Test("values out of range are errors")
    func ranges() async throws {
        let bad: [AudioEvent.Speech] = [
            .init("a", rate: 79), .init("a", rate: 451), .init("a", rate: .max), .init("a", rate: .min),
            .init("a", pitch: -1), .init("a", pitch: 101), .init("a", volume: -0.1), .init("a", volume: 1.1),
            .init("a", volume: .nan), .init("a", volume: .infinity),
        ]
        for speech in bad {
            let error = try await #require(throws: SynthesisError.self) { _ = try await synthesizer.synthesize(speech) }
            #expect(error.code == .outOfRange)
        }
    }

    @Test("voices are listed with their languages, and all of them can be used")
    func voices() async throws {
        let voices = try await synthesizer.voices()
        #expect(voices.count > 50)
        #expect(voices.contains { $0.languages.first == "en-us" && $0.name == "English (America)" })
        #expect(Set(voices.map(\.identifier)).count == voices.count)
        for voice in voices.prefix(20) {
            _ = try await synthesizer.synthesize(.init("a", voice: voice.identifier))
        }
    }

    @Test("plain text is not interpreted as markup, phoneme codes or control characters")
    func plain() async throws {
        let words = try await spoken(.init("one two"))
        // SSML would leave out the text in angle brackets.
        #expect(try await spoken(.init("<one> two")).count >= words.count * 3 / 4)
        #expect(try await spoken(.init("one <break time=\"9s\"/> two")).count < 9 * 22_050)
        #expect(try await spoken(.init("one\u{0} two")).count >= words.count * 3 / 4)
        // Control-A followed by 450S would set the rate.
        let plain = try await spoken(.init("450S one two three four five six"))
        let command = try await spoken(.init("\u{1}450S one two three four five six"))
        #expect(abs(plain.count - command.count) < plain.count / 10)
    }

    @Test("unusual texts do not stop the engine")
    func unusualTexts() async throws {
        let texts = [
            String(repeating: "a", count: 5_000), "👩‍👩‍👧‍👦🇩🇪", "\u{FFFF}\u{FFFE}", "[[h@'loU]]", "%s%n%d", "שלום 你好 नमस्ते",
            String(repeating: "e\u{301}", count: 500), String(repeating: ".", count: 2_000), "\"'`$(ls)",
            String(repeating: "9", count: 700), "A\u{300}\u{301}\u{302}\u{303}\u{304}", "\r\n\r\n.\r\n",
        ]
        for text in texts { _ = try await spoken(.init(text, rate: 450)) }
        #expect(try await spoken(.init("still here")).count > 8_000)
    }

    @Test("a text of 100 000 characters is synthesized on demand, with little in memory")
    func long() async throws {
        // Most of the text is spaces, which cost no time.
        let sentence = "This is a sentence of a long story, and it goes on." + String(repeating: " ", count: 199)
        let text = String(repeating: sentence, count: 400)
        var (count, largest) = (0, 0)
        for try await block in try await synthesizer.synthesize(.init(text, rate: 450)).blocks {
            count += block.samples.count
            largest = max(largest, block.samples.count)
        }
        #expect(largest < 22_050)
        #expect(count > 400 * 22_050)
    }

    @Test("a reader that stops reading stops its own synthesis, and the engine serves other readers")
    func demand() async throws {
        let text = String(repeating: "This is a sentence of a long story. ", count: 1_000)
        let unread = try await synthesizer.synthesize(.init(text))
        var iterator = unread.blocks.makeAsyncIterator()
        #expect(try await iterator.next() != nil)
        #expect(try await spoken(.init("Hello.")).count > 4_000)
        #expect(try await iterator.next() != nil)
    }

    @Test("cancelling ends a long text at once, and does not change the next text")
    func cancel() async throws {
        let synthesizer = synthesizer
        let before = try await spoken(.init("Hello world."))
        let text = String(repeating: "This is a sentence of a long story. ", count: 3_000)
        let task = Task {
            var count = 0
            for try await block in try await synthesizer.synthesize(.init(text)).blocks {
                count += block.samples.count
                if count > 50_000 { withUnsafeCurrentTask { $0?.cancel() } }
            }
            return count
        }
        let clock = ContinuousClock()
        #expect(try await task.value < 80_000)
        let taken = try await clock.measure { _ = try await spoken(.init("a")) }
        #expect(taken < .seconds(10))
        // In the library a voice's rhythm depends a little on what other voices said before.
        let after = try await spoken(.init("Hello world."))
        #expect(abs(after.count - before.count) < before.count / 10)
    }

    @Test("a task that is cancelled before it reads gets no sound")
    func cancelledFirst() async throws {
        let synthesizer = synthesizer
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            let audio = try await synthesizer.synthesize(.init("Hello."))
            return try await Self.samples(audio).count
        }
        let count = try? await task.value
        #expect(count == nil || count == 0)
    }

    @Test("many texts at once are all synthesized completely")
    func concurrent() async throws {
        let synthesizer = synthesizer
        let alone = try await spoken(.init("Number one, number two, number three.")).count
        try await withThrowingTaskGroup(of: Int.self) { group in
            for index in 0..<16 {
                group.addTask {
                    let voice = index.isMultiple(of: 2) ? "en-us" : "de"
                    let text = index.isMultiple(of: 2) ? "Number one, number two, number three." : "Guten Tag."
                    let count = try await Self.samples(synthesizer.synthesize(.init(text, voice: voice))).count
                    return index.isMultiple(of: 2) ? count : alone
                }
            }
            for try await count in group { #expect(abs(count - alone) < alone / 10) }
        }
    }

    @Test("a short prompt is cached and sounds the same again; other settings make another prompt")
    func cache() async throws {
        let synthesizer = EspeakSynthesizer()
        let first = try await Self.samples(synthesizer.synthesize(.init("Done.")))
        #expect(synthesizer.cacheHits == 0)
        let second = try await Self.samples(synthesizer.synthesize(.init("Done.")))
        #expect(synthesizer.cacheHits == 1)
        #expect(first == second)
        _ = try await Self.samples(synthesizer.synthesize(.init("Done.", rate: 200)))
        #expect(synthesizer.cacheHits == 1)
    }

    @Test("the cache stays within its size, and drops the least recently used prompt")
    func cacheIsBounded() {
        var cache = PromptCache<Int>(capacity: 4_000)
        for key in 0..<100 { cache.insert(.init([Int16](repeating: 1, count: 400)), for: key) }
        #expect(cache.bytes <= 4_000)
        #expect(cache.speech(for: 99) != nil)
        #expect(cache.speech(for: 0) == nil)
        cache.insert(.init([Int16](repeating: 1, count: 501)), for: 1000)
        #expect(cache.speech(for: 1000) == nil)
        var four = PromptCache<Int>(capacity: 4_000)
        for key in 0..<4 { four.insert(.init([Int16](repeating: 1, count: 400)), for: key) }
        _ = four.speech(for: 0)
        four.insert(.init([Int16](repeating: 1, count: 400)), for: 4)
        #expect(four.speech(for: 0) != nil)
        #expect(four.speech(for: 1) == nil)
    }
}
