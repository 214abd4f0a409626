import SaybusMessages
import Synchronization

/// Another synthesizer, of which it is noted when it does not begin to speak: who only listens hears nothing of why nothing is said.
final class WatchedSynthesizer: Synthesizer {
    private let base: any Synthesizer
    private let note: @Sendable (SynthesisError?) -> Void
    private let isFailing = Mutex(false)

    /// - Parameter note: Told why the engine did not speak, and nil when it does again.
    init(_ base: any Synthesizer, note: @escaping @Sendable (SynthesisError?) -> Void) {
        (self.base, self.note) = (base, note)
    }

    var engine: String { base.engine }

    func voices() async throws -> [Voice] { try await base.voices() }

    func synthesize(_ speech: AudioEvent.Speech) async throws -> SpeechAudio {
        do {
            let audio = try await base.synthesize(speech)
            if changes(to: false) { note(nil) }
            return audio
        } catch let error as SynthesisError {
            // What else there is to complain of is about the speech, not about the engine.
            if [.unavailable, .failed].contains(error.code), changes(to: true) { note(error) }
            throw error
        }
    }

    private func changes(to failing: Bool) -> Bool {
        isFailing.withLock { isFailing in
            defer { isFailing = failing }
            return isFailing != failing
        }
    }
}
