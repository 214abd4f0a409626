import SaybusModelStore
import SaybusONNXRuntime
import SaybusPiper
import SaybusSupport

/// The voices of Piper that this process has loaded, used on a dispatch queue of their own.
actor PiperEngine {
    static let shared = PiperEngine()

    private nonisolated let executor = SerialQueueExecutor(label: "saybus.piper")
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// The number of voices that are kept in memory: each takes about 160 MB.
    private static let mostVoices = 2

    private let store: ModelStore
    private let libraryPath: String?
    private var library: ONNXRuntimeLibrary?
    /// The voices, the one used last at the end.
    private var voices: [PiperVoice] = []

    /// - Parameters:
    ///   - store: The models, among which the library is.
    ///   - libraryPath: The file of ONNX Runtime; nil is the usual one.
    init(store: ModelStore = ModelStore(), libraryPath: String? = nil) {
        (self.store, self.libraryPath) = (store, libraryPath)
    }

    /// Loads a voice, unless it is loaded already, and returns its description.
    func load(_ file: PiperVoiceFile) throws(SynthesisError) -> PiperConfiguration { try voice(file).configuration }

    /// Requests a sentence, whose blocks go to `job`. Returns at once.
    nonisolated func make(
        _ sentence: SpokenSentence, isLast: Bool, _ settings: PiperSettings, for job: SpeechJob<SpokenSentence>
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

    private func voice(_ file: PiperVoiceFile) throws(SynthesisError) -> PiperVoice {
        if let place = voices.firstIndex(where: { $0.file == file }) {
            voices.append(voices.remove(at: place))
            return voices[voices.count - 1]
        }
        do {
            let loaded: ONNXRuntimeLibrary
            if let library {
                loaded = library
            } else {
                loaded = try ONNXRuntimeLibrary(path: libraryPath, store: store)
            }
            library = loaded
            if voices.count >= Self.mostVoices { voices.removeFirst() }
            let voice = try PiperVoice(file, loaded)
            voices.append(voice)
            return voice
        } catch {
            throw SynthesisError(.unavailable, String(describing: error))
        }
    }

    /// The silence between two sentences, and between two pieces of one, in milliseconds.
    private static let (betweenSentences, betweenPieces) = (200, 0)

    private func speak(
        _ sentence: SpokenSentence, isLast: Bool, _ settings: PiperSettings, for job: SpeechJob<SpokenSentence>
    ) throws(SynthesisError) {
        let voice = try voice(settings.voice)
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
