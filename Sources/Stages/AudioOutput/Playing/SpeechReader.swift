import SaybusSound

/// A reader that resamples speech and moves its words accordingly, used only by the renderer that created it.
final class SpeechReader {
    private var blocks: AsyncThrowingStream<SpeechAudio.Block, any Error>.Iterator
    private var resampler: Resampler
    /// The sample rate of the speech.
    private let sourceRate: Int
    /// The sample rate of the returned blocks.
    private let rate: Int
    private var words: ArraySlice<SpokenWord> = []
    /// The number of samples returned so far.
    private var returned = 0
    private var isOver = false

    init(_ audio: SpeechAudio, rate: Int) throws {
        (blocks, sourceRate, self.rate) = (audio.blocks.makeAsyncIterator(), audio.rate, rate)
        resampler = try Resampler(from: audio.rate, to: rate)
    }

    /// Returns the next block; nil after the last.
    func next(isolation: isolated any Actor) async throws -> EventRenderer.Block? {
        guard !isOver else { return nil }
        guard let block = try await blocks.next(isolation: isolation) else {
            isOver = true
            return makeBlock(of: resampler.finish(), isLast: true)
        }
        words += block.words
        return makeBlock(of: resampler.process(block.samples), isLast: false)
    }

    /// Returns samples as a block with the words that begin in them; nil at the end without any.
    private func makeBlock(of samples: [Int16], isLast: Bool) -> EventRenderer.Block? {
        var block = EventRenderer.Block(samples: samples)
        while let word = words.first {
            let place = word.start * rate / sourceRate - returned
            guard place < samples.count || isLast else { break }
            block.words.append(SpokenWord(word.text, at: max(0, min(place, samples.count))))
            words.removeFirst()
        }
        returned += samples.count
        return isLast && samples.isEmpty && block.words.isEmpty ? nil : block
    }
}
