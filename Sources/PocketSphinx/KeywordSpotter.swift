import CPocketSphinx

/// Finds a phrase in running speech: any phrase whose words can be said, known to a dictionary or not.
///
/// The library is not thread-safe for one decoder, and a call may take milliseconds: the actor runs on a queue of its
/// own.
package actor KeywordSpotter {
    /// Where the phrase was said, in samples of 16 kHz from the beginning of the utterance.
    package typealias Place = Range<Int>

    private let executor = QueueExecutor(label: "saybus.keyword")
    package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private let decoder: Decoder
    private var isInUtterance = false

    /// Samples of a frame of the library.
    private static let frame = 160

    /// A spotter that has its model loaded.
    /// - Parameters:
    ///   - phrase: The words, separated by spaces.
    ///   - threshold: How much likelier than other speech the phrase must be, from 1e-100, which finds it everywhere, to
    ///     1e100, which never does.
    package init(phrase: String, threshold: Double, model: SphinxModel) async throws(SphinxError) {
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
        decoder = try Decoder(words, ways.compactMapValues(\.first), threshold: threshold, model: model)
    }

    /// Begins an utterance; one that is open is dropped.
    package func begin() throws(SphinxError) {
        end()
        guard ps_start_utt(decoder.pointer) == 0 else {
            throw SphinxError(.refused, "pocketsphinx did not start an utterance")
        }
        isInUtterance = true
    }

    /// Takes the utterance's next samples.
    /// - Returns: Where the phrase was said last, once that is certain: a tenth of a second after its end.
    package func process(_ samples: [Int16]) throws(SphinxError) -> Place? {
        guard isInUtterance, !samples.isEmpty else { return nil }
        guard ps_process_raw(decoder.pointer, samples, samples.count, 0, 0) >= 0 else {
            throw SphinxError(.refused, "pocketsphinx did not take \(samples.count) samples")
        }
        return found()
    }

    /// Ends the utterance; nothing happens without one.
    package func end() {
        guard isInUtterance else { return }
        isInUtterance = false
        ps_end_utt(decoder.pointer)
    }

    private func found() -> Place? {
        var place: Place?
        var next = ps_seg_iter(decoder.pointer)
        while let segment = next {
            var (first, last): (Int32, Int32) = (0, 0)
            ps_seg_frames(segment, &first, &last)
            if last >= first { place = Int(first) * Self.frame..<(Int(last) + 1) * Self.frame }
            next = ps_seg_next(segment)
        }
        return place
    }
}

extension KeywordSpotter {
    /// Owns a decoder of the library; stays with the actor that made it.
    private final class Decoder {
        let pointer: OpaquePointer

        init(
            _ words: [String], _ ways: [String: Pronunciation], threshold: Double, model: SphinxModel
        ) throws(SphinxError) {
            SphinxLog.silenced
            guard let config = cmd_ln_parse_r(nil, ps_args(), 0, nil, 0) else {
                throw SphinxError(.refused, "pocketsphinx has no options: install libpocketsphinx3 again")
            }
            defer { cmd_ln_free_r(config) }
            cmd_ln_set_str_r(config, "-hmm", model.acoustics)
            // Silence stays in, so that frames are times.
            cmd_ln_set_int_r(config, "-remove_silence", 0)
            cmd_ln_set_float_r(config, "-kws_threshold", max(1e-100, min(1e100, threshold)))
            guard let pointer = ps_init(config) else {
                throw SphinxError(
                    .refused, "pocketsphinx did not load the model in \(model.acoustics): install pocketsphinx-en-us again"
                )
            }
            self.pointer = pointer
            for (word, way) in ways where ps_add_word(pointer, word, way.phones.joined(separator: " "), 0) < 0 {
                throw SphinxError(.refused, "pocketsphinx refused the word \"\(word)\"")
            }
            let phrase = words.joined(separator: " ")
            guard ps_set_keyphrase(pointer, "wake", phrase) == 0, ps_set_search(pointer, "wake") == 0 else {
                throw SphinxError(.refused, "pocketsphinx refused the phrase \"\(phrase)\"")
            }
        }

        deinit { ps_free(pointer) }
    }
}
