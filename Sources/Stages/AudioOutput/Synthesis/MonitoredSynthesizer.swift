import SaybusMessages
import Synchronization

/// A wrapper of a synthesizer that reports when it fails to begin speech, since the user then hears only silence.
final class MonitoredSynthesizer: Synthesizer {
    private let base: any Synthesizer
    private let report: @Sendable (SynthesisError?) -> Void
    private let isFailing = Mutex(false)

    /// - Parameters:
    ///   - base: The synthesizer to use.
    ///   - report: Receives the error when the engine fails, and nil when it speaks again.
    init(_ base: any Synthesizer, report: @escaping @Sendable (SynthesisError?) -> Void) {
        (self.base, self.report) = (base, report)
    }

    var engine: String { base.engine }

    func prepare() async throws { try await base.prepare() }

    func voices() async throws -> [Voice] { try await base.voices() }

    func synthesize(_ speech: AudioEvent.Speech) async throws -> SpeechAudio {
        do {
            let audio = try await base.synthesize(speech)
            if changes(to: false) { report(nil) }
            return audio
        } catch let error as SynthesisError {
            // Other errors concern the speech, not the engine.
            if [.unavailable, .failed].contains(error.code), changes(to: true) { report(error) }
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
