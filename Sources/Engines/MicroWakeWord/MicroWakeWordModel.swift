import Foundation
import SaybusSupport

/// A wake word model of microWakeWord: its manifest, a JSON file, and the file beside it that the manifest names.
public struct MicroWakeWordModel: Sendable, Equatable {
    /// The wake word as its author writes it, such as `Hey Jarvis`.
    public let phrase: String
    /// The manifest.
    let path: String
    /// The file with the weights.
    let weights: String
    /// The mean probability above which the wake word counts as said, from 0 to 1.
    public let cutoff: Double
    /// The probabilities of which the mean is taken.
    let windowSize: Int
    /// The milliseconds between two vectors of features.
    let step: Int

    /// The largest manifest and the largest weights that are read, in bytes.
    static let (maximumManifestBytes, maximumWeightsBytes) = (64 << 10, 64 << 20)

    private static var decoder: JSONDecoder {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return decoder
    }

    private struct Manifest: Decodable {
        struct Parameters: Decodable {
            var probabilityCutoff: Double
            var slidingWindowSize: Int
            var featureStepSize: Int?
        }
        var type: String
        var version: Int
        var wakeWord: String
        var model: String
        var micro: Parameters
    }

    /// Reads a manifest, and checks the file with the weights.
    /// - Throws: ``MicroWakeWordError`` with code `model-missing` or `model-unusable`.
    public init(_ path: String) throws(MicroWakeWordError) {
        func unusable(_ reason: String) -> MicroWakeWordError {
            MicroWakeWordError(.modelUnusable, "\(path) \(reason)")
        }
        let json: Data
        do throws(FileReadError) {
            json = Data(try RegularFile(path, atMost: Self.maximumManifestBytes).bytes)
        } catch {
            throw MicroWakeWordError(
                error.code == .tooLarge ? .modelUnusable : .modelMissing,
                "\(path) \(error); name the manifest of a microWakeWord model")
        }
        guard let manifest = try? Self.decoder.decode(Manifest.self, from: json)
        else { throw unusable("is no manifest of a microWakeWord model, or it is cut short") }
        guard manifest.type == "micro", manifest.version == 2 else {
            throw unusable(
                "has type \(manifest.type) and version \(manifest.version) of the manifest; type micro of version 2 is known"
            )
        }
        let (values, step) = (manifest.micro, manifest.micro.featureStepSize ?? 10)
        guard 0...1 ~= values.probabilityCutoff, 1...100 ~= values.slidingWindowSize, MicroFrontend.steps ~= step
        else { throw unusable("has a cutoff, a window or a step that is not possible") }
        guard !manifest.model.isEmpty, !manifest.model.contains("/"), manifest.wakeWord.contains(where: \.isLetter)
        else { throw unusable("names no wake word, or a model in another folder") }
        (phrase, self.path, self.step) = (manifest.wakeWord, path, step)
        (cutoff, windowSize) = (values.probabilityCutoff, values.slidingWindowSize)
        weights = (path as NSString).deletingLastPathComponent + "/" + manifest.model
        try Self.check(weights)
    }

    /// Returns whether a phrase is the model's wake word, whatever its capital letters and punctuation.
    public func hears(_ phrase: String) -> Bool { Self.words(phrase) == Self.words(self.phrase) }

    static func words(_ phrase: String) -> [String] {
        phrase.lowercased().split { !$0.isLetter && !$0.isNumber && $0 != "'" }.map(String.init)
    }

    /// Checks the mark and the size of the file with the weights, whose structure the library checks.
    private static func check(_ path: String) throws(MicroWakeWordError) {
        guard let handle = FileHandle(forReadingAtPath: path), let size = try? handle.seekToEnd(),
            (try? handle.seek(toOffset: 0)) != nil
        else { throw MicroWakeWordError(.modelMissing, "\(path), which the manifest beside it names, cannot be read") }
        let head = (try? handle.read(upToCount: 8)) ?? Data()
        guard head.count == 8, head.suffix(4).elementsEqual("TFL3".utf8), Int(size) <= maximumWeightsBytes else {
            throw MicroWakeWordError(.modelUnusable, "\(path) is no model of TensorFlow Lite, or it is cut short")
        }
    }
}
