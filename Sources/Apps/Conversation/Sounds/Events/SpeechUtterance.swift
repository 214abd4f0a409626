import SaybusMessages

/// A text to speak, with voice settings. Nil settings are the synthesizer's defaults.
public struct SpeechUtterance: Sendable, Equatable {
    /// The words to speak, in ``format``.
    public var text: String
    /// The text's format; nil is plain text.
    public var format: AudioEvent.Speech.Format?
    /// The voice's name, as the synthesizer lists it.
    public var voice: String?
    /// Words per minute.
    public var rate: Int?
    /// Pitch from 0, the lowest, to 100.
    public var pitch: Int?
    /// Volume from 0, silence, to 1.
    public var volume: Double?

    /// Creates a text to speak.
    public init(
        _ text: String, format: AudioEvent.Speech.Format? = nil, voice: String? = nil, rate: Int? = nil,
        pitch: Int? = nil, volume: Double? = nil
    ) {
        self.text = text
        self.format = format
        self.voice = voice
        self.rate = rate
        self.pitch = pitch
        self.volume = volume
    }
}
