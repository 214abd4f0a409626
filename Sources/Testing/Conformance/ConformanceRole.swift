import SaybusMessages

/// The role that a program plays.
public enum ConformanceRole: String, Sendable, CaseIterable, Codable {
    /// Sound to turns on the bus: reads 16-bit little-endian mono PCM of 16 kHz from standard input.
    case listen
    /// Sound to text.
    case transcribe
    /// Text to intents.
    case intent
    /// Intents to commands, answers and the end of the turn.
    case dispatch
    /// Audio sequences to sound.
    case audio
    /// A remote app: commands to answers.
    case app

    /// The role on the bus.
    var busRole: Role { Role(rawValue) }
}
