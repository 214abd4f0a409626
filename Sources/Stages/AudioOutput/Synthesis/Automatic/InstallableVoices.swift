import SaybusFlite
import SaybusModelStore

/// The voices that engines in this process could have, and do not.
public enum InstallableVoices {
    /// Returns them with the commands that install them.
    public static func all(in store: ModelStore = ModelStore()) -> [Voice] {
        let flite = FliteVoiceEntry.all.filter { !$0.isInstalled }.map { entry in
            var voice = Voice(entry)
            voice.install = FliteLibrary.advice
            return voice
        }
        let needsLibrary =
            store.manifest.models.contains { $0.name == "onnxruntime" }
            && store.installed("onnxruntime") == nil
        let piper = store.manifest.models.filter { $0.name.hasPrefix("piper-") && store.installed($0) == nil }.map {
            entry in
            let name = String(entry.name.dropFirst("piper-".count))
            let language = name.prefix { $0 != "-" }.replacing("_", with: "-")
            var voice = Voice(name: name, identifier: name, languages: [String(language)])
            (voice.engine, voice.quality, voice.licence) = ("piper", .high, entry.licence)
            voice.install = "saybus models get \(needsLibrary ? "onnxruntime " : "")\(entry.name)"
            return voice
        }
        return flite + piper
    }
}
