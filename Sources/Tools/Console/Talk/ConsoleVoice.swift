import SaybusAudioOutput
import SaybusMessages
import SaybusStage

/// The voice and the sounds of all pages.
public struct ConsoleVoice: Sendable {
    let engine: String
    let synthesizer: any Synthesizer
    let playing: SequencePlayer.Options

    /// Creates a voice.
    /// - Parameters:
    ///   - engine: The synthesizer.
    ///   - voice: The voice, by name or language; nil chooses the engine's own.
    ///   - sounds: The folders of sound files, as for `saybus-audio --sounds`.
    /// - Throws: `StageFailure` when there is no such engine or voice.
    public init(engine: SynthesisEngine, voice: String?, sounds: [String]) async throws(StageFailure) {
        self.engine = engine.rawValue
        synthesizer = try engine.synthesizer(voice: voice)
        try await synthesizer.prepareForStart()
        var playing = SequencePlayer.Options()
        playing.sounds = SoundFolders(sounds.map { SoundFolders.Entry($0) })
        // The page highlights the word that is being spoken, and speech into its microphone interrupts the answer.
        (playing.reportsWords, playing.bargeIn) = (true, .pause)
        self.playing = playing
    }
}
