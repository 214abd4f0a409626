import Foundation
import SaybusModelStore

extension WhisperModelFile {
    /// The models of the store in the order of preference, for English and for other languages.
    private static let preferred = (
        english: [
            "whisper-tiny.en-q8", "whisper-tiny.en", "whisper-base.en", "whisper-base-q8", "whisper-base",
            "whisper-small-q8", "whisper-small", "whisper-tiny",
        ], others: ["whisper-base-q8", "whisper-base", "whisper-small-q8", "whisper-small", "whisper-tiny"]
    )

    /// Finds a model.
    /// - Parameters:
    ///   - name: A file, the directory that holds it, or a name that `saybus models` lists, with or without `whisper-`;
    ///     nil takes the variable `WHISPER_MODEL`, or else an installed model for the language.
    ///   - language: The language's code, such as `en`.
    ///   - store: The models.
    public static func find(
        _ name: String? = nil, language: String = "en", store: ModelStore = ModelStore()
    ) throws(WhisperError) -> WhisperModelFile {
        let named = name ?? ProcessInfo.processInfo.environment["WHISPER_MODEL"].flatMap { $0.isEmpty ? nil : $0 }
        guard let named else {
            let names = language == "en" ? preferred.english : preferred.others
            guard let model = names.lazy.compactMap({ store.installed($0) }).first else {
                if let problem = names.lazy.compactMap({ store.incompleteness(of: $0) }).first {
                    throw WhisperError(.modelUnusable, problem)
                }
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
        if let problem = store.incompleteness(of: named) ?? store.incompleteness(of: "whisper-\(named)") {
            throw WhisperError(.modelUnusable, problem)
        }
        if let path = path(in: named) { return try WhisperModelFile(path) }
        let known = store.manifest.models.map(\.name).first { $0 == named || $0 == "whisper-\(named)" }
        if let known, !FileManager.default.fileExists(atPath: named) {
            throw WhisperError(.modelMissing, "\(known) is not installed: saybus models get \(known)")
        }
        return try WhisperModelFile(named)
    }

    /// Returns the file of a model in a directory, such as those in which `saybus models` keeps them: `ggml-….bin`. Nil
    /// without one.
    public static func path(in directory: String) -> String? {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
        return files.filter { $0.hasPrefix("ggml-") && $0.hasSuffix(".bin") }.min().map { "\(directory)/\($0)" }
    }

    /// Returns whether the user expects Whisper to work: a variable names its library or model, or a part of either is
    /// among the models.
    public static func isExpected(
        _ environment: [String: String] = ProcessInfo.processInfo.environment, store: ModelStore = ModelStore()
    ) -> Bool {
        ["WHISPER_LIBRARY", "WHISPER_MODEL"].contains { environment[$0]?.isEmpty == false }
            || (store.installed.map(\.entry) + store.incomplete).contains { $0.name.hasPrefix("whisper-") }
    }
}
