import SaybusExternalEngines
import SaybusPocketSphinx
import SaybusStage
import SaybusVosk
import SaybusWhisper

/// The recognizers selectable on the command line.
public enum RecognitionEngine: String, CaseIterable, Sendable {
    /// The best that is installed: PocketSphinx, and Whisper for turns of which it is not sure.
    case auto
    /// CMU PocketSphinx, from Debian's packages.
    case pocketsphinx
    /// Vosk, whose library and model the user installs.
    case vosk
    /// Whisper, whose library and models `saybus models` fetches.
    case whisper
    /// A server that speaks the Wyoming protocol.
    case wyoming
    /// A program that reads sound and writes lines of JSON.
    case command

    /// Creates the recognizer, with a sentence about a part of it that cannot be used.
    /// - Parameters:
    ///   - model: The model's directory, or for `whisper` its file or name; nil searches the default places.
    ///   - address: The server's address for `wyoming`: `tcp://host:port` or `unix:///path`.
    ///   - program: The program for `command`, with its arguments.
    ///   - language: The language's code, such as `en`.
    ///   - timeout: The time that `whisper`, `wyoming` and `command` have to answer.
    /// - Throws: `StageFailure` with code `usage` when an option is missing, `unavailable` when the engine is
    ///   not installed, `configuration` when it does not know the language or cannot use the model or library.
    public func choice(
        model: String? = nil, address: String? = nil, program: [String] = [], language: String = "en",
        timeout: Duration
    ) throws(StageFailure) -> RecognizerChoice {
        try checkLanguage(language)
        switch self {
        case .auto: return try Self.automatic(model: model, language: language, timeout: timeout)
        case .pocketsphinx:
            do {
                return RecognizerChoice(try PocketSphinxRecognizer(model: SphinxModel(directory: model)))
            } catch {
                throw StageFailure(.unavailable, "\(error)")
            }
        case .vosk:
            do {
                return RecognizerChoice(
                    try VoskRecognizer(library: VoskLibrary(), model: VoskLibrary.model(directory: model)))
            } catch {
                throw StageFailure(.unavailable, "\(error)")
            }
        case .whisper:
            do throws(WhisperError) {
                return RecognizerChoice(try Self.whisper(model: model, language: language, timeout: timeout))
            } catch {
                throw StageFailure(error)
            }
        case .wyoming:
            return RecognizerChoice(
                WyomingRecognizer(try .wyoming(address), language: language, timeout: timeout))
        case .command:
            try CommandProcess.check(program)
            return RecognizerChoice(CommandRecognizer(program, timeout: timeout))
        }
    }

    /// Refuses a language that the engine cannot know. Whisper and servers are asked themselves; Vosk's is its model's.
    private func checkLanguage(_ language: String) throws(StageFailure) {
        guard self == .pocketsphinx, !Self.isEnglish(language) else { return }
        throw StageFailure(
            .configuration,
            "pocketsphinx and its models know English only, not \(language): take --engine whisper with a model of it")
    }
}
