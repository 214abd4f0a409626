import Foundation
import SaybusStage
import SaybusWhisper

extension RecognitionEngine {
    /// Creates PocketSphinx with Whisper behind it, or the one of them that is installed and knows the language.
    static func automatic(
        model: String?, language: String, timeout: Duration
    ) throws(StageFailure) -> any SpeechRecognizer {
        if let model {
            var isFolder: ObjCBool = false
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
        return try automatic(isEnglish: isEnglish, isNamed: model != nil) { () throws(StageFailure) in
            try Self.pocketsphinx.recognizer(timeout: timeout)
        } second: { () throws(WhisperError) in
            try whisper(model: model, language: language, timeout: timeout, givesPartials: !isEnglish)
        }
    }

    /// Creates a recognizer of the engines that can be used.
    ///
    /// Without a second engine everything works as before, unless it was asked for. If it is there and cannot be used
    /// (cut short, of another version, too large), the recognizer says so.
    /// - Parameters:
    ///   - isNamed: Whether the user has named a model of the second engine.
    ///   - first: Makes the engine that knows English only.
    ///   - second: Makes the engine that hears any words.
    static func automatic(
        isEnglish: Bool, isNamed: Bool, first: () throws(StageFailure) -> any SpeechRecognizer,
        second: () throws(WhisperError) -> any SpeechRecognizer
    ) throws(StageFailure) -> any SpeechRecognizer {
        let other: any SpeechRecognizer
        do throws(WhisperError) {
            other = try second()
        } catch {
            guard isEnglish, !isNamed else { throw StageFailure(error) }
            guard ![.libraryMissing, .modelMissing].contains(error.code) else { return try first() }
            return LimitedRecognizer(try first(), limitation: "whisper is not used: \(error.reason)")
        }
        return isEnglish ? TwoPassRecognizer(try first(), other) : other
    }

    /// Creates a recognizer that uses Whisper.
    static func whisper(
        model: String?, language: String, timeout: Duration, givesPartials: Bool = true
    ) throws(WhisperError) -> WhisperRecognizer {
        let library = try WhisperLibrary()
        let code = language.lowercased().split(separator: "-").first.map(String.init) ?? ""
        return try WhisperRecognizer(
            library: library, model: try WhisperModelFile.find(model, language: code), language: code,
            timeout: timeout, givesPartials: givesPartials)
    }

    /// Whether a language's tag is that of English.
    static func isEnglish(_ language: String) -> Bool {
        language.lowercased().split(separator: "-").first == "en"
    }
}

extension StageFailure {
    init(_ error: WhisperError) { self.init(error.isConfiguration ? .configuration : .unavailable, error.reason) }
}
