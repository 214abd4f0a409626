import CSaybusPocketSphinx
import SaybusSupport

/// A detector of a phrase in running speech. The phrase may have any words that can be pronounced, even if they are
/// not in the dictionary.
///
/// The search is a grammar: any phones, the phrase, any phones. The library's own keyword search was tried first:
/// with espeak-ng's voices, no threshold separated "hey computer" from other speech.
///
/// The library is not thread-safe for one decoder, and a call may take milliseconds: the actor runs on a queue of
/// its own.
package actor KeywordSpotter {
    /// The place of the phrase, in samples of 16 kHz from the beginning of the utterance.
    package typealias Place = Range<Int>

    private let executor = SerialQueueExecutor(label: "saybus.keyword")
    package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private let phrase: SoughtPhrase
    private let decoder: KeywordDecoder
    private var isInUtterance = false
    private var sinceLook = 0
    /// Samples of the utterance so far.
    private var count = 0
    /// The end of each searched frame, in samples: the library leaves silence out.
    private var ends: [Int] = []

    /// Samples of a frame of the library.
    private static let frame = 160
    /// The number of frames by which the library's input is ahead of its search, because windows overlap and
    /// differences need the frames that follow.
    private static let lookahead = 6
    /// Soft noise, 53 dB below full scale, that is added to the input. Audio without any noise, as from a synthesizer
    /// or a microphone with a noise gate, is unlike the model's training data.
    private static let noise: [Int16] = {
        var state: UInt64 = 1
        return (0..<16_000).map { _ in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int16((state >> 33) % 257) - 128
        }
    }()
    /// The fewest syllables of a phrase. Shorter phrases are found in other speech all the time, as measurements in
    /// the documentation of Listening show.
    private static let minimumSyllables = 3
    /// Samples between two looks at the search: 60 ms.
    private static let interval = 960

    /// Creates a spotter, and loads its model.
    /// - Parameters:
    ///   - phrase: The words, separated by spaces.
    ///   - sensitivity: How easily the phrase is found, 0…1000; see ``SoughtPhrase``.
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
        let syllables = words.reduce(0) { $0 + (ways[$1]?.map(\.syllables).max() ?? 0) }
        guard syllables >= Self.minimumSyllables else {
            throw SphinxError(
                .tooShort,
                "it has \(syllables) \(syllables == 1 ? "syllable" : "syllables"), and a phrase that short is detected in other words all the time: "
                    + "take one of \(Self.minimumSyllables) or more, best two words such as \"hey computer\"")
        }
        let said = ways.mapValues(AccentVariants.adding)
        self.phrase = SoughtPhrase(words, said, sensitivity: sensitivity)
        decoder = try KeywordDecoder(words, said, sensitivity: sensitivity, model: model)
    }

    /// Begins an utterance; an open one is dropped.
    package func begin() throws(SphinxError) {
        end()
        guard ps_start_utt(decoder.pointer) == 0 else {
            throw SphinxError(.refused, "pocketsphinx did not start an utterance")
        }
        (isInUtterance, sinceLook, count, ends) = (true, 0, 0, [])
    }

    /// Searches the utterance's next samples.
    /// - Returns: The place of the phrase once it is certain, a tenth of a second after its end.
    package func process(_ samples: [Int16]) throws(SphinxError) -> Place? {
        guard isInUtterance, !samples.isEmpty else { return nil }
        var rest = samples[...]
        while !rest.isEmpty {
            let piece = noisy(rest.prefix(Self.frame))
            rest = rest.dropFirst(piece.count)
            let searched = ps_process_raw(decoder.pointer, piece, piece.count, 0, 0)
            guard searched >= 0 else {
                throw SphinxError(.refused, "pocketsphinx did not take \(piece.count) samples")
            }
            count += piece.count
            // At the start of speech, earlier frames arrive together.
            for later in (0..<Int(searched)).reversed() {
                ends.append(max(0, count - (later + Self.lookahead) * Self.frame))
            }
        }
        sinceLook += samples.count
        guard sinceLook >= Self.interval else { return nil }
        sinceLook = 0
        return found()
    }

    /// Ends the utterance, if one is open.
    package func end() {
        guard isInUtterance else { return }
        isInUtterance = false
        ps_end_utt(decoder.pointer)
    }

    private func noisy(_ samples: ArraySlice<Int16>) -> [Int16] {
        zip(samples, count...).map { sample, place in
            Int16(clamping: Int(sample) + Int(Self.noise[place % Self.noise.count]))
        }
    }

    /// Returns the place of the phrase when enough audio follows it.
    private func found() -> Place? {
        guard let frames = phrase.find(in: decoder.segments()), frames.upperBound < ends.count else { return nil }
        return max(0, ends[frames.lowerBound] - Self.frame)..<ends[frames.upperBound]
    }
}
