import Testing

@testable import SaybusPocketSphinx

@Suite("The cepstral mean of speech")
struct SpeechMeanTests {
    /// Frames of two coefficients: the loudness, and a value that identifies the frame.
    private func frames(_ parts: [(count: Int, loudness: Float, value: Float)]) -> [Float] {
        parts.flatMap { part in (0..<part.count).flatMap { _ in [part.loudness, part.value] } }
    }

    @Test("the loud frames of a turn, however long its silence, are averaged with the mean of the previous turns")
    func loudFrames() {
        var mean = SpeechMean()
        mean.learn(frames([(200, 10, 1), (50, 60, 5)]), length: 2)
        #expect(mean.values?.map { $0.rounded() } == [60, 5])
        mean.learn(frames([(50, 40, 7), (400, 0, 1)]), length: 2)
        #expect(mean.values?.map { $0.rounded() } == [50, 6])
    }

    @Test("too little speech does not change the mean")
    func tooLittle() {
        var mean = SpeechMean()
        for cepstra in [[], frames([(10, 60, 5)]), frames([(500, 10, 1), (30, 60, 5)])] {
            mean.learn(cepstra, length: 2)
        }
        mean.learn([1, 2, 3], length: 0)
        #expect(mean.values == nil)
    }
}
