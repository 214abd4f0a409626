import SaybusExternalEngines
import SaybusSound
import SaybusStage

/// The synthesizers that a command line can choose.
public enum VoiceEngine: String, CaseIterable, Sendable {
    /// espeak-ng, inside the process.
    case espeak = "espeak-ng"
    /// A server of the Wyoming protocol, such as Piper's.
    case wyoming
    /// A program that reads a text and writes sound.
    case command

    /// The voice of espeak-ng when none is named.
    public static let espeakVoice = "en-us"

    /// Samples a second that a program may write.
    public static let rates = Resampler.rates

    /// Makes the synthesizer.
    /// - Parameters:
    ///   - voice: For speech that names none; nil is US English, or what the server or program takes.
    ///   - address: `tcp://host:port` or `unix:///path` of `wyoming`.
    ///   - program: The program of `command` with its arguments.
    ///   - rate: Samples a second of a program that writes raw samples.
    ///   - patience: How long `wyoming` and `command` may let us wait.
    /// - Throws: ``StageFailure`` with code `usage` when something is missing on the command line.
    public func synthesizer(
        voice: String?, address: String? = nil, program: [String] = [], rate: Int = SinkChoice.rate,
        patience: Duration = .seconds(5)
    ) throws(StageFailure) -> any Synthesizer {
        switch self {
        case .espeak: return EspeakSynthesizer(voice: voice ?? Self.espeakVoice)
        case .wyoming:
            guard let address = address.flatMap(SocketAddress.init) else {
                throw StageFailure(.usage, "--engine wyoming needs --address tcp://host:port or unix:///path")
            }
            return WyomingSynthesizer(address, voice: voice, patience: patience)
        case .command:
            try CommandProcess.check(program)
            return CommandSynthesizer(program, voice: voice, rate: rate, patience: patience)
        }
    }
}
