import SaybusPocketSphinx

/// A verifier by pocketsphinx's search for any phrase.
struct KeywordVerifier: WakeVerifier {
    /// The sensitivity of the spotter: there is other evidence, so it is higher than that for running speech.
    static let sensitivity = 400

    let sign = 0.2
    let length = 32_000
    let delay = 4_000
    /// A spotter of the phrase for this object alone.
    let spotter: KeywordSpotter

    func place(in sound: [Int16]) async throws -> Range<Int>? {
        try await spotter.begin()
        let place = try await spotter.process(sound)
        await spotter.end()
        return place
    }
}
