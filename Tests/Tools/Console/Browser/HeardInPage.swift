import SaybusEspeakNG
import SaybusMessages
import SaybusPocketSphinx
import SaybusSound
import SaybusTesting
import SaybusTranscription

/// The sound that a page plays, taken where it leaves for the loudspeaker, and heard by a recognizer.
enum HeardInPage {
    /// Keeps a copy of all that the page plays from now on.
    static func begin(_ browser: Browser) async throws {
        try await browser.run(
            """
            window.heard ??= { samples: [], rate: 0, start: AudioBufferSourceNode.prototype.start };
            window.heard.samples = [];
            AudioBufferSourceNode.prototype.start = function (...times) {
              window.heard.rate = this.buffer.sampleRate;
              for (const sample of this.buffer.getChannelData(0)) window.heard.samples.push(Math.round(sample * 32767));
              return window.heard.start.apply(this, times);
            };
            """)
    }

    /// Returns which of some sentences a recognizer hears in what was played.
    static func sentence(_ browser: Browser, among sentences: [String], in folder: TemporaryFolder) async throws
        -> String
    {
        guard case .array(let values) = try await browser.run("return window.heard.samples"),
            case .integer(let rate) = try await browser.run("return window.heard.rate")
        else { throw WebDriverError("nothing was played") }
        let samples = values.map { value -> Int16 in
            if case .integer(let sample) = value { Int16(clamping: sample) } else { 0 }
        }
        let path = try WaveFile.write(samples, rate: Int(rate), to: folder.path("heard.wav"))
        let recognizer = try PocketSphinxRecognizer(model: SphinxModel())
        try await recognizer.configure(Vocabulary(phrases: sentences))
        let reader = try SoundFileReader(path: path, rate: 16_000)
        try await recognizer.begin()
        _ = try await recognizer.accept(SynthesizedSpeech.silence(0.4))
        while case let samples = try reader.read(1600), !samples.isEmpty { _ = try await recognizer.accept(samples) }
        _ = try await recognizer.accept(SynthesizedSpeech.silence(0.5))
        return try await recognizer.finish().text
    }
}
