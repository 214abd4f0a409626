/// What a program on trial claims to be.
public enum ConformanceRole: String, Sendable, CaseIterable, Codable {
    /// Sound in: raw 16-bit little-endian mono PCM of 16 kHz on standard input, turns on the bus.
    case listen
    /// Sound to text.
    case transcribe
    /// Text to intents.
    case intent
    /// Intents to commands, answers and the turn's end.
    case dispatch
    /// Audio sequences to sound.
    case audio
    /// A remote app: commands to answers.
    case app
}
