import Foundation
import SaybusEspeakNG
import SaybusModelStore
import SaybusTesting
import Testing

@testable import SaybusMicroWakeWord

@Suite("Wake word models")
struct MicroWakeWordTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func code(_ body: () throws -> Void) -> MicroWakeWordError.Code? {
        do {
            try body()
            return nil
        } catch {
            return (error as? MicroWakeWordError)?.code
        }
    }

    @Test("a manifest that is cut short, of another kind or of another version is refused")
    func manifests() throws {
        func model(_ manifest: String, _ weights: Data? = WakeModelFiles.marked) -> MicroWakeWordError.Code? {
            code { _ = try MicroWakeWordModel(WakeModelFiles.write(in: folder.path, manifest, weights: weights)) }
        }
        #expect(model(WakeModelFiles.manifest()) == nil)
        #expect(model(String(WakeModelFiles.manifest().dropLast(9))) == .modelUnusable)
        #expect(model(WakeModelFiles.manifest(type: "openWakeWord")) == .modelUnusable)
        #expect(model(WakeModelFiles.manifest(version: 3)) == .modelUnusable)
        #expect(model(WakeModelFiles.manifest(cutoff: 1.5)) == .modelUnusable)
        #expect(model(WakeModelFiles.manifest(window: 0)) == .modelUnusable)
        #expect(model(WakeModelFiles.manifest(model: "../word.tflite")) == .modelUnusable)
        #expect(model(WakeModelFiles.manifest(), Data("RIFF and more".utf8)) == .modelUnusable)
        #expect(model(WakeModelFiles.manifest(), Data()) == .modelUnusable)
        #expect(model(String(repeating: " ", count: MicroWakeWordModel.maximumManifestBytes + 1)) == .modelUnusable)
        let missing = #expect(throws: MicroWakeWordError.self) { try MicroWakeWordModel("/nowhere/word.json") }
        #expect(missing?.code == .modelMissing && missing?.reason.contains("No such file or directory") == true)
        #expect(
            code { _ = try MicroWakeWordModel(WakeModelFiles.write(in: "\(folder.path)/without")) } == .modelMissing)
    }

    @Test("a phrase finds its model, whatever its capital letters and punctuation")
    func phrases() throws {
        let path = try WakeModelFiles.write(in: folder.path, weights: WakeModelFiles.marked)
        let models = try MicroWakeWordModels([path], store: ModelStore(directory: "/nowhere"))
        #expect(models.model(for: "OKAY test!")?.path == path && models.phrases == "\"okay, test\"")
        #expect(models.model(for: "okay") == nil && models.model(for: "okay tests") == nil)
    }

    @Test("a file that is another library, or none, is refused by name")
    func libraries() {
        #expect(code { _ = try TensorFlowLiteLibrary(path: "libm.so.6") } == .libraryMissing)
        #expect(code { _ = try TensorFlowLiteLibrary(path: "\(folder.path)/none.so") } == .libraryMissing)
    }

    @Test("the sensitivity moves the cutoff, which is the model's own in the middle")
    func sensitivity() {
        func cutoff(_ sensitivity: Int) -> Double { WakeSensitivity.cutoff(0.9, sensitivity: sensitivity) }
        #expect(cutoff(300) == 0.9 && cutoff(0) > 1 && cutoff(1000) < 0.05)
        let all = stride(from: 0, through: 1000, by: 100).map(cutoff)
        #expect(zip(all, all.dropFirst()).allSatisfy { $0 > $1 })
    }

    @Test(
        "a model whose weights are cut short is refused, and does not end the program",
        .enabled(if: WakeModelFiles.areInstalled, "needs the models"))
    func cutShort() throws {
        let library = try TensorFlowLiteLibrary()
        let whole = try #require(try MicroWakeWordModels().model(for: "alexa"))
        let weights = try Data(contentsOf: URL(fileURLWithPath: whole.weights))
        for length in [8, 100, weights.count / 2, weights.count - 4_000, weights.count - 20] {
            let path = try WakeModelFiles.write(in: folder.path, weights: weights.prefix(length))
            #expect(
                code { _ = try MicroWakeWordSpotter(MicroWakeWordModel(path), library: library) } == .modelUnusable,
                "\(length) bytes")
        }
    }

    @Test(
        "the wake word is certain within 0.6 seconds after its end, and other words are not it",
        .enabled(if: WakeModelFiles.areInstalled && SynthesizedSpeech.isAvailable, "needs the models and espeak-ng"))
    func spots() async throws {
        let model = try #require(try MicroWakeWordModels().model(for: "alexa"))
        let spotter = try MicroWakeWordSpotter(model, library: try TensorFlowLiteLibrary())
        var detected = 0
        for voice in ["en-us", "en-us+m1", "en-gb"] {
            let word = try SynthesizedSpeech.samples("alexa", voice: voice, speed: 150)
            let sound = SynthesizedSpeech.silence(1) + word + SynthesizedSpeech.silence(1)
            try await spotter.begin()
            var places: [Int] = []
            for start in stride(from: 0, to: sound.count, by: 320) {
                let block = Array(sound[start..<min(sound.count, start + 320)])
                if case .certain(let place) = try await spotter.process(block) { places.append(place) }
            }
            #expect(places.count <= 1, "\(voice)")
            detected += places.count
            let end = 16_000 + (word.lastIndex { abs(Int($0)) > 300 } ?? 0)
            if let place = places.first { #expect((0..<9_600).contains(place - end), "\(voice): \(place)") }
        }
        #expect(detected >= 2)
        try await spotter.begin()
        let other = try SynthesizedSpeech.samples("a lexicon of all the words that are excellent", voice: "en-us")
        #expect(try await spotter.process(SynthesizedSpeech.silence(1) + other + SynthesizedSpeech.silence(1)) == nil)
    }
}
