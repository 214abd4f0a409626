import SaybusSound

/// A reader that resamples speech and moves its words accordingly; it stays with the renderer that created it.
final class SpeechReader {
    private var blocks: AsyncThrowingStream<SpeechAudio.Block, any Error>.Iterator
    private var resampler: Resampler
    private let from: Int
    private let rate: Int
    private var words: ArraySlice<SpokenWord> = []
    /// The number of samples returned so far.
    private var given = 0
    private var isOver = false

    init(_ audio: SpeechAudio, rate: Int) throws {
        (blocks, from, self.rate) = (audio.blocks.makeAsyncIterator(), audio.rate, rate)
        resampler = try Resampler(from: audio.rate, to: rate)
    }

    /// Returns the next block; nil after the last.
    func next(isolation: isolated any Actor) async throws -> EventRenderer.Block? {
        guard !isOver else { return nil }
        guard let block = try await blocks.next(isolation: isolation) else {
            isOver = true
            return placed(resampler.finish(), isLast: true)
        }
        words += block.words
        return placed(resampler.process(block.samples), isLast: false)
    }

    private func placed(_ samples: [Int16], isLast: Bool) -> EventRenderer.Block? {
        var block = EventRenderer.Block(samples: samples)
        while let word = words.first {
            let place = word.start * rate / from - given
            guard place < samples.count || isLast else { break }
            block.words.append(SpokenWord(word.text, at: max(0, min(place, samples.count))))
            words.removeFirst()
        }
        given += samples.count
        return isLast && samples.isEmpty && block.words.isEmpty ? nil : block
    }
}
