import Foundation
import SaybusMicroWakeWord
import SaybusModelStore

/// The installed models, and damaged copies of them.
enum WakeModelFiles {
    /// Whether the library and the models are installed (`saybus models get tensorflow-lite wake-words`).
    static let areInstalled = (try? MicroWakeWordModels.installation()) != nil

    /// Writes a manifest and weights into a directory.
    /// - Returns: The path of the manifest.
    static func write(in directory: String, _ manifest: String = manifest(), weights: Data? = nil) throws -> String {
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        let path = "\(directory)/word.json"
        try Data(manifest.utf8).write(to: URL(fileURLWithPath: path))
        if let weights { try weights.write(to: URL(fileURLWithPath: "\(directory)/word.tflite")) }
        return path
    }

    static func manifest(
        type: String = "micro", version: Int = 2, cutoff: Double = 0.9, window: Int = 5, model: String = "word.tflite"
    ) -> String {
        """
        {"type": "\(type)", "version": \(version), "wake_word": "Okay, Test", "model": "\(model)",
         "micro": {"probability_cutoff": \(cutoff), "sliding_window_size": \(window), "feature_step_size": 10}}
        """
    }

    /// A file with the mark of a model.
    static let marked = Data([0x1C, 0, 0, 0]) + Data("TFL3".utf8) + Data(count: 100)
}
