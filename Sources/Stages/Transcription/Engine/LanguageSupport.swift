import SaybusWhisper

extension RecognitionEngine {
    /// Returns the reason why no recognizer that is installed here knows a language; nil when one does.
    /// - Parameter tag: A BCP 47 tag, such as `de-AT`.
    public static func problem(withLanguage tag: String) -> String? {
        guard !isEnglish(tag) else { return nil }
        let code = WhisperLibrary.code(of: tag)
        do throws(WhisperError) {
            let library = try WhisperLibrary()
            guard library.knows(language: code) else {
                return "no recognizer knows the language \(tag): take a server of the Wyoming protocol that does"
            }
            let model = try WhisperModelFile.find(language: code)
            return model.isMultilingual
                ? nil : "\(model.path) knows English only, not \(tag): saybus models get whisper-base-q8"
        } catch {
            return "no recognizer here knows the language \(tag) (\(error.reason)): "
                + "saybus models get whisper-library whisper-base-q8, or take a server of the Wyoming protocol"
        }
    }
}
