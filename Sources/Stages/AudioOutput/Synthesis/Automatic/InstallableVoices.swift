import SaybusFlite
import SaybusModelStore
import SaybusONNXRuntime
import SaybusPiper

/// The voices that engines in this process could have and do not, or have and cannot use.
public enum InstallableVoices {
    /// Returns them with the commands that install them.
    /// - Parameters:
    ///   - store: The models that are there.
    ///   - hasONNXRuntime: Whether ONNX Runtime can be loaded; nil tries it.
    public static func all(in store: ModelStore = ModelStore(), hasONNXRuntime: Bool? = nil) -> [Voice] {
        let flite = FliteVoiceEntry.all.filter { !$0.isInstalled }.map { entry in
            var voice = Voice(entry)
            voice.install = FliteLibrary.advice
            return voice
        }
        // Not every architecture has the library among the models.
        let canFetch = store.manifest.models.contains { $0.name == "onnxruntime" }
        let hasLibrary = hasONNXRuntime ?? ((try? ONNXRuntimeLibrary(store: store)) != nil)
        let library = canFetch && !hasLibrary ? ["onnxruntime"] : []
        let piper = store.manifest.models.filter { $0.name.hasPrefix("piper-") }.compactMap { entry -> Voice? in
            let missing = library + (store.installed(entry) == nil ? [entry.name] : [])
            let name = String(entry.name.dropFirst("piper-".count))
            let language = String(name.prefix { $0 != "-" }).replacing("_", with: "-")
            return missing.isEmpty ? nil : Voice(name, language: language, entry.licence, installedBy: missing)
        }
        // Voices that lie there without being in the list of models.
        let others = (library.isEmpty ? [] : PiperVoiceFile.installed(in: store)).compactMap { file -> Voice? in
            guard !piper.contains(where: { $0.name == file.name }) else { return nil }
            let language = (try? PiperConfiguration(contentsOf: file.configurationPath))?.language ?? ""
            return Voice(file.name, language: language, nil, installedBy: library)
        }
        return flite + piper + others
    }
}

extension Voice {
    /// Creates the description of a voice of Piper that some models make speak.
    fileprivate init(_ name: String, language: String, _ licence: String?, installedBy models: [String]) {
        self.init(name: name, identifier: name, languages: [language])
        (engine, quality, self.licence) = ("piper", .high, licence)
        install = "saybus models get \(models.joined(separator: " "))"
    }
}
