/// Words to say and how; what is not given is the synthesizer's default.
public struct SpeechUtterance: Sendable, Equatable {
    /// The words.
    public var text: String
    /// The voice's name.
    public var voice: String?
    /// Words a minute.
    public var rate: Int?
    /// 0…100.
    public var pitch: Int?
    /// 0…1.
    public var volume: Double?

    /// Words to say.
    public init(
        _ text: String, voice: String? = nil, rate: Int? = nil, pitch: Int? = nil, volume: Double? = nil
    ) {
        self.text = text
        self.voice = voice
        self.rate = rate
        self.pitch = pitch
        self.volume = volume
    }
}
