import SaybusExternalEngines
import SaybusMessages

/// Speaks through any program that reads a text on its standard input and writes its sound to its standard output: as raw 16-bit
/// little-endian samples of one channel, or as a WAV file.
///
/// It is started for each text; a long one is handed over in pieces of some hundred characters. What the speech wishes is in its environment:
/// `SAYBUS_VOICE`, `SAYBUS_RATE` (words a minute), `SAYBUS_PITCH` (0…100). The volume is ours. Words are not told.
/// A program whose exit code is not 0 has failed, whatever it wrote before.
public final class CommandSynthesizer: Synthesizer {
    /// `command`
    public let engine = "command"

    private let command: [String]
    private let voice: String?
    private let rate: Int
    private let patience: Duration

    /// - Parameters:
    ///   - command: The program and its arguments.
    ///   - voice: For speech that names none; nil leaves it to the program.
    ///   - rate: Samples a second of raw samples; a WAV file says its own.
    ///   - patience: How long the program may let us wait, each time.
    public init(_ command: [String], voice: String? = nil, rate: Int, patience: Duration) {
        (self.command, self.voice, self.rate, self.patience) = (command, voice, rate, patience)
    }

    /// None: the program does not tell.
    public func voices() async throws -> [Voice] { [] }

    /// Begins to speak.
    public func synthesize(_ speech: AudioEvent.Speech) async throws -> SpeechAudio {
        try SpeechLimits.check(speech)
        var environment: [String: String] = [:]
        environment["SAYBUS_VOICE"] = speech.voice ?? voice
        environment["SAYBUS_RATE"] = speech.rate.map(String.init)
        environment["SAYBUS_PITCH"] = speech.pitch.map(String.init)
        if let name = environment["SAYBUS_VOICE"], name.utf8.count > 256 || name.utf8.contains(0) {
            throw SynthesisError(.unknownVoice, "A voice's name has at most 256 bytes, and no zero byte.")
        }
        return try await ExternalSpeech.begin(
            try PlainPiece.pieces(of: speech), by: CommandVoice(command, environment: environment, rate: rate),
            command.first ?? "the program", patience: patience, volume: speech.volume ?? 1)
    }
}
