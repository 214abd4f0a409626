import CPocketSphinx

/// Finds a phrase in running speech: any phrase whose words can be said, known to a dictionary or not.
///
/// The search is a grammar: any phones, the phrase, any phones. The library's own search for key phrases was tried first: in
/// espeak-ng's voices no threshold was found that tells "hey computer" from other speech.
///
/// The library is not thread-safe for one decoder, and a call may take milliseconds: the actor runs on a queue of its
/// own.
package actor KeywordSpotter {
    /// Where the phrase was said, in samples of 16 kHz from the beginning of the utterance.
    package typealias Place = Range<Int>

    private let executor = QueueExecutor(label: "saybus.keyword")
    package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private let words: [String]
    /// The fewest frames in which each of the words can be said: three a phone, and one. What is shorter is not the word.
    private let shortest: [Int]
    private let decoder: KeywordDecoder
    private var isInUtterance = false
    private var sinceLook = 0

    /// Samples of a frame of the library.
    private static let frame = 160
    /// How much sound goes by between two looks: 60 ms.
    private static let interval = 960
    /// How many frames after the phrase's end it is certain.
    private static let certainty = 10

    /// A spotter that has its model loaded.
    /// - Parameters:
    ///   - phrase: The words, separated by spaces.
    ///   - sensitivity: How much dearer other speech is than the phrase, a phone, in the library's units: 0 never finds it,
    ///     1000 finds it everywhere.
    package init(phrase: String, sensitivity: Int, model: SphinxModel) async throws(SphinxError) {
        let words = phrase.lowercased().split { !$0.isLetter && !$0.isNumber && $0 != "'" }.map(String.init)
        guard !words.isEmpty else { throw SphinxError(.pronunciation, "a phrase without a word cannot be heard") }
        let dictionary: PronouncingDictionary
        do {
            dictionary = try PronouncingDictionary(path: model.dictionary)
        } catch {
            throw SphinxError(.modelMissing, "\(model.dictionary) cannot be read: install pocketsphinx-en-us again")
        }
        let ways = await PronunciationLexicon(dictionary: dictionary).pronunciations(of: Set(words))
        if let unknown = words.first(where: { ways[$0] == nil }) {
            throw SphinxError(
                .pronunciation, "nobody knows how \"\(unknown)\" is said: spell it as English is written, or in words")
        }
        self.words = words
        shortest = words.map { word in 3 * (ways[word]?.map(\.phones.count).min() ?? 1) + 1 }
        decoder = try KeywordDecoder(words, ways, sensitivity: sensitivity, model: model)
    }

    /// Begins an utterance; one that is open is dropped.
    package func begin() throws(SphinxError) {
        end()
        guard ps_start_utt(decoder.pointer) == 0 else {
            throw SphinxError(.refused, "pocketsphinx did not start an utterance")
        }
        (isInUtterance, sinceLook) = (true, 0)
    }

    /// Takes the utterance's next samples.
    /// - Returns: Where the phrase was said, once that is certain: a tenth of a second after its end.
    package func process(_ samples: [Int16]) throws(SphinxError) -> Place? {
        guard isInUtterance, !samples.isEmpty else { return nil }
        guard ps_process_raw(decoder.pointer, samples, samples.count, 0, 0) >= 0 else {
            throw SphinxError(.refused, "pocketsphinx did not take \(samples.count) samples")
        }
        sinceLook += samples.count
        guard sinceLook >= Self.interval else { return nil }
        sinceLook = 0
        return found()
    }

    /// Ends the utterance; nothing happens without one.
    package func end() {
        guard isInUtterance else { return }
        isInUtterance = false
        ps_end_utt(decoder.pointer)
    }

    /// Where the words are one after the other, none too short, with enough after them.
    private func found() -> Place? {
        let segments = decoder.segments()
        guard let last = segments.last, segments.count > words.count else { return nil }
        for start in (0...segments.count - words.count).reversed() {
            let range = start..<start + words.count
            let isPhrase = zip(segments[range], zip(words, shortest)).allSatisfy { segment, wanted in
                segment.word == wanted.0 && segment.frames.count >= wanted.1
            }
            guard isPhrase, let end = segments[range].last?.frames.upperBound else { continue }
            guard last.frames.upperBound - end >= Self.certainty else { return nil }
            return segments[start].frames.lowerBound * Self.frame..<(end + 1) * Self.frame
        }
        return nil
    }
}
