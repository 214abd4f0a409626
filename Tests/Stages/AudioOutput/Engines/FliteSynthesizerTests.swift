import Foundation
import SaybusFlite
import SaybusMessages
import Testing

@testable import SaybusAudioOutput

@Suite(.timeLimit(.minutes(2))) struct FliteSynthesizerTests {
    static let isInstalled = FliteVoiceEntry.all[0].isInstalled

    let synthesizer = FliteSynthesizer(voice: "slt", cacheBytes: 0)

    private func spoken(_ speech: AudioEvent.Speech) async throws -> SpeechAudio.Block {
        var whole = SpeechAudio.Block([])
        for try await block in try await synthesizer.synthesize(speech).blocks {
            whole.samples += block.samples
            whole.words += block.words
        }
        return whole
    }

    @Test(
        "the words are told as written, each where its sound begins", .enabled(if: isInstalled, "needs libflite1"))
    func words() async throws {
        let text = "Dr. Smith's timer (for 25 minutes) is \"set\". It costs $5.20 – naïve, isn't it?"
        let speech = try await spoken(.init(text))
        let written: [String] = text.split(separator: " ").map { String($0) }.filter { $0 != "–" }
        #expect(speech.words.map(\.text) == written)
        let starts = speech.words.map(\.start)
        #expect(starts == starts.sorted() && Set(starts).count == starts.count)
        #expect(starts.allSatisfy { (0..<speech.samples.count).contains($0) })
        // A word begins in sound, or just before it.
        for word in speech.words {
            let sound = speech.samples[word.start..<min(speech.samples.count, word.start + 3_200)]
            #expect(EspeakSynthesizerTests.loudness(Array(sound)) > 100, "\(word)")
        }
    }

    @Test("the words of several sentences and pauses follow each other", .enabled(if: isInstalled, "needs libflite1"))
    func sentences() async throws {
        let plain = try await spoken(.init("One here. Two there. Three everywhere."))
        let paused = try await spoken(
            .init("<speak>One here.<break time=\"1s\"/> Two there. Three everywhere.</speak>", format: .ssml))
        #expect(plain.words.map(\.text) == paused.words.map(\.text))
        let (before, after) = (plain.words[2].start, paused.words[2].start)
        #expect((10_000...17_000).contains(after - before), "\(before) and \(after)")
    }

    @Test(
        "rate, pitch and volume are applied, also to single words", .enabled(if: isInstalled, "needs libflite1"))
    func styles() async throws {
        let text = "The quick brown fox jumps over the lazy dog."
        let plain = try await spoken(.init(text))
        #expect(try await spoken(.init(text, rate: 90)).samples.count > plain.samples.count * 3 / 2)
        #expect(try await spoken(.init(text, rate: 350)).samples.count < plain.samples.count * 2 / 3)
        #expect(try await spoken(.init(text, pitch: 90)).samples != plain.samples)
        let slow = try await spoken(
            .init(
                "<speak>The quick <prosody rate=\"50%\">brown fox jumps</prosody> over the lazy dog.</speak>",
                format: .ssml))
        #expect(slow.samples.count > plain.samples.count * 6 / 5)
        #expect(slow.words.map(\.text) == plain.words.map(\.text))
        let silent = try await spoken(
            .init("<speak>The quick <prosody volume=\"silent\">brown fox</prosody> jumps.</speak>", format: .ssml))
        let (brown, jumps) = (silent.words[2].start, silent.words[4].start)
        #expect(EspeakSynthesizerTests.loudness(Array(silent.samples[(brown + 400)..<(jumps - 400)])) < 1)
        #expect(EspeakSynthesizerTests.loudness(Array(silent.samples[..<brown])) > 300)
    }

    @Test("a language other than English is refused with what to do", arguments: ["de", "fr-FR", "Gandalf", "../x"])
    func unknown(name: String) async throws {
        let error = try await #require(throws: SynthesisError.self) {
            _ = try await synthesizer.synthesize(.init("Hello.", voice: name))
        }
        #expect(Self.isInstalled ? error.code == .unknownVoice : error.code == .unavailable)
        #expect(error.reason.contains(Self.isInstalled ? "saybus voices" : "apt-get install"))
    }

    @Test("a text without an English letter is refused", .enabled(if: isInstalled, "needs libflite1"))
    func foreign() async throws {
        let error = try await #require(throws: SynthesisError.self) {
            _ = try await synthesizer.synthesize(.init("Добрый вечер"))
        }
        #expect(error.code == .failed)
    }

    @Test("odd texts end, without a crash", .enabled(if: isInstalled, "needs libflite1"))
    func odd() async throws {
        let texts = [
            "...", "$", "%%%", "((((", "a", "1234567890123456789012345678901234567890", "\u{0}\u{1}\u{7}x",
            // Beyond buffers of a thousand letters. It takes 4 ms a letter.
            String(repeating: "x", count: 1_500), "http://example.com/a?b=c&d=%20", "12:34:56.789", "1/2/3/4", "-5°C",
            "IV. XVIII", "$1,234,567.89 million", "C++", "🙂 smile 🙂", "e.g. i.e. U.S.A.", "'''\"\"\"", "0x7f, -0.0e10",
        ]
        for text in texts { _ = try? await spoken(.init(text)) }
        #expect(try await spoken(.init("Still here.")).samples.count > 8_000)
    }

    @Test("files that are no libflite are refused with what to do")
    func otherLibrary() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "saybus-flite-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for content in [Data("no library".utf8), nil] {
            let file = folder.appending(path: "libflite.so.1")
            if let content { try content.write(to: file) } else { try? FileManager.default.removeItem(at: file) }
            let error = try #require(throws: FliteError.self) { try FliteLibrary(folder: folder.path) }
            #expect(error.code == .libraryMissing && error.reason.contains("apt-get install libflite1"))
        }
    }
}
