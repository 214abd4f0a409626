import SaybusMessages
import SaybusTesting
import Synchronization
import Testing

@testable import SaybusAudioOutput

@Suite("The language of a sequence", .timeLimit(.minutes(1)))
struct SequenceLanguageTests {
    /// An engine that speaks nothing, with the voices of two languages and of Bob.
    private final class Recorder: Synthesizer {
        let engine = "recorder"
        let asked = Mutex<[String?]>([])

        func voices() async throws -> [Voice] { [] }

        func synthesize(_ speech: AudioEvent.Speech) async throws -> SpeechAudio {
            asked.withLock { $0.append(speech.voice) }
            if let voice = speech.voice, !["de", "fr", "Bob"].contains(voice) {
                throw SynthesisError(.unknownVoice, "No voice speaks \(voice).")
            }
            return SpeechAudio(rate: 16_000, blocks: AsyncThrowingStream { nil })
        }
    }

    /// Returns the voices that an engine is asked for, and the end of the sequence.
    private func voices(
        _ language: String?, speech: AudioEvent.Speech = .init("Hallo."), chosen: String? = nil,
        options: SequencePlayer.Options = .init()
    ) async throws -> (asked: [String?], end: AudioPlayback) {
        let recorder = Recorder()
        let end = try await withPlayer(ManualSink(), synthesizer: recorder, options: options) { player, log in
            if let chosen { try await player.control(AudioControl(.voice, voice: chosen)) }
            recorder.asked.withLock { $0 = [] }
            let id = MessageID()
            await player.play(AudioSequence([.speech(speech)], language: language), id: id)
            return try await log.end(of: id)
        }
        return (recorder.asked.withLock { $0 }, end)
    }

    @Test("speech without a voice is spoken in the sequence's language")
    func language() async throws {
        #expect(try await voices("de").asked == ["de"])
        #expect(try await voices(nil).asked == [nil])
    }

    @Test("a language that SSML states comes before the sequence's, and does not bring the default voice")
    func stated() async throws {
        for tag in ["de", "fr"] {
            let speech = AudioEvent.Speech("<speak xml:lang=\"\(tag)\">Hallo.</speak>", format: .ssml)
            #expect(try await voices("de", speech: speech).asked == [tag])
        }
    }

    @Test("the voice of the speech, or of a control, comes before the language")
    func voice() async throws {
        #expect(try await voices("de", speech: .init("Salut.", voice: "fr")).asked == ["fr"])
        #expect(try await voices("de", chosen: "Bob").asked == ["Bob"])
    }

    @Test("speech in the language of the stage's chosen voice keeps that voice")
    func chosenVoice() async throws {
        var options = SequencePlayer.Options()
        options.chosenVoice = "de+f3"
        #expect(try await voices("de-AT", options: options).asked == [nil])
        #expect(try await voices("fr", options: options).asked == ["fr"])
    }

    @Test("an engine that lacks the language speaks with its default voice")
    func unknown() async throws {
        let spoken = try await voices("xx")
        #expect(spoken.asked == ["xx", nil])
        #expect(spoken.end.state == .finished && spoken.end.reason == nil)
    }
}
