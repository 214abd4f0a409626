import SaybusFlite
import SaybusSupport

/// The library libflite of this process, used on its own dispatch queue.
actor FliteEngine {
    static let shared = FliteEngine()

    private nonisolated let executor = SerialQueueExecutor(label: "saybus.flite")
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private let folder: String?
    private var library: FliteLibrary?
    private var voices: [String: FliteVoice] = [:]

    /// - Parameter folder: The folder of the libraries; nil is the system's library path.
    init(folder: String? = nil) { self.folder = folder }

    /// Loads a voice, unless it is loaded already.
    func load(_ entry: FliteVoiceEntry) throws(SynthesisError) { _ = try voice(entry) }

    /// Requests a sentence, whose blocks go to `job`. Returns at once.
    nonisolated func make(
        _ sentence: FliteSentence, isLast: Bool, _ settings: FliteSettings, for job: SpeechJob<FliteSentence>
    ) {
        executor.async {
            self.assumeIsolated { engine in
                var problem: SynthesisError?
                do throws(SynthesisError) {
                    if !job.isCancelled { try engine.speak(sentence, isLast: isLast, settings, for: job) }
                } catch { problem = error }
                job.pieceEnded(problem)
            }
        }
    }

    private func voice(_ entry: FliteVoiceEntry) throws(SynthesisError) -> FliteVoice {
        if let voice = voices[entry.name] { return voice }
        do throws(FliteError) {
            let loaded: FliteLibrary
            if let library { loaded = library } else { loaded = try FliteLibrary(folder: folder) }
            library = loaded
            let voice = try FliteVoice(entry, loaded)
            voices[entry.name] = voice
            return voice
        } catch {
            throw SynthesisError(.unavailable, error.reason)
        }
    }

    /// The silence that is kept before a sentence, in milliseconds: the library's own lasts up to a quarter of a
    /// second.
    private static let leadIn = 30
    /// The silence that is kept after the last words of a speech, and before a pause, in milliseconds.
    private static let leadOut = 60
    /// The longest silence in a sentence that goes on, in milliseconds.
    private static let joint = 20

    private func speak(
        _ sentence: FliteSentence, isLast: Bool, _ settings: FliteSettings, for job: SpeechJob<FliteSentence>
    ) throws(SynthesisError) {
        let voice = try voice(settings.voice)
        let rate = voice.entry.rate
        defer { job.takeSilence(of: sentence.pause, at: rate) }
        guard !sentence.tokens.isEmpty else { return }
        var range = 0..<Int.max
        var place = 0
        var gain = sentence.gain(volume: settings.volume)
        do throws(FliteError) {
            try voice.speak(
                sentence.tokens, stretch: settings.stretch, pitch: settings.pitch * Float(sentence.pitch)
            ) { timing, samples in
                var words: [SpokenWord] = []
                if let timing {
                    let (lead, out) =
                        sentence.continues ? (Self.joint, Self.joint) : (Self.leadIn, Self.leadOut)
                    let first = max(0, timing.soundStart - lead * rate / 1000)
                    // Between two sentences the library's own silence stays.
                    let keepsEnd = !isLast && sentence.pause == 0 && !sentence.continues
                    range =
                        first..<max(
                            first, keepsEnd || timing.soundEnd == .max ? .max : timing.soundEnd + out * rate / 1000)
                    words = sentence.words(timing, from: first)
                    gain.place(timing.starts)
                }
                let kept = range.clamped(to: place..<place + samples.count)
                let block = gain.applied(
                    to: samples[(kept.lowerBound - place)..<(kept.upperBound - place)], at: kept.lowerBound)
                place += samples.count
                return job.take(block, words: words)
            }
        } catch {
            guard sentence.isSpoken else { return }
            throw SynthesisError(.failed, error.reason)
        }
    }
}
