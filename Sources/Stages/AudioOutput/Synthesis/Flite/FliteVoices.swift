import SaybusFlite

/// The voices of the library libflite.
struct FliteVoices: SentenceVoices {
    /// The library of this process.
    static let shared = SentenceEngine(FliteVoices())

    static let label = "saybus.flite"
    /// All of them: each takes a few megabytes, which the library never frees.
    static let maximumVoices = FliteVoiceEntry.all.count

    private let folder: String?
    private var library: FliteLibrary?

    /// - Parameter folder: The folder of the libraries; nil is the system's library path.
    init(folder: String? = nil) { self.folder = folder }

    mutating func load(_ entry: FliteVoiceEntry) throws(SynthesisError) -> FliteVoice {
        do throws(FliteError) {
            let loaded: FliteLibrary
            if let library { loaded = library } else { loaded = try FliteLibrary(folder: folder) }
            library = loaded
            return try FliteVoice(entry, loaded)
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

    func speak(
        _ sentence: FliteSentence, isLast: Bool, _ settings: FliteSettings, by voice: FliteVoice,
        for job: SpeechJob<FliteSentence>
    ) throws(SynthesisError) {
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
