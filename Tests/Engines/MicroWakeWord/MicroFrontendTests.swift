import Foundation
import SaybusEspeakNG
import SaybusTesting
import Testing

@testable import SaybusMicroWakeWord

@Suite("microWakeWord's features")
struct MicroFrontendTests {
    @Test("every value of every vector is that of the reference")
    func golden() throws {
        #expect(GoldenSound.all.count == 8)
        for sound in GoldenSound.all {
            var frontend = MicroFrontend()
            let vectors = frontend.process(sound.samples)
            #expect(vectors.count == sound.vectors.count && vectors.count == 28, "\(sound.name)")
            let wrong = zip(vectors, sound.vectors).enumerated().first { $1.0 != $1.1 }
            #expect(wrong == nil, "\(sound.name), vector \(wrong?.offset ?? 0)")
        }
    }

    @Test("the pieces in which sound arrives do not matter")
    func pieces() throws {
        let sound = try #require(GoldenSound.all.first { $0.name == "bursts" })
        var (whole, parts) = (MicroFrontend(), MicroFrontend())
        var vectors: [[UInt16]] = []
        var rest = sound.samples[...]
        var size = 1
        while !rest.isEmpty {
            vectors += parts.process(Array(rest.prefix(size)))
            rest = rest.dropFirst(size)
            size = size * 7 % 1009 + 1
        }
        #expect(vectors == whole.process(sound.samples))
    }

    @Test("after a gap the next vector needs a whole window again")
    func skip() {
        var frontend = MicroFrontend()
        #expect(frontend.process([Int16](repeating: 9, count: 479)).isEmpty)
        frontend.skip()
        #expect(frontend.process([Int16](repeating: 9, count: 479)).isEmpty)
        #expect(frontend.process([9]).count == 1)
        #expect(frontend.process([Int16](repeating: 9, count: 320)).count == 2)
    }

    @Test(
        "speech has the values that the installed reference gives it",
        .enabled(if: MicroReference.isAvailable && SynthesizedSpeech.isAvailable, "needs pymicro-features in Python"))
    func reference() throws {
        for voice in ["en-us", "en-us+f3"] {
            let samples =
                SynthesizedSpeech.silence(0.5) + (try SynthesizedSpeech.samples("hey jarvis, alexa", voice: voice))
            var frontend = MicroFrontend()
            let vectors = frontend.process(samples)
            let expected = try MicroReference.vectors(samples)
            #expect(vectors.count > 100)
            // The reference takes blocks of 10 ms only.
            #expect(vectors.prefix(expected.count).elementsEqual(expected) && vectors.count - expected.count <= 1)
        }
    }
}
