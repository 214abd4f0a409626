import SaybusMessages
import SaybusPocketSphinx

/// A verifier by pocketsphinx's search for any phrase.
struct KeywordVerifier: WakeVerifier {
    /// The sensitivity of the spotter: there is other evidence, so it is higher than that for running speech.
    static let sensitivity = 400

    let sign = 0.2
    let length = PCMFormat.speech.samples(.seconds(2))
    let delay = PCMFormat.speech.samples(.milliseconds(250))
    /// A spotter of the phrase for this object alone.
    let spotter: KeywordSpotter

    func place(in sound: [Int16]) async throws -> Range<Int>? {
        try await spotter.begin()
        let place = try await spotter.process(sound)
        await spotter.end()
        return place
    }
}
