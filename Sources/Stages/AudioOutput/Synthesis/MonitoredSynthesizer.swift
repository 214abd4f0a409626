import SaybusMessages
import SaybusSupport
import Synchronization

/// A wrapper of a synthesizer that reports when it fails to begin speech, since the user then hears only silence or
/// another voice.
final class MonitoredSynthesizer: Synthesizer {
    private let base: any Synthesizer
    private let report: @Sendable (Problem?) -> Void
    private let reported = Mutex<Problem?>(nil)
    /// The last language that no voice has; nil when there was none, or a voice has spoken it since.
    private let lacking = Mutex<String?>(nil)

    /// The problem of a voice.
    enum Problem: Equatable {
        /// Nothing is spoken.
        case silent(reason: String)
        /// Another engine speaks, or the voice of another language.
        case limited(reason: String)
    }

    /// - Parameters:
    ///   - base: The synthesizer to use.
    ///   - report: Receives each change of the problem; nil when there is none any more.
    init(_ base: any Synthesizer, report: @escaping @Sendable (Problem?) -> Void) {
        (self.base, self.report) = (base, report)
        // The engine may have been checked before.
        set(working)
    }

    private var working: Problem? {
        let limitation = base.limitation ?? lacking.withLock { $0 }.map { "no voice here speaks \($0)" }
        return limitation.map { .limited(reason: $0) }
    }

    var engine: String { base.engine }
    var limitation: String? { base.limitation }

    func prepare() async throws { try await base.prepare() }

    func voices() async throws -> [Voice] { try await base.voices() }

    func synthesize(_ speech: AudioEvent.Speech) async throws -> SpeechAudio {
        do {
            let audio = try await base.synthesize(speech)
            // A voice of the language may have been installed meanwhile.
            if let voice = speech.voice { lacking.withLock { if $0 == Self.name(voice) { $0 = nil } } }
            set(working)
            return audio
        } catch let error as SynthesisError {
            // Other errors concern the speech, not the engine.
            if [.unavailable, .failed].contains(error.code) { set(.silent(reason: error.description)) }
            throw error
        }
    }

    /// Notes that the default voice speaks a language, since no voice has it.
    func lacks(_ language: String) { lacking.withLock { $0 = Self.name(language) } }

    /// Returns a language as the status names it.
    private static func name(_ language: String) -> String { LogLine.clean(language, limit: 40) }

    private func set(_ problem: Problem?) {
        let isNew = reported.withLock { reported in
            defer { reported = problem }
            return reported != problem
        }
        if isNew { report(problem) }
    }
}
