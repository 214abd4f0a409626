/// A text to speak, with voice settings.
public struct Speech: Sendable, Equatable {
    /// The text.
    var text: Template
    /// The voice's name; nil is the synthesizer's default.
    var voice: String?
    /// Words per minute; nil is the synthesizer's default.
    public var rate: Int?
    /// Pitch, 0…100; nil is the synthesizer's default.
    public var pitch: Int?
    /// Volume, 0…1; nil is 1.
    public var volume: Double?

    /// Creates a text to speak.
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
