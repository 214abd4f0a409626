import Foundation
import SaybusStage
import SaybusWhisper

extension RecognitionEngine {
    /// Creates PocketSphinx with Whisper behind it, or the one of them that is installed and knows the language.
    static func automatic(
        model: String?, language: String, timeout: Duration
    ) throws(StageFailure) -> RecognizerChoice {
        if let model {
            var isFolder: ObjCBool = false
            let exists = FileManager.default.fileExists(atPath: model, isDirectory: &isFolder)
            // Other directories are models of PocketSphinx.
            if exists, isFolder.boolValue, WhisperModelFile.path(in: model) == nil {
                return try Self.pocketsphinx.choice(model: model, language: language, timeout: timeout)
            }
            // A path, unlike a model's name, says the same on a machine without Whisper's library.
            guard exists || !model.contains("/") else {
                throw StageFailure(
                    .unavailable, "there is no model at \(model): name a directory of PocketSphinx or a file of Whisper"
                )
            }
        }
        let isEnglish = Self.isEnglish(language)
        let expectation: SecondEngineExpectation =
            model != nil ? .named : WhisperModelFile.isExpected() ? .expected : .none
        return try automatic(isEnglish: isEnglish, expectation) { () throws(StageFailure) in
            try Self.pocketsphinx.choice(timeout: timeout).recognizer
        } second: { (isAlone) throws(WhisperError) in
            try whisper(model: model, language: language, timeout: timeout, givesPartials: isAlone)
        }
    }

    /// The degree to which the user counts on a second engine.
    enum SecondEngineExpectation {
        /// No part of it is installed.
        case none
        /// A part of it is installed, or a variable names one.
        case expected
        /// An option names its model.
        case named
    }

    /// Creates a recognizer of the engines that can be used.
    ///
    /// Without the second engine, the first one hears what it can. If it is wished for and cannot be used (cut short,
    /// of another version, too large), the choice says so. Without the first one, the second one hears
    /// everything.
    /// - Parameters:
    ///   - first: Makes the engine that knows English only.
    ///   - second: Makes the engine that hears any words; is told whether it is the only one.
    static func automatic(
        isEnglish: Bool, _ expectation: SecondEngineExpectation, first: () throws(StageFailure) -> any SpeechRecognizer,
        second: (_ isAlone: Bool) throws(WhisperError) -> any SpeechRecognizer
    ) throws(StageFailure) -> RecognizerChoice {
        guard isEnglish else {
            do throws(WhisperError) { return RecognizerChoice(try second(true)) } catch { throw StageFailure(error) }
        }
        let grammar: any SpeechRecognizer
        do throws(StageFailure) {
            grammar = try first()
        } catch {
            let other: any SpeechRecognizer
            do throws(WhisperError) { other = try second(true) } catch let failure {
                // The missing model is the one that the user has named.
                throw expectation == .named ? StageFailure(failure) : error
            }
            return RecognizerChoice(other, limitation: "pocketsphinx is not used: \(error.reason)")
        }
        do throws(WhisperError) {
            return RecognizerChoice(TwoPassRecognizer(grammar, try second(false)))
        } catch {
            if expectation == .named { throw StageFailure(error) }
            let isMissing = [.libraryMissing, .modelMissing].contains(error.code)
            if isMissing, expectation == .none { return RecognizerChoice(grammar) }
            return RecognizerChoice(grammar, limitation: "whisper is not used: \(error.reason)")
        }
    }

    /// Creates a recognizer that uses Whisper.
    static func whisper(
        model: String?, language: String, timeout: Duration, givesPartials: Bool = true
    ) throws(WhisperError) -> WhisperRecognizer {
        let library = try WhisperLibrary()
        let code = WhisperLibrary.code(of: language)
        // No model helps with a language that the library does not know, so none is asked for.
        try WhisperRecognizer.checkLanguage(code, library)
        return try WhisperRecognizer(
            library: library, model: try WhisperModelFile.find(model, language: code), language: code,
            timeout: timeout, givesPartials: givesPartials)
    }

    /// Returns whether a language's tag is that of English.
    static func isEnglish(_ language: String) -> Bool {
        language.prefix { $0 != "-" && $0 != "_" }.lowercased() == "en"
    }
}

extension StageFailure {
    init(_ error: WhisperError) { self.init(error.isConfiguration ? .configuration : .unavailable, error.reason) }
}
