import Foundation
import SaybusModelStore

/// The wake word models on this machine: those that `saybus models` fetched, and others by their manifests.
public struct MicroWakeWordModels: Sendable {
    /// The usable models; those that were named come first.
    public let models: [MicroWakeWordModel]

    /// The entry of the model store.
    static let entry = "wake-words"

    /// Reads the manifests.
    /// - Parameters:
    ///   - manifests: The paths of further manifests.
    ///   - store: The models.
    /// - Throws: ``MicroWakeWordError`` for a named manifest that cannot be used. Models of the store that cannot be
    ///   used are left out; `saybus models verify` names them.
    public init(_ manifests: [String] = [], store: ModelStore = ModelStore()) throws(MicroWakeWordError) {
        var models: [MicroWakeWordModel] = []
        for path in manifests { models.append(try MicroWakeWordModel(path)) }
        if let installed = store.installed(Self.entry) {
            for file in installed.entry.files where file.path.hasSuffix(".json") {
                if let model = try? MicroWakeWordModel("\(installed.folder)/\(file.path)") { models.append(model) }
            }
        }
        self.models = models
    }

    /// Returns the model for a phrase; nil when there is none.
    public func model(for phrase: String) -> MicroWakeWordModel? { models.first { $0.hears(phrase) } }

    /// The phrases, for messages; empty when there is no model.
    public var phrases: String { models.map { "\"\($0.phrase.lowercased())\"" }.joined(separator: ", ") }

    /// Describes what is installed: the library with its version, and the wake words.
    /// - Throws: ``MicroWakeWordError`` for what is missing.
    public static func installation(store: ModelStore = ModelStore()) throws(MicroWakeWordError) -> String {
        let library = try TensorFlowLiteLibrary(store: store)
        let models = try MicroWakeWordModels(store: store)
        guard !models.models.isEmpty else {
            throw MicroWakeWordError(.modelMissing, "no wake word model is installed: saybus models get \(entry)")
        }
        return "TensorFlow Lite \(library.version): \(models.phrases)"
    }

    /// The command that installs the library and the models.
    public static let remedy = "saybus models get tensorflow-lite \(entry)"
}
