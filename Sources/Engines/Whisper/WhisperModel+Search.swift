import Foundation
import SaybusModelStore

extension WhisperModelFile {
    /// The models of the store in the order of preference, for English and for other languages.
    private static let preferred = (
        english: ["whisper-tiny.en", "whisper-base.en", "whisper-base", "whisper-small", "whisper-tiny"],
        others: ["whisper-base", "whisper-small", "whisper-tiny"]
    )

    /// Finds a model.
    /// - Parameters:
    ///   - name: A file, or a name that `saybus models` lists, with or without `whisper-`; nil takes the variable
    ///     `WHISPER_MODEL`, or else an installed model for the language.
    ///   - language: The language's code, such as `en`.
    public static func find(
        _ name: String? = nil, language: String = "en", store: ModelStore = ModelStore()
    ) throws(WhisperError) -> WhisperModelFile {
        let named = name ?? ProcessInfo.processInfo.environment["WHISPER_MODEL"].flatMap { $0.isEmpty ? nil : $0 }
        guard let named else {
            let names = language == "en" ? preferred.english : preferred.others
            guard let model = names.lazy.compactMap({ store.installed($0) }).first else {
                throw WhisperError(
                    .modelMissing,
                    "no Whisper model for \(language) is installed: saybus models get \(names[0]), or name a file in --model"
                )
            }
            return try WhisperModelFile(model.main)
        }
        if let model = store.installed(named) ?? store.installed("whisper-\(named)") {
            return try WhisperModelFile(model.main)
        }
        let known = store.manifest.models.map(\.name).first { $0 == named || $0 == "whisper-\(named)" }
        if let known, !FileManager.default.fileExists(atPath: named) {
            throw WhisperError(.modelMissing, "\(known) is not installed: saybus models get \(known)")
        }
        return try WhisperModelFile(named)
    }
}
