import Messages
import Testing

@testable import Transcription

@Suite("adaptation", .enabled(if: PocketSphinxRecognizer.isAvailable, "needs pocketsphinx-en-us and espeak-ng"))
struct AdaptationTests {
    private func model() throws -> PhoneGaussians { try #require(PhoneGaussians(directory: SphinxModel().acoustics)) }

    @Test("Where nothing was heard the means stay as they are")
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

    @Test("Sound that is shifted against the model shifts its means")
    func shift() throws {
        let model = try model()
        var sums = RegressionSums(priorOf: model)
        let length = PhoneGaussians.length
        for gaussian in model.constants.indices {
            let heard = (0..<length).map { (Double(model.means[gaussian * length + $0]) + 3) * 20 }
            sums.add(gaussian, of: model, occupation: 20, heard: heard[...])
        }
        for row in try #require(sums.solutions) { #expect(abs(row[length] - 3) < 0.1, "\(row)") }
    }

    @Test(
        "A model of another kind is not adapted",
        arguments: ["/nowhere", "/usr/share/pocketsphinx/model/en-us", "/etc"])
    func otherModel(_ directory: String) { #expect(PhoneGaussians(directory: directory) == nil) }

    @Test("The frames of a word go to its phones in order")
    func alignment() async throws {
        let model = try model()
        let settings = SphinxSettings.quick(isNoisy: false)
        let decoder = SphinxDecoder(model: try SphinxModel(), settings: settings, search: .language)
        let cepstra = try await decoder.sound(of: SpokenText.samples("stop")).cepstra
        let features = try #require(UtteranceFeatures(cepstra: cepstra))
        let phones = ["SIL", "S", "T", "AA", "P", "SIL"].compactMap { model.phones[$0] }
        let path = try #require(
            PhoneAligner(model: model, features: features).path(phones, in: 0..<features.count))
        #expect(path.count == features.count && path.first == 0 && path.last == 5)
        #expect(zip(path, path.dropFirst()).allSatisfy { $1 == $0 || $1 == $0 + 1 })
    }

    @Test("What was understood is learnt; commands are understood after it, and other speech still is not")
    func learns() async throws {
        let vocabulary = Vocabulary(catalogs: [.kitchen()])
        let recognizer = try await PocketSphinxRecognizer.make(vocabulary)
        for text in ["turn on the light", "set a timer for five minutes", "stop the music", "next song"] {
            #expect(try await recognizer.recognize(SpokenText.samples(text)).text == text)
        }
        #expect(try await recognizer.recognize(SpokenText.samples("what can i say")).text == "what can i say")
        let foreign = try await recognizer.recognize(SpokenText.samples("my grandmother lives near a large forest"))
        #expect(foreign.text.isEmpty, "\(foreign)")
        // What was learnt outlives a vocabulary.
        try await recognizer.configure(Vocabulary(catalogs: [.kitchen(["good night"])]))
        #expect(try await recognizer.recognize(SpokenText.samples("good night")).text == "good night")
    }
}
