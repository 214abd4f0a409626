import SaybusMessages
import Synchronization
import Testing

@testable import SaybusAudioOutput

/// Tests of the choice among engines, with engines that record what they are asked.
@Suite(.timeLimit(.minutes(1))) struct AutomaticSynthesizerTests {
    /// An engine that speaks nothing.
    private final class Recorder: Synthesizer {
        let engine: String
        private let known: Mutex<[Voice]>
        private let failure: SynthesisError?
        /// The lists of voices that were asked for.
        let lists = Mutex(0)
        private let failedLists: Int
        let asked = Mutex<[String?]>([])

        init(
            _ engine: String, _ voices: [(name: String, language: String)], failure: SynthesisError? = nil,
            failedLists: Int = 0
        ) {
            (self.engine, self.failure, self.failedLists) = (engine, failure, failedLists)
            known = Mutex([])
            install(voices)
        }

        func install(_ voices: [(name: String, language: String)]) {
            let installed = voices.map { Voice(name: $0.name, identifier: $0.name, languages: [$0.language]) }
            known.withLock { $0 += installed }
        }

        func voices() async throws -> [Voice] {
            let count = lists.withLock { count in
                count += 1
                return count
            }
            guard count > failedLists else { throw SynthesisError(.unavailable, "The voices cannot be listed.") }
            return known.withLock { $0 }
        }

        func synthesize(_ speech: AudioEvent.Speech) async throws -> SpeechAudio {
            asked.withLock { $0.append(speech.voice) }
            if let failure { throw failure }
            return SpeechAudio(rate: 16_000, blocks: AsyncThrowingStream { nil })
        }
    }

    private let good = Recorder("piper", [("en_US-joe", "en-US"), ("de_DE-eva", "de-DE")])
    private let fair = Recorder("flite", [("slt", "en-US"), ("awb", "en-GB")])
    private let last = Recorder("espeak-ng", [("English", "en-us"), ("British", "en-gb"), ("French", "fr")])

    /// Returns the engine and the voice that get a speech.
    private func choice(_ speech: AudioEvent.Speech, default voice: String = "en-us") async throws -> String {
        let all = [good, fair, last]
        _ = try await AutomaticSynthesizer(all, voice: voice).synthesize(speech)
        return all.flatMap { engine in engine.asked.withLock { $0 }.map { "\(engine.engine) \($0 ?? "-")" } }
            .joined(separator: ", ")
    }

    @Test("the best engine that speaks the language takes the speech, one with its region first")
    func language() async throws {
        #expect(try await choice(.init("Hello.")) == "piper en_US-joe")
    }

    @Test(
        "names, languages and SSML's language choose",
        arguments: [
            ("slt", "flite slt"), ("en-GB", "flite awb"), ("en_gb", "flite awb"), ("fr", "espeak-ng fr"),
            ("de", "piper de_DE-eva"), ("de-AT", "piper de_DE-eva"), ("de-Latn-AT", "piper de_DE-eva"),
            ("British", "espeak-ng British"),
            ("en-us+f3", "espeak-ng en-us+f3"), ("/voices/mine.onnx", "piper /voices/mine.onnx"),
        ])
    func name(name: String, expected: String) async throws {
        #expect(try await choice(.init("Hello.", voice: name)) == expected)
    }

    @Test("the language of SSML's first element chooses, unless the speech names a voice")
    func markup() async throws {
        let text = "<?xml version=\"1.0\"?><speak version=\"1.1\" xml:lang='fr-FR'>Bonjour.</speak>"
        #expect(try await choice(.init(text, format: .ssml)) == "espeak-ng fr-FR")
    }

    @Test("SSML in a language that no voice speaks is spoken by the default voice")
    func unknownMarkup() async throws {
        let none = Recorder("espeak-ng", [], failure: SynthesisError(.unknownVoice, "No voice speaks it."))
        let synthesizer = AutomaticSynthesizer([good, none], voice: "en-us")
        let audio = try await synthesizer.synthesize(.init("<speak xml:lang=\"tlh\">Qapla!</speak>", format: .ssml))
        #expect(audio.rate == 16_000)
        #expect(none.asked.withLock { $0 } == ["tlh"])
        #expect(good.asked.withLock { $0 } == ["en_US-joe"])
    }

    @Test("an engine that could not list its voices is asked again at the next speech, and the others are not")
    func failedList() async throws {
        let late = Recorder("piper", [("en_US-joe", "en-US")], failedLists: 1)
        let synthesizer = AutomaticSynthesizer([late, fair, last], voice: "en-us")
        for _ in 1...3 { _ = try await synthesizer.synthesize(.init("Hello.")) }
        #expect(fair.asked.withLock { $0 } == ["slt"])
        #expect(late.asked.withLock { $0 } == ["en_US-joe", "en_US-joe"])
        #expect(late.lists.withLock { $0 } == 2 && fair.lists.withLock { $0 } == 1)
    }

    @Test("a voice that is installed later is used: the first one at once, a further one after a time")
    func installedLater() async throws {
        let late = Recorder("piper", [])
        let synthesizer = AutomaticSynthesizer([late, last], voice: "en-us")
        _ = try await synthesizer.synthesize(.init("Hello."))
        late.install([("en_US-joe", "en-US")])
        for _ in 1...2 { _ = try await synthesizer.synthesize(.init("Hello.")) }
        #expect(late.asked.withLock { $0 } == ["en_US-joe", "en_US-joe"] && late.lists.withLock { $0 } == 2)

        let growing = Recorder("piper", [("en_US-joe", "en-US")])
        let forgetful = AutomaticSynthesizer([growing, last], voice: "en-us", maximumAge: .zero)
        _ = try await forgetful.synthesize(.init("Hello."))
        growing.install([("de_DE-eva", "de-DE")])
        _ = try await forgetful.synthesize(.init("Hallo.", voice: "de-DE"))
        #expect(growing.asked.withLock { $0 } == ["en_US-joe", "de_DE-eva"])
    }

    @Test("an engine that fails leaves the speech to the next one")
    func failing() async throws {
        let broken = Recorder(
            "piper", [("en_US-joe", "en-US")], failure: SynthesisError(.unavailable, "The file is cut short."))
        let synthesizer = AutomaticSynthesizer([broken, fair, last], voice: "en-us")
        _ = try await synthesizer.synthesize(.init("Bonjour.", voice: "fr"))
        #expect(synthesizer.limitation == nil)
        _ = try await synthesizer.synthesize(.init("Hello."))
        #expect(synthesizer.limitation == "piper is not used: The file is cut short.")
        // What another engine speaks says nothing about the first one.
        _ = try await synthesizer.synthesize(.init("Bonjour.", voice: "fr"))
        #expect(synthesizer.limitation == "piper is not used: The file is cut short.")
        #expect(broken.asked.withLock(\.count) == 1 && fair.asked.withLock { $0 } == ["slt"])
        // A voice by its name is not replaced by another one.
        await #expect(throws: SynthesisError.self) {
            try await AutomaticSynthesizer([broken, fair, last], voice: "en-us").synthesize(
                .init("Hello.", voice: "en_US-joe"))
        }
    }
}
