import SaybusMessages
import SaybusTesting
import Synchronization
import Testing

@testable import SaybusAudioOutput

@Suite("monitored synthesizer") struct MonitoredSynthesizerTests {
    /// A synthesizer that fails on request.
    private final class Scripted: Synthesizer {
        let engine = "scripted"
        let failure = Mutex<SynthesisError?>(nil)
        let limited = Mutex<String?>(nil)
        let languages = Mutex<Set<String>>(["de"])

        var limitation: String? { limited.withLock { $0 } }

        func prepare() throws {
            if let failure = failure.withLock({ $0 }) { throw failure }
        }

        func voices() -> [Voice] { [] }

        func synthesize(_ speech: AudioEvent.Speech) throws -> SpeechAudio {
            if let voice = speech.voice, !languages.withLock({ $0.contains(voice) }) {
                throw SynthesisError(.unknownVoice, "No voice is \(voice).")
            }
            if let failure = failure.withLock({ $0 }) { throw failure }
            return SpeechAudio(rate: 16_000, blocks: AsyncThrowingStream { nil })
        }
    }

    @Test("the engine's own check at the start is made")
    func prepares() async throws {
        let engine = Scripted()
        let watched = MonitoredSynthesizer(engine) { _ in }
        try await watched.prepare()
        engine.failure.withLock { $0 = SynthesisError(.unknownVoice, "as told") }
        await #expect(throws: SynthesisError.self) { try await watched.prepare() }
    }

    @Test("an engine's first failure and its recovery are reported; errors of a speech are not")
    func reports() async throws {
        let engine = Scripted()
        let notes = Watched<[MonitoredSynthesizer.Problem?]>([])
        let watched = MonitoredSynthesizer(engine) { problem in notes.change { $0.append(problem) } }
        for code: SynthesisError.Code? in [nil, .unknownVoice, .unavailable, .failed, .outOfRange, nil, nil, .failed] {
            engine.failure.withLock { $0 = code.map { SynthesisError($0, "as told") } }
            let spoken = try? await watched.synthesize(AudioEvent.Speech("Hello."))
            #expect((spoken == nil) == (code != nil))
        }
        let silent = MonitoredSynthesizer.Problem.silent(reason: "as told")
        #expect(notes.value == [silent, nil, silent])
    }

    @Test("a language that no voice has is reported when the default voice speaks it, until a voice of its own does")
    func lacking() async throws {
        let engine = Scripted()
        let notes = Watched<[MonitoredSynthesizer.Problem?]>([])
        let watched = MonitoredSynthesizer(engine) { problem in notes.change { $0.append(problem) } }
        _ = try await watched.synthesize(.init("Hallo."), in: "de")
        #expect(notes.value == [])
        _ = try await watched.synthesize(.init("Kumusta."), in: "fil")
        let problem = MonitoredSynthesizer.Problem.limited(reason: "no voice here speaks fil")
        #expect(notes.value == [problem])
        _ = try await watched.synthesize(.init("Hallo."), in: "de")
        #expect(notes.value == [problem])
        engine.languages.withLock { _ = $0.insert("fil") }
        _ = try await watched.synthesize(.init("Kumusta."), in: "fil")
        #expect(notes.value == [problem, nil])
    }

    @Test("an engine in whose place another one speaks is reported, also when that was found before")
    func limited() async throws {
        let engine = Scripted()
        engine.limited.withLock { $0 = "piper is not used: it is cut short" }
        let notes = Watched<[MonitoredSynthesizer.Problem?]>([])
        let watched = MonitoredSynthesizer(engine) { problem in notes.change { $0.append(problem) } }
        let problem = MonitoredSynthesizer.Problem.limited(reason: "piper is not used: it is cut short")
        #expect(notes.value == [problem])
        _ = try await watched.synthesize(AudioEvent.Speech("Hello."))
        #expect(notes.value == [problem])
        engine.limited.withLock { $0 = nil }
        _ = try await watched.synthesize(AudioEvent.Speech("Hello."))
        #expect(notes.value == [problem, nil])
    }
}
