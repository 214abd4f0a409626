import SaybusExternalEngines
import SaybusSound
import SaybusStage

/// The synthesizers selectable on the command line.
public enum SynthesisEngine: String, CaseIterable, Sendable {
    /// espeak-ng, inside this process.
    case espeak = "espeak-ng"
    /// libflite, inside this process.
    case flite
    /// Voices of Piper, inside this process.
    case piper
    /// The best of the engines inside this process that is installed and speaks the language.
    case auto
    /// A server of the Wyoming protocol, such as Piper's.
    case wyoming
    /// A program that reads a text and writes sound.
    case command

    /// The default voice of espeak-ng.
    public static let espeakVoice = "en-us"

    /// The sample rates that a program may write.
    public static let rates = Resampler.rates

    /// Creates the synthesizer.
    /// - Parameters:
    ///   - voice: The default voice; nil is the language in use, or the default of Piper, of the server or program.
    ///   - address: The address of `wyoming`: `tcp://host:port` or `unix:///path`.
    ///   - program: The program of `command` with its arguments.
    ///   - rate: The sample rate of a program that writes raw samples.
    ///   - timeout: The time that `wyoming` and `command` have for each answer.
    /// - Throws: `StageFailure` with code `usage` when an option is missing.
    public func synthesizer(
        voice: String?, address: String? = nil, program: [String] = [], rate: Int = SinkChoice.rate,
        timeout: Duration = .seconds(5)
    ) throws(StageFailure) -> any Synthesizer {
        let spoken = voice ?? defaultVoice(in: LanguageTag.chosen)
        switch self {
        case .espeak: return EspeakSynthesizer(voice: spoken)
        case .flite: return FliteSynthesizer(voice: spoken)
        case .piper: return PiperSynthesizer(voice: voice)
        case .auto:
            return AutomaticSynthesizer(
                [PiperSynthesizer(), FliteSynthesizer(), EspeakSynthesizer(voice: Self.espeakVoice)],
                voice: spoken)
        case .wyoming:
            return WyomingSynthesizer(try .wyoming(address), voice: voice, timeout: timeout)
        case .command:
            try CommandProcess.check(program)
            return CommandSynthesizer(program, voice: voice, rate: rate, timeout: timeout)
        }
    }

    /// Returns the default voice of an engine inside this process.
    /// - Parameter language: The language in use; nil for US English. flite refuses it at its start if it is none of
    ///   English.
    func defaultVoice(in language: String?) -> String {
        language ?? (self == .flite ? FliteSynthesizer.defaultVoice : Self.espeakVoice)
    }
}
