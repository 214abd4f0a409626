/// Words to say and how.
public struct Speech: Sendable, Equatable {
    /// The words.
    public var text: Template
    /// The voice's name; nil is the synthesizer's default.
    public var voice: String?
    /// Words a minute; nil is the synthesizer's default.
    public var rate: Int?
    /// 0…100; nil is the synthesizer's default.
    public var pitch: Int?
    /// 0…1; nil is 1.
    public var volume: Double?

    /// Creates words to say.
    public init(
        _ text: Template, voice: String? = nil, rate: Int? = nil, pitch: Int? = nil, volume: Double? = nil
    ) {
        self.text = text
        self.voice = voice
        self.rate = rate
        self.pitch = pitch
        self.volume = volume
    }
}
