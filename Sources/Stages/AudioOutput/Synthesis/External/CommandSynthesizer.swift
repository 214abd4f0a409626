import SaybusMessages

/// A synthesizer that runs an external program.
///
/// The program reads a text on standard input, and writes its sound to standard output: raw 16-bit
/// little-endian samples of one channel, or a WAV file.
///
/// The program is started for each text; long texts are passed in pieces of some hundred characters. Voice,
/// rate and pitch are in its environment: `SAYBUS_VOICE`, `SAYBUS_RATE` (words per minute), `SAYBUS_PITCH`
/// (0…100). The volume is applied by this process. Word positions are not reported. An exit code other than 0
/// is a failure, whatever was written before.
public final class CommandSynthesizer: Synthesizer {
    /// `command`
    public let engine = "command"

    private let command: [String]
    private let voice: String?
    private let rate: Int
    private let timeout: Duration

    /// Creates a synthesizer that is a program.
    /// - Parameters:
    ///   - command: The program and its arguments.
    ///   - voice: The default voice; nil leaves it to the program.
    ///   - rate: The sample rate of raw samples; a WAV file has its own.
    ///   - timeout: The time that the program has for each step.
    public init(_ command: [String], voice: String? = nil, rate: Int, timeout: Duration) {
        (self.command, self.voice, self.rate, self.timeout) = (command, voice, rate, timeout)
    }

    /// Returns no voices, since programs do not list them.
    public func voices() async throws -> [Voice] { [] }

    /// Begins synthesis.
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
            command.first ?? "the program", timeout: timeout, volume: speech.volume ?? 1)
    }
}
