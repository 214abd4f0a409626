import Foundation
import SaybusEspeakNG
import SaybusMessages
import SaybusTesting
import Testing

@testable import SaybusPocketSphinx
@testable import SaybusTranscription

@Suite("acoustic model", .enabled(if: PocketSphinxRecognizer.isAvailable, "needs pocketsphinx-en-us and espeak-ng"))
struct AcousticModelTests {
    private func model() throws -> AcousticModel { try #require(AcousticModel(directory: SphinxModel().acoustics)) }

    @Test("decoding with SenoneScores gives the same words, times and scores as with the library's own")
    func sameAsLibrary() async throws {
        let grammar = GrammarCompiler.compile(Vocabulary(catalogs: [.kitchen()]))
        let ways = await PronunciationLexicon(dictionary: try PronouncingDictionary(path: SphinxModel().dictionary))
            .pronunciations(of: grammar.words)
        let (decoder, other) = try (
            SphinxDecoder(
                model: SphinxModel(), settings: .careful, search: .grammar(SphinxGrammar(grammar.automaton, ways))),
            SphinxDecoder(
                model: SphinxModel(), settings: .careful, search: .grammar(SphinxGrammar(grammar.automaton, ways)))
        )
        let model = try model()
        for text in ["set a timer for five minutes", "add orange juice to the shopping list"] {
            let sound = try await decoder.sound(of: SynthesizedSpeech.samples(text))
            let library = try await other.decode(sound)
            let scores = try #require(await decoder.scores(of: sound, by: model, with: nil, weights: .even))
            let own = try await decoder.decode(sound, by: scores)
            #expect(own.text == text && library.text == text)
            #expect(own.words.count == library.words.count)
            for (own, library) in zip(own.words, library.words) {
                #expect(own.name == library.name)
                #expect(abs(own.frames.lowerBound - library.frames.lowerBound) <= 3, "\(own) \(library)")
            }
            let (score, expected) = (own.segments.map(\.score).reduce(0, +), library.segments.map(\.score).reduce(0, +))
            #expect(abs(score - expected) < -expected / 50, "\(score) \(expected)")
            // The library would write beyond its memory.
            await #expect(throws: SphinxError.self) {
                try await other.decode(sound, by: scores)
            }
        }
    }

    @Test("adapted means and other stream weights change the scores")
    func otherMeans() async throws {
        let model = try model()
        let cepstra = (0..<50 * PhoneGaussians.length).map { Float($0 * 7919 % 101) / 50 }
        let features = try #require(UtteranceFeatures(cepstra: cepstra))
        let shifted = GaussianColumns(model.gaussians.means.map { $0 + 0.3 }, density: model.gaussians.density)
        #expect(SenoneScores(features, model, means: model.means).file == SenoneScores(features, model).file)
        #expect(SenoneScores(features, model, means: shifted).file != SenoneScores(features, model).file)
        #expect(SenoneScores(features, model, weights: .noisy).file != SenoneScores(features, model).file)
    }

    @Test("each frame has a score for every senone, and the best score is 0")
    func file() throws {
        let model = try model()
        let frames = 300
        let cepstra = (0..<frames * PhoneGaussians.length).map { Float($0 * 7919 % 101) / 50 }
        let scores = SenoneScores(try #require(UtteranceFeatures(cepstra: cepstra)), model)
        let row = (model.senoneCount + 1) * 2
        let body = scores.file.suffix(frames * row)
        #expect(body.count == frames * row && scores.file.count < body.count + 100)
        let numbers = Array(body).withUnsafeBytes { Array($0.bindMemory(to: Int16.self)) }
        for start in stride(from: 0, to: numbers.count, by: model.senoneCount + 1) {
            #expect(Int(numbers[start]) == model.senoneCount)
            #expect(numbers[start + 1...start + model.senoneCount].min() == 0)
        }
    }

    @Test("logarithms are accurate to a thousandth")
    func logarithm() {
        for exponent in stride(from: Float(-86), through: 86, by: 0.37) {
            let value = exp(exponent)
            #expect(abs(SenoneScores.logarithm(value) - log(value)) < 0.001, "\(value)")
        }
    }

    @Test("columns hold the values of all Gaussians of a codebook side by side, dimension by dimension")
    func columns() {
        let length = PhoneGaussians.length
        // Two codebooks of three Gaussians.
        let columns = GaussianColumns((0..<6 * length).map(Float.init), density: 3)
        #expect(columns.values.count == 6 * length)
        #expect(Array(columns.values[..<4]) == [0, Float(length), Float(2 * length), 1])
        #expect(columns.values[3 * length] == Float(3 * length))
    }

    @Test(
        "a model of another kind is left to the library",
        arguments: ["/nowhere", "/usr/share/pocketsphinx/model/en-us", "/etc"])
    func otherModel(_ directory: String) { #expect(AcousticModel(directory: directory) == nil) }

    @Test("a truncated or corrupt model file is refused", arguments: ["mdef", "sendump", "means"])
    func spoiled(_ name: String) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "saybus-\(UUID().uuidString)")
        try FileManager.default.copyItem(atPath: SphinxModel().acoustics, toPath: folder.path)
        defer { try? FileManager.default.removeItem(at: folder) }
        #expect(AcousticModel(directory: folder.path) != nil)
        let file = folder.appending(path: name)
        let whole = try Data(contentsOf: file)
        for size in [0, 3, 11, 40, 200, 1000, whole.count / 2, whole.count - 20] {
            try whole.prefix(size).write(to: file)
            #expect(AcousticModel(directory: folder.path) == nil, "\(size) bytes")
        }
        var noise = [UInt8](whole)
        for place in noise.indices.dropFirst(8) {
            noise[place] = UInt8(truncatingIfNeeded: place &* 2_654_435_761 >> 7)
        }
        try Data(noise).write(to: file)
        #expect(AcousticModel(directory: folder.path) == nil)
    }
}
