import Foundation
import SaybusEspeakNG
import Testing

@testable import SaybusPocketSphinx
@testable import SaybusTranscription

@Suite("adaptation", .enabled(if: PocketSphinxRecognizer.isAvailable, "needs pocketsphinx-en-us and espeak-ng"))
struct AdaptationTests {
    private func model() throws -> PhoneGaussians {
        try #require(AcousticModel(directory: SphinxModel().acoustics)).gaussians
    }

    @Test("means without frames stay unchanged")
    func identity() throws {
        let rows = try #require(RegressionSums(priorOf: try model()).solutions)
        #expect(rows.count == PhoneGaussians.streams * PhoneGaussians.length)
        for (index, row) in rows.enumerated() {
            for (column, weight) in row.enumerated() {
                let expected = column == index % PhoneGaussians.length ? 1.0 : 0
                #expect(abs(weight - expected) < 1e-3, "\(index) \(column) \(weight)")
            }
        }
    }

    @Test("frames that are shifted against the model give a transform with that shift")
    func shift() throws {
        let model = try model()
        var sums = RegressionSums(priorOf: model)
        let length = PhoneGaussians.length
        for gaussian in model.constants.indices {
            let frameSum = (0..<length).map { (Double(model.means[gaussian * length + $0]) + 3) * 20 }
            sums.add(gaussian, of: model, occupation: 20, frameSum: frameSum[...])
        }
        for row in try #require(sums.solutions) { #expect(abs(row[length] - 3) < 0.1, "\(row)") }
    }

    @Test("the frames of a word are aligned with its phones in order")
    func alignment() async throws {
        let model = try model()
        let settings = SphinxSettings.quick
        let decoder = SphinxDecoder(model: try SphinxModel(), settings: settings, search: .language)
        let cepstra = try await decoder.sound(of: SynthesizedSpeech.samples("stop")).cepstra
        let features = try #require(UtteranceFeatures(cepstra: cepstra))
        let phones = ["SIL", "S", "T", "AA", "P", "SIL"].compactMap { model.phones[$0] }
        let path = try #require(
            PhoneAligner(model: model, features: features).path(phones, in: 0..<features.count))
        #expect(path.count == features.count && path.first == 0 && path.last == 5)
        #expect(zip(path, path.dropFirst()).allSatisfy { $1 == $0 || $1 == $0 + 1 })
    }

    @Test("a mean with many frames moves towards them; the others follow the transform")
    func adaptedMeans() throws {
        let model = try model()
        let length = PhoneGaussians.length
        // All frames are a little above the model; the first Gaussian has many frames far above it.
        var statistics = AdaptationStatistics(model: model)
        var heard = (0..<length).map { model.means[$0] + 9 }
        statistics.add(gaussian: 0, occupation: 2000, sums: heard.map { Double($0) * 2000 })
        heard = (0..<length).map { model.means[length + $0] }
        statistics.add(gaussian: 1, occupation: 1, sums: heard.map(Double.init))
        let transform = try #require(MeanTransform(statistics, prior: RegressionSums(priorOf: model)))
        let file = AdaptedMeans(transform, statistics, priorFrames: 20).file
        let original = try Data(contentsOf: URL(fileURLWithPath: SphinxModel().acoustics + "/means"))
        let values = file.suffix(model.means.count * 4).withUnsafeBytes { bytes in
            (0..<model.means.count).map { bytes.loadUnaligned(fromByteOffset: $0 * 4, as: Float.self) }
        }
        for dimension in 0..<length { #expect(abs(values[dimension] - model.means[dimension] - 9) < 0.2) }
        let rows = transform.rows
        for dimension in 0..<length {
            let moved = zip(rows[dimension], model.means[2 * length..<3 * length].map(Double.init) + [1]).reduce(0) {
                $0 + $1.0 * $1.1
            }
            #expect(abs(Double(values[2 * length + dimension]) - moved) < 1e-3)
        }
        // Except for the text header and a checksum at its end, the file equals the model's own.
        let header = original.range(of: Data("endhdr\n".utf8))?.upperBound ?? 0
        let own = file.range(of: Data("endhdr\n".utf8))?.upperBound ?? 0
        #expect(file[own..<own + 32] == original[header..<header + 32])
    }

    @Test("a decoder can use adapted means and then the model's own again")
    func takesMeans() async throws {
        let model = try model()
        let vocabulary = Vocabulary(catalogs: [.kitchen()])
        let grammar = GrammarCompiler.compile(vocabulary)
        let ways = await PronunciationLexicon(dictionary: try PronouncingDictionary(path: SphinxModel().dictionary))
            .pronunciations(of: grammar.words)
        let decoder = SphinxDecoder(
            model: try SphinxModel(), settings: .quick, search: .grammar(SphinxGrammar(grammar.automaton, ways)))
        let samples = try SynthesizedSpeech.samples("turn on the light")
        let before = try await decoder.decode(samples)
        var statistics = AdaptationStatistics(model: model)
        let far = [Double](repeating: 50_000, count: PhoneGaussians.length)
        for gaussian in model.constants.indices { statistics.add(gaussian: gaussian, occupation: 1000, sums: far) }
        let transform = try #require(MeanTransform(statistics, prior: RegressionSums(priorOf: model)))
        let spoiled = try await decoder.decode(samples, with: AdaptedMeans(transform, statistics, priorFrames: 20))
        #expect(before.text == "turn on the light" && spoiled != before)
        #expect(try await decoder.decode(samples) == before)
    }

    @Test("speakers that were forgotten do not change the result of a later turn")
    func forgets() async throws {
        let recognizer = try await PocketSphinxRecognizer.make(Vocabulary(catalogs: [.kitchen()]))
        let light = try SynthesizedSpeech.samples("turn on the light")
        let first = try await recognizer.recognize(light)
        for text in ["set a timer for five minutes", "stop the music", "next song"] {
            _ = try await recognizer.recognize(SynthesizedSpeech.samples(text))
        }
        await recognizer.forgetSpeakers()
        let again = try await recognizer.recognize(light)
        #expect(again.text == first.text && again.confidence == first.confidence)
    }

    @Test("after adaptation commands are still understood, and other speech is still rejected")
    func learns() async throws {
        let vocabulary = Vocabulary(catalogs: [.kitchen()])
        let recognizer = try await PocketSphinxRecognizer.make(vocabulary)
        for text in ["turn on the light", "set a timer for five minutes", "stop the music", "next song"] {
            #expect(try await recognizer.recognize(SynthesizedSpeech.samples(text)).text == text)
        }
        #expect(try await recognizer.recognize(SynthesizedSpeech.samples("what can i say")).text == "what can i say")
        let foreign = try await recognizer.recognize(
            SynthesizedSpeech.samples("my grandmother lives near a large forest"))
        #expect(foreign.text.isEmpty, "\(foreign)")
        // The adaptation outlives a vocabulary.
        try await recognizer.configure(Vocabulary(catalogs: [.kitchen(["good night"])]))
        #expect(try await recognizer.recognize(SynthesizedSpeech.samples("good night")).text == "good night")
    }
}
