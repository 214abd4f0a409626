import SaybusMessages

/// Words to say and how; what is not given is the synthesizer's default.
public struct SpeechUtterance: Sendable, Equatable {
    /// The words.
    public var text: String
    /// How they are written; nil is plain text.
    public var format: AudioEvent.Speech.Format?
    /// The voice's name.
    public var voice: String?
    /// Words a minute.
    public var rate: Int?
    /// 0…100.
    public var pitch: Int?
    /// 0…1.
    public var volume: Double?

    /// Creates words to say.
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
