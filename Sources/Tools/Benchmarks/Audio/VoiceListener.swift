import SaybusModelStore
import SaybusSound
import SaybusWhisper

/// Whisper as a listener to synthesized voices.
struct VoiceListener {
    private let model: WhisperModel

    /// Loads the smallest English model; nil when it is not installed.
    init?() {
        let store = ModelStore()
        let models = ["whisper-tiny.en-q8", "whisper-tiny.en"].lazy.compactMap { store.installed($0) }
        guard let path = models.first?.main, let library = try? WhisperLibrary(store: store),
            let file = try? WhisperModelFile(path), let model = try? WhisperModel(file, library)
        else { return nil }
        self.model = model
    }

    /// Returns the words that are heard in a sound.
    func text(of samples: [Int16], rate: Int) throws -> String {
        var resampler = try Resampler(from: rate, to: 16_000)
        let sound = resampler.process(samples) + resampler.finish()
        var settings = WhisperSettings()
        // The encoder's whole window: what is judged is the voice.
        settings.frames = 10_000
        return try model.transcribe(sound, settings, WhisperControl(deadline: .now + .seconds(60))).text
    }
}
