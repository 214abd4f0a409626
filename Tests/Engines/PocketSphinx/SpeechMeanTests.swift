import Testing

@testable import SaybusPocketSphinx

@Suite("The mean of speech")
struct SpeechMeanTests {
    /// Returns frames of two coefficients: the loudness, and an identifying value.
    private func frames(_ parts: [(count: Int, loudness: Float, value: Float)]) -> [Float] {
        parts.flatMap { part in (0..<part.count).flatMap { _ in [part.loudness, part.value] } }
    }

    @Test("The mean is that of the loud frames, however long the silence is, and the last turn counts half")
    func loudFrames() {
        var mean = SpeechMean()
        mean.learn(frames([(200, 10, 1), (50, 60, 5)]), length: 2)
        #expect(mean.values?.map { $0.rounded() } == [60, 5])
        mean.learn(frames([(50, 40, 7), (400, 0, 1)]), length: 2)
        #expect(mean.values?.map { $0.rounded() } == [50, 6])
    }

    @Test("Too little speech teaches nothing")
    func tooLittle() {
        var mean = SpeechMean()
        for cepstra in [[], frames([(10, 60, 5)]), frames([(500, 10, 1), (30, 60, 5)])] {
            mean.learn(cepstra, length: 2)
        }
        mean.learn([1, 2, 3], length: 0)
        #expect(mean.values == nil)
    }
}
