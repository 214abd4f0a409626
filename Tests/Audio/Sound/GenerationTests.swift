import Testing

@testable import SaybusSound

@Suite("Tones, silence and level")
struct GenerationTests {
    @Test("a tone has the wanted pitch, loudness and length, and no click at either end")
    func tone() throws {
        var tone = try ToneGenerator(frequency: 1_000, duration: .milliseconds(500), volume: 0.5, rate: 16_000)
        var samples: [Int16] = []
        while case let block = tone.next(77), !block.isEmpty { samples += block }
        #expect(samples.count == 8_000)
        let rises = zip(samples, samples.dropFirst()).filter { $0 < 0 && $1 >= 0 }.count
        #expect(abs(rises - 500) <= 2)
        #expect(abs(Level.rms(samples) - -9.1) < 0.2)
        #expect(samples.first == 0 && samples.last == 0)
        // A click would show as a step; the steepest a half-scale sine of this pitch can be is 6400.
        #expect(zip(samples, samples.dropFirst()).allSatisfy { abs(Int($0) - Int($1)) < 6_500 })
    }

    @Test("a tone of any length, however short, can be made", arguments: [0, 1, 2, 3, 9, 10, 11])
    func short(milliseconds: Int) throws {
        for rate in [1_000, 8_000, 48_000] {
            var tone = try ToneGenerator(frequency: 440, duration: .milliseconds(milliseconds), volume: 1, rate: rate)
            #expect(tone.next(.max).count == rate * milliseconds / 1_000)
            #expect(tone.next(1).isEmpty && tone.next(-1).isEmpty)
        }
    }

    @Test(
        "settings out of range are refused",
        arguments: [
            (0, 100, 0.5), (8_000, 100, 0.5), (-1, 100, 0.5), (.nan, 100, 0.5), (.infinity, 100, 0.5), (440, -1, 0.5),
            (440, 600_001, 0.5), (440, Int.max, 0.5), (440, 100, -0.1), (440, 100, 1.1), (440, 100, .nan),
        ] as [(Double, Int, Double)])
    func refusals(frequency: Double, milliseconds: Int, volume: Double) {
        let error = #expect(throws: SoundError.self) {
            _ = try ToneGenerator(
                frequency: frequency, duration: .milliseconds(milliseconds), volume: volume, rate: 16_000)
        }
        #expect(error?.code == .invalidSetting)
    }

    @Test("silence has the wanted length and only zeros")
    func silence() throws {
        var silence = try SilenceGenerator(duration: .seconds(600), rate: 8_000)
        #expect(silence.length == 4_800_000)
        #expect(silence.next(5) == [0, 0, 0, 0, 0])
        #expect(silence.next(.max).count == 4_799_995)
        #expect(throws: SoundError.self) { _ = try SilenceGenerator(duration: .seconds(601), rate: 8_000) }
        #expect(throws: SoundError.self) { _ = try SilenceGenerator(duration: .seconds(1), rate: 0) }
    }

    @Test("level is in dBFS")
    func level() {
        #expect(Level.rms([]) == Level.silence)
        #expect(Level.rms([0, 0]) == Level.silence)
        #expect(abs(Level.rms([.min, .min])) < 0.001)
        #expect(abs(Level.rms([16_384, -16_384]) - -6.02) < 0.01)
        #expect(Level.rms([1, 0, 0, 0]) > Level.silence)
    }

    @Test("power is the mean square, and 0 where there is no sound")
    func power() {
        #expect(Level.power([]) == 0)
        #expect(Level.power([3, -4, 0, 0]) == 6.25)
        #expect(Level.power([.min]) == 1_073_741_824)
    }
}
