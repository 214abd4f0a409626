import Foundation
import SaybusMessages
import SaybusModelStore
import SaybusONNXRuntime
import SaybusPiper
import Testing

@testable import SaybusAudioOutput

@Suite(.serialized, .timeLimit(.minutes(2))) struct PiperSynthesizerTests {
    static let needs: Comment = "needs saybus models get onnxruntime piper-en_US-joe-medium"

    private func spoken(_ speech: AudioEvent.Speech, _ synthesizer: PiperSynthesizer) async throws -> SpeechAudio.Block
    {
        var whole = SpeechAudio.Block([])
        for try await block in try await synthesizer.synthesize(speech).blocks {
            whole.samples += block.samples
            whole.words += block.words
        }
        return whole
    }

    @Test("the words are told as written, each where its sound begins", .enabled(if: TestEngine.hasPiper, needs))
    func words() async throws {
        let text = "Dr. Smith's timer, for 25 minutes, is one of the longest. OK – isn't it?"
        let speech = try await spoken(.init(text), PiperSynthesizer(cacheBytes: 0))
        let words: [String] = text.split(separator: " ").map(String.init)
        let told: [String] = speech.words.map(\.text)
        #expect(told == words.filter { (word: String) in word != "–" })
        let starts = speech.words.map(\.start)
        #expect(starts == starts.sorted(), "\(speech.words)")
        #expect(starts.allSatisfy { (0..<speech.samples.count).contains($0) })
        for word in speech.words where word.text != "the" {
            let sound = speech.samples[word.start..<min(speech.samples.count, word.start + 6_000)]
            // The network swallows some ends of sentences, each time otherwise; its silence has a loudness below 10.
            #expect(EspeakSynthesizerTests.loudness(Array(sound)) > 20, "\(word)")
        }
        // The clause pauses before its comma's next word.
        #expect(speech.words[3].start - speech.words[2].start > 4_000)
    }

    @Test("the rate is applied, also to a part of the text", .enabled(if: TestEngine.hasPiper, needs))
    func rate() async throws {
        let synthesizer = PiperSynthesizer(cacheBytes: 0)
        let plain = try await spoken(.init("The quick brown fox jumps over the dog."), synthesizer).samples.count
        #expect(
            try await spoken(.init("The quick brown fox jumps over the dog.", rate: 90), synthesizer).samples.count
                > plain * 3 / 2)
        let slow = try await spoken(
            .init(
                "<speak>The quick <prosody rate=\"40%\">brown fox</prosody> jumps over the dog.</speak>", format: .ssml),
            synthesizer)
        #expect(slow.samples.count > plain * 5 / 4)
        #expect(slow.words.count == 8)
    }

    @Test("a speech that is given up ends within a sentence", .enabled(if: TestEngine.hasPiper, needs))
    func cancel() async throws {
        let synthesizer = PiperSynthesizer(cacheBytes: 0)
        _ = try await spoken(.init("Warm."), synthesizer)
        let long = String(repeating: "and then another word of a sentence without an end ", count: 5)
        let task = Task { try await spoken(.init(long), synthesizer) }
        await Task.yield()
        let began = ContinuousClock.now
        task.cancel()
        _ = await task.result
        #expect(try await spoken(.init("Next."), synthesizer).samples.count > 4_000)
        #expect(ContinuousClock.now - began < .seconds(4))
    }

    /// A directory of models with a voice of one's own making.
    private func store(_ configuration: String, model: Data) throws -> (store: ModelStore, folder: URL) {
        let folder = FileManager.default.temporaryDirectory.appending(path: "saybus-piper-\(UUID())")
        try FileManager.default.createDirectory(at: folder.appending(path: "mine"), withIntermediateDirectories: true)
        try model.write(to: folder.appending(path: "mine/xx_XX-test.onnx"))
        try Data(configuration.utf8).write(to: folder.appending(path: "mine/xx_XX-test.onnx.json"))
        return (ModelStore(directory: folder.path), folder)
    }

    static let description = """
        {"audio": {"sample_rate": 22050}, "espeak": {"voice": "en-us"}, "num_speakers": 2, "speaker_id_map": {"kim": 1},
         "language": {"code": "xx_XX"}, "phoneme_id_map": {"_": [0], "^": [1], "$": [2], "a": [3]}}
        """

    @Test("a voice's speakers are listed")
    func speakers() async throws {
        let (store, folder) = try store(Self.description, model: Data())
        defer { try? FileManager.default.removeItem(at: folder) }
        let voices = try await PiperSynthesizer(store: store, engine: SentenceEngine(PiperVoices(store: store)))
            .voices()
        #expect(voices.map(\.identifier) == ["xx_XX-test#0", "xx_XX-test#kim"])
        #expect(voices.allSatisfy { $0.languages == ["xx-XX"] && $0.engine == "piper" })
    }

    @Test("a voice without ONNX Runtime is listed with the command that makes it speak")
    func withoutLibrary() async throws {
        let (store, folder) = try store(Self.description, model: Data())
        defer { try? FileManager.default.removeItem(at: folder) }
        let others = InstallableVoices.all(in: store, hasONNXRuntime: false)
        let mine = try #require(others.first { $0.identifier == "xx_XX-test" })
        #expect(mine.install == "saybus models get onnxruntime" && mine.languages == ["xx-XX"])
        let speaking = PiperSynthesizer(store: store, engine: SentenceEngine(PiperVoices(store: store)))
        let lines = try await AudioListing.voices(of: speaking, others: others).split(separator: "\n")
        #expect(lines.filter { $0.contains("xx_XX-test") }.count == 1)
    }

    @Test(
        "without installed voices a language is unknown to a voice of its own file, and the engine is there",
        arguments: [("/nowhere/own.onnx", .unknownVoice), (nil, .unavailable)] as [(String?, SynthesisError.Code)])
    func ownFile(voice: String?, code: SynthesisError.Code) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "no-voices-\(UUID().uuidString)")
        let store = ModelStore(directory: folder.path)
        let synthesizer = PiperSynthesizer(
            voice: voice, store: store, engine: SentenceEngine(PiperVoices(store: store)))
        let error = await #expect(throws: SynthesisError.self) {
            _ = try await synthesizer.synthesize(.init("Hallo.", voice: "de"))
        }
        #expect(error?.code == code)
    }

    @Test(
        "a description of another kind is refused with what to do",
        arguments: [
            "", "{}", "[1]", "no JSON", #"{"audio": {"sample_rate": 22050}, "phoneme_id_map": {}}"#,
            description.replacing("22050", with: "1"), description.replacing("\"_\": [0], ", with: ""),
            description.replacing("{\"audio\"", with: "{\"phoneme_type\": \"text\", \"audio\""),
            description.replacing("[3]", with: "[-1]"),
        ])
    func otherDescription(json: String) throws {
        let (_, folder) = try store(json, model: Data())
        defer { try? FileManager.default.removeItem(at: folder) }
        let error = try #require(throws: PiperError.self) {
            try PiperConfiguration(contentsOf: folder.path + "/mine/xx_XX-test.onnx.json")
        }
        #expect(error.code == .voiceUnusable && error.reason.count < 400)
    }

    @Test("a description that is not there is refused with the reason")
    func noDescription() {
        let error = #expect(throws: PiperError.self) { try PiperConfiguration(contentsOf: "/nowhere/voice.onnx.json") }
        #expect(error?.code == .voiceMissing && error?.reason.contains("No such file or directory") == true)
    }

    @Test(
        "a network that is cut short, empty or of another kind is refused, and the program goes on",
        .enabled(if: TestEngine.hasPiper, needs))
    func cutShort() async throws {
        let path = try #require(ModelStore().installed("piper-en_US-joe-medium")?.main)
        let whole = try Data(contentsOf: URL(filePath: path))
        for model in [Data(), Data("no network".utf8), whole.prefix(100_000), whole.prefix(whole.count / 2)] {
            let (store, folder) = try store(Self.description, model: model)
            defer { try? FileManager.default.removeItem(at: folder) }
            let library = ModelStore().installed("onnxruntime")?.main
            let synthesizer = PiperSynthesizer(
                store: store, engine: SentenceEngine(PiperVoices(store: store, libraryPath: library)))
            let error = try await #require(throws: SynthesisError.self) {
                _ = try await synthesizer.synthesize(.init("Hello."))
            }
            #expect(error.code == .unavailable && error.reason.contains("cut short"), "\(error)")
        }
    }

    @Test("a file that is no ONNX Runtime is refused with what to do", arguments: ["/etc/hostname", "libm.so.6"])
    func otherLibrary(path: String) throws {
        let error = try #require(throws: ONNXRuntimeError.self) { try ONNXRuntimeLibrary(path: path) }
        #expect(error.code == .libraryMissing && error.reason.contains("saybus models get onnxruntime"))
    }
}
