import Foundation
import SaybusModelStore

/// A voice of Piper on this machine: `NAME.onnx` with `NAME.onnx.json` beside it.
public struct PiperVoiceFile: Sendable, Hashable {
    /// The path of the network.
    let path: String

    /// The name, such as `en_US-joe-medium`.
    public var name: String {
        let file = path.split(separator: "/").last.map(String.init) ?? path
        return file.hasSuffix(".onnx") ? String(file.dropLast(5)) : file
    }

    /// The path of the description.
    public var configurationPath: String { path + ".json" }

    /// Creates a reference to a voice.
    public init(path: String) { self.path = path }

    /// Returns the voices in the folders of a store: those that `saybus models` has fetched, and others that lie there.
    public static func installed(in store: ModelStore = ModelStore()) -> [PiperVoiceFile] {
        var names: Set<String> = []
        var voices: [PiperVoiceFile] = []
        let manager = FileManager.default
        for directory in store.directories {
            for folder in ((try? manager.contentsOfDirectory(atPath: directory)) ?? []).sorted()
            where !folder.hasPrefix(".") {
                for file in ((try? manager.contentsOfDirectory(atPath: "\(directory)/\(folder)")) ?? []).sorted()
                where file.hasSuffix(".onnx") {
                    let voice = PiperVoiceFile(path: "\(directory)/\(folder)/\(file)")
                    if manager.fileExists(atPath: voice.configurationPath), names.insert(voice.name).inserted {
                        voices.append(voice)
                    }
                }
            }
        }
        return voices
    }
}
