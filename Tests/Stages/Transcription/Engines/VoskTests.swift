import Foundation
import SaybusEspeakNG
import SaybusMessages
import SaybusTesting
import SaybusVosk
import Testing

@testable import SaybusTranscription

@Suite("Vosk")
struct VoskTests {
    /// The real library, which the Python package vosk contains.
    private static let library = ProcessInfo.processInfo.environment["VOSK_LIBRARY"]
    private static let model = ProcessInfo.processInfo.environment["VOSK_MODEL"]

    @Test("the error of a missing or wrong library names it and gives advice")
    func libraries() throws {
        for (path, part) in [("/nonexistent/libvosk.so", "/nonexistent"), ("libc.so.6", "vosk_model_new")] {
            let error = #expect(throws: VoskError.self) { try VoskLibrary(path: path) }
            #expect(
                error?.code == .libraryMissing && error?.reason.contains(part) == true, "\(String(describing: error))")
            #expect(error?.reason.contains("VOSK_LIBRARY") == true)
        }
    }

    @Test("the error of a missing or wrong model names it and gives advice")
    func models() throws {
        for directory in ["/nonexistent", "/usr"] {
            let error = #expect(throws: VoskError.self) { try VoskLibrary.model(directory: directory) }
            #expect(error?.code == .modelMissing && error?.reason.contains(directory) == true)
            #expect(error?.reason.contains("VOSK_MODEL") == true)
        }
    }

    @Test(
        "the real library loads, and refuses an invalid model without harm",
        .enabled(if: library != nil, "VOSK_LIBRARY names no libvosk.so: it is in the Python package vosk"))
    func realLibrary() throws {
        let library = try VoskLibrary(path: Self.library)
        let directory = "/tmp/saybus-\(UUID().uuidString.prefix(8))"
        defer { try? FileManager.default.removeItem(atPath: directory) }
        try FileManager.default.createDirectory(atPath: "\(directory)/am", withIntermediateDirectories: true)
        for content in [Data(), Data("garbage".utf8)] {
            try content.write(to: URL(fileURLWithPath: "\(directory)/am/final.mdl"))
            let model = try VoskLibrary.model(directory: directory)
            let error = #expect(throws: VoskError.self) { try VoskRecognizer(library: library, model: model) }
            #expect(error?.code == .refused && error?.reason.contains(directory) == true)
        }
    }

    @Test(
        "the real library recognizes a command with a real model",
        .enabled(if: library != nil && model != nil && SynthesizedSpeech.isAvailable, "VOSK_MODEL names no model"))
    func realModel() async throws {
        let recognizer = try VoskRecognizer(library: VoskLibrary(), model: VoskLibrary.model())
        try await recognizer.configure(Vocabulary(phrases: ["next song", "stop the music"]))
        try await recognizer.begin()
        _ = try await recognizer.accept(SynthesizedSpeech.samples("next song"))
        #expect(try await recognizer.finish().text == "next song")
    }

    @Test(
        "words that the model lacks are left out, with the sentences that contain them",
        .enabled(if: VoskDouble.isAvailable))
    func unknownWords() async throws {
        let helper = EngineUnderTest.Helper()
        let recognizer = try VoskRecognizer(library: VoskDouble.library(in: helper.path), model: helper.path)
        let problems = try await recognizer.configure(Vocabulary(phrases: ["next song", "play the zorblax"]))
        #expect(problems.map(\.subject) == ["zorblax"] && problems.map(\.code) == [.pronunciation])
    }

    @Test(
        "an app of another language than English has its sentences",
        .enabled(if: VoskDouble.isAvailable && SynthesizedSpeech.isAvailable))
    func otherLanguage() async throws {
        let helper = EngineUnderTest.Helper()
        let recognizer = try VoskRecognizer(library: VoskDouble.library(in: helper.path), model: helper.path)
        let app = Catalog(app: "m", language: "de", commands: [.init(type: "C", patterns: ["next song"])])
        #expect(try await recognizer.configure(Vocabulary(catalogs: [app])).isEmpty)
        try await recognizer.begin()
        _ = try await recognizer.accept(SynthesizedSpeech.samples("next song"))
        #expect(try await recognizer.finish().text == "next song")
    }

    @Test(
        "segments of speech form one text, and each word has its time and its share in the confidence",
        .enabled(if: VoskDouble.isAvailable && SynthesizedSpeech.isAvailable))
    func stretches() async throws {
        let helper = EngineUnderTest.Helper()
        let recognizer = try VoskRecognizer(library: VoskDouble.library(in: helper.path), model: helper.path)
        try await recognizer.configure(Vocabulary(phrases: ["next song [next song]"]))
        try await recognizer.begin()
        let song = try SynthesizedSpeech.samples("next song")
        for samples in [song, SynthesizedSpeech.silence(2), song] { _ = try await recognizer.accept(samples) }
        let result = try await recognizer.finish()
        #expect(result.text == "next song next song" && result.confidence == 0.75, "\(result)")
        #expect(result.words.first == .init(word: "next", startMs: 300, endMs: 600) && result.words.count == 4)
    }

    @Test(
        "speech outside its grammar is not understood",
        .enabled(if: VoskDouble.isAvailable && SynthesizedSpeech.isAvailable))
    func foreign() async throws {
        let helper = EngineUnderTest.Helper()
        let recognizer = try VoskRecognizer(library: VoskDouble.library(in: helper.path), model: helper.path)
        try await recognizer.configure(Vocabulary(phrases: ["stop the music"]))
        try await recognizer.begin()
        _ = try await recognizer.accept(SynthesizedSpeech.samples("next song"))
        let result = try await recognizer.finish()
        #expect(result.text.isEmpty && result.empty == .unrecognized)
    }

    @Test(
        "a turn with one segment outside the grammar is not understood",
        .enabled(if: VoskDouble.isAvailable && SynthesizedSpeech.isAvailable))
    func foreignStretch() async throws {
        let helper = EngineUnderTest.Helper()
        let recognizer = try VoskRecognizer(library: VoskDouble.library(in: helper.path), model: helper.path)
        try await recognizer.configure(Vocabulary(phrases: ["next song", "hum"]))
        let song = try SynthesizedSpeech.samples("next song")
        try await recognizer.begin()
        for samples in [song, SynthesizedSpeech.silence(2), song] { _ = try await recognizer.accept(samples) }
        let result = try await recognizer.finish()
        #expect(
            result.text.isEmpty && result.empty == .unrecognized && result.alternatives.map(\.text) == ["next song"])
        try await recognizer.begin()
        _ = try await recognizer.accept(song)
        #expect(try await recognizer.finish().text == "next song", "the next turn is another one")
    }
}
