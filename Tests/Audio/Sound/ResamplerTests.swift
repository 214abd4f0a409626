import SaybusTesting
import Testing

@testable import SaybusSound

@Suite("Resampling")
struct ResamplerTests {
    @Test(
        "the output is as long as the input, to the sample, whatever the blocks",
        arguments: [8_000, 11_025, 22_050, 44_100, 48_000, 96_000, 16_000])
    func length(rate: Int) throws {
        for count in [0, 1, 7, 160, 12_345, 48_000] {
            for block in [1, 160, 4_096, 100_000] where count / block < 20_000 {
                var resampler = try Resampler(from: rate, to: 16_000)
                var output: [Int16] = []
                for start in stride(from: 0, to: count, by: block) {
                    output += resampler.process([Int16](repeating: 1_000, count: min(block, count - start)))
                }
                output += resampler.finish() as [Int16]
                #expect(abs(output.count - Int((Double(count) * 16_000 / Double(rate)).rounded())) <= 1)
            }
        }
    }

    @Test("a tone keeps its position, pitch and loudness", arguments: [8_000, 44_100, 48_000])
    func tone(rate: Int) throws {
        var source = try ToneGenerator(frequency: 440, duration: .seconds(1), volume: 0.5, rate: rate)
        var wanted = try ToneGenerator(frequency: 440, duration: .seconds(1), volume: 0.5, rate: 16_000)
        var resampler = try Resampler(from: rate, to: 16_000)
        let output: [Int16] = resampler.process(source.next(rate)) + resampler.finish()
        let expected = wanted.next(16_000)
        try #require(output.count == expected.count)
        let error = zip(output, expected).map { Int16(clamping: Int($0) - Int($1)) }
        #expect(Level.rms(error) < Level.rms(expected) - 35)
    }

    @Test("after finish() a new stream starts")
    func again() throws {
        var resampler = try Resampler(from: 48_000, to: 16_000)
        var random = TestSeed.generator()
        let noise = (0..<4_800).map { _ in Int16.random(in: -9_000...9_000, using: &random) }
        let first: [Int16] = resampler.process(noise) + resampler.finish()
        let second: [Int16] = resampler.process(noise) + resampler.finish()
        #expect(first == second, "\(TestSeed.hint)")
    }

    @Test("rates and qualities out of range are refused")
    func refusals() {
        for (input, output, quality) in [(0, 16_000, 5), (16_000, -1, 5), (Int.max, 16_000, 5), (8_000, 16_000, 11)] {
            #expect(throws: SoundError.self) {
                var resampler = try Resampler(from: input, to: output, quality: quality)
                _ = resampler.process([Int16]())
            }
        }
    }

    @Test("samples out of range are clipped, and NaN becomes silence")
    func clipping() {
        #expect(Samples.integers([2, -2, .nan, .infinity, 0.5]) == [32_767, -32_768, 0, 32_767, 16_384])
    }
}
