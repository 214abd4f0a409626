import SaybusModelStore
import SaybusONNXRuntime
import SaybusPiper

/// The voices of Piper, by ONNX Runtime.
struct PiperVoices: SentenceVoices {
    /// The voices of this process.
    static let shared = SentenceEngine(PiperVoices())

    static let label = "saybus.piper"
    /// Each takes about 160 MB.
    static let maximumVoices = 2

    private let store: ModelStore
    private let libraryPath: String?
    private var library: ONNXRuntimeLibrary?

    /// - Parameters:
    ///   - store: The models, among which the library is.
    ///   - libraryPath: The file of ONNX Runtime; nil is the usual one.
    init(store: ModelStore = ModelStore(), libraryPath: String? = nil) {
        (self.store, self.libraryPath) = (store, libraryPath)
    }

    mutating func load(_ file: PiperVoiceFile) throws(SynthesisError) -> PiperVoice {
        do {
            let loaded: ONNXRuntimeLibrary
            if let library {
                loaded = library
            } else {
                loaded = try ONNXRuntimeLibrary(path: libraryPath, store: store)
            }
            library = loaded
            return try PiperVoice(file, loaded)
        } catch {
            throw SynthesisError(.unavailable, String(describing: error))
        }
    }

    /// The silence between two sentences, and between two pieces of one, in milliseconds.
    private static let (betweenSentences, betweenPieces) = (200, 0)

    func speak(
        _ sentence: SpokenSentence, isLast: Bool, _ settings: PiperSettings, by voice: PiperVoice,
        for job: SpeechJob<SpokenSentence>
    ) throws(SynthesisError) {
        let rate = voice.configuration.rate
        let words = sentence.words.filter { $0.written.contains { $0.isLetter || $0.isNumber } }
        let spoken = words.flatMap(\.spoken)
        if !spoken.isEmpty {
            let stop = ONNXModel.Stop()
            job.onCancel { stop.stop() }
            let sound: PiperVoice.Sound
            do throws(PiperError) {
                let length = settings.length / Float(sentence.words.first?.style.rate ?? 1)
                sound = try voice.speak(spoken, length: length, speaker: settings.speaker, stop: stop)
            } catch {
                if error.code == .stopped { return }
                throw SynthesisError(.failed, error.reason)
            }
            job.onCancel(nil)
            take(sound, of: words, settings.volume, rate, for: job)
        }
        let pause = sentence.continues ? Self.betweenPieces : isLast || spoken.isEmpty ? 0 : Self.betweenSentences
        job.takeSilence(of: sentence.pause > 0 ? sentence.pause : pause, at: rate)
    }

    /// Hands over a sentence's sound, a tenth of a second at a time.
    private func take(
        _ sound: PiperVoice.Sound, of words: [StyledWord], _ volume: Double, _ rate: Int,
        for job: SpeechJob<SpokenSentence>
    ) {
        var gain = GainCurve(words.flatMap { word in word.spoken.map { _ in volume * word.style.volume } })
        gain.place(sound.starts)
        var marks: [SpokenWord] = []
        var token = 0
        for word in words where token < sound.starts.count {
            marks.append(SpokenWord(word.written, at: sound.starts[token]))
            token += word.spoken.count
        }
        var place = 0
        while place < sound.samples.count {
            let range = place..<min(sound.samples.count, place + rate / 10)
            let block = gain.applied(to: sound.samples[range], at: range.lowerBound)
            guard job.take(block, words: place == 0 ? marks : []) else { return }
            place = range.upperBound
        }
    }
}
