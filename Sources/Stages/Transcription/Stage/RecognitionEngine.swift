import Foundation
import SaybusExternalEngines
import SaybusPocketSphinx
import SaybusStage
import SaybusVosk
import SaybusWhisper

/// The recognizers selectable on the command line.
public enum RecognitionEngine: String, CaseIterable, Sendable {
    /// The best that is installed: PocketSphinx, and Whisper for what it is not sure of.
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

    /// Creates the recognizer.
    /// - Parameters:
    ///   - model: The model's directory, or for `whisper` its file or name; nil searches the default places.
    ///   - address: The server's address for `wyoming`: `tcp://host:port` or `unix:///path`.
    ///   - program: The program for `command`, with its arguments.
    ///   - language: The language's code, such as `en`.
    ///   - timeout: The time that `whisper`, `wyoming` and `command` have to answer.
    /// - Throws: `StageFailure` with code `usage` when an option is missing, `unavailable` when the engine is
    ///   not installed, `configuration` when it does not know the language or cannot use the model or library.
    public func recognizer(
        model: String? = nil, address: String? = nil, program: [String] = [], language: String = "en",
        timeout: Duration
    ) throws(StageFailure) -> any SpeechRecognizer {
        try checkLanguage(language)
        switch self {
        case .auto: return try automatic(model: model, language: language, timeout: timeout)
        case .pocketsphinx:
            do {
                return try PocketSphinxRecognizer(model: SphinxModel(directory: model))
            } catch {
                throw StageFailure(.unavailable, "\(error)")
            }
        case .vosk:
            do {
                return try VoskRecognizer(library: VoskLibrary(), model: VoskLibrary.model(directory: model))
            } catch {
                throw StageFailure(.unavailable, "\(error)")
            }
        case .whisper: return try whisper(model: model, language: language, timeout: timeout)
        case .wyoming:
            guard let address = address.flatMap(SocketAddress.init) else {
                throw StageFailure(.usage, "--engine wyoming needs --address tcp://host:port or unix:///path")
            }
            return WyomingRecognizer(address, language: language, timeout: timeout)
        case .command:
            try CommandProcess.check(program)
            return CommandRecognizer(program, timeout: timeout)
        }
    }

    /// Creates a recognizer that uses Whisper.
    private func whisper(
        model: String?, language: String, timeout: Duration, givesPartials: Bool = true
    ) throws(StageFailure) -> WhisperRecognizer {
        do throws(WhisperError) {
            let library = try WhisperLibrary()
            let code = language.lowercased().split(separator: "-").first.map(String.init) ?? ""
            return try WhisperRecognizer(
                library: library, model: try WhisperModelFile.find(model, language: code), language: code,
                timeout: timeout, givesPartials: givesPartials)
        } catch {
            throw StageFailure(error.isConfiguration ? .configuration : .unavailable, error.reason)
        }
    }

    /// Creates PocketSphinx with Whisper behind it, or the one of them that is installed and knows the language.
    private func automatic(
        model: String?, language: String, timeout: Duration
    ) throws(StageFailure) -> any SpeechRecognizer {
        var isFolder: ObjCBool = false
        if let model {
            let exists = FileManager.default.fileExists(atPath: model, isDirectory: &isFolder)
            // A directory is a model of PocketSphinx.
            if exists, isFolder.boolValue { return try Self.pocketsphinx.recognizer(model: model, timeout: timeout) }
            // A path, unlike a model's name, says the same on a machine without Whisper's library.
            guard exists || !model.contains("/") else {
                throw StageFailure(
                    .unavailable, "there is no model at \(model): name a directory of PocketSphinx or a file of Whisper"
                )
            }
        }
        let isEnglish = Self.isEnglish(language)
        let second: WhisperRecognizer?
        do throws(StageFailure) {
            second = try whisper(model: model, language: language, timeout: timeout, givesPartials: !isEnglish)
        } catch {
            // Without a second engine everything works as before, unless it was asked for; `saybus engines` says why it
            // cannot be used.
            guard isEnglish, model == nil else { throw error }
            second = nil
        }
        guard isEnglish, let second else {
            if let second { return second }
            return try Self.pocketsphinx.recognizer(timeout: timeout)
        }
        return TwoPassRecognizer(try Self.pocketsphinx.recognizer(timeout: timeout), second)
    }

    private static func isEnglish(_ language: String) -> Bool {
        language.lowercased().split(separator: "-").first == "en"
    }

    /// Refuses a language that the engine cannot know; Whisper and servers are asked themselves.
    private func checkLanguage(_ language: String) throws(StageFailure) {
        guard [.pocketsphinx, .vosk].contains(self), !Self.isEnglish(language) else { return }
        throw StageFailure(
            .configuration, "--engine \(rawValue) knows English only, not \(language): take --engine whisper")
    }
}
