import Foundation
import SaybusEspeakNG
import SaybusSound
import SaybusSupport
import SaybusTesting
import Testing

@testable import SaybusListening

@Suite("Unusual audio")
struct OddSoundTests {
    /// Returns the turns of a source.
    private func turns(_ source: any AudioSource) async throws -> [Range<Int>] {
        var all: [Int16] = []
        for try await block in source.blocks { all += block.samples }
        return Recording.turns(all)
    }

    /// Returns a WAV file of samples with a given number of bytes, little-endian.
    private func wav(rate: Int, channels: Int, bytesPerSample: Int, data: Data, length: Int? = nil) -> Data {
        func number(_ value: Int, _ count: Int) -> Data { Data((0..<count).map { UInt8(value >> (8 * $0) & 255) }) }
        let (frame, count) = (channels * bytesPerSample, length ?? data.count)
        // One array of parts: the compiler needs 17 s for the types of one long sum.
        let parts: [Data] = [
            Data("RIFF".utf8), number(36 + count, 4), Data("WAVEfmt ".utf8), number(16, 4), number(1, 2),
            number(channels, 2), number(rate, 4), number(rate * frame, 4), number(frame, 2),
            number(8 * bytesPerSample, 2), Data("data".utf8), number(count, 4), data,
        ]
        return Data(parts.joined())
    }

    @Test(
        "speech in 8 bits, 96 kHz or six channels is one turn, as in 16 bits",
        .enabled(if: SynthesizedSpeech.isAvailable, "needs espeak-ng"),
        arguments: [(16_000, 1, 1), (96_000, 1, 2), (16_000, 6, 2), (96_000, 6, 2)])
    func formats(rate: Int, channels: Int, bytes: Int) async throws {
        let quiet = SynthesizedSpeech.silence(1)
        let speech = quiet + (try SynthesizedSpeech.samples("turn on the kitchen light")) + quiet
        var resampler = try Resampler(from: 16_000, to: rate)
        let samples = resampler.process(speech) + resampler.finish()
        var data = Data()
        for sample in samples {
            for _ in 0..<channels {
                if bytes == 1 {
                    data.append(UInt8(clamping: Int(sample) >> 8 + 128))
                } else {
                    data.append(UInt8(truncatingIfNeeded: sample))
                    data.append(UInt8(truncatingIfNeeded: sample >> 8))
                }
            }
        }
        try await AudioSourceTests.withFolder { folder in
            let path = folder.appending(path: "speech.wav")
            try wav(rate: rate, channels: channels, bytesPerSample: bytes, data: data).write(to: path)
            let turns = try await self.turns(FileSource([path.path]))
            #expect(turns.count == 1)
            #expect(turns.first.map { (12_000..<20_000).contains($0.lowerBound) } == true, "\(turns)")
        }
    }

    @Test("silence, white noise, mains hum and constant full-scale samples open no turns")
    func noTurns() {
        var generator = SplitMix(seed: 8)
        let count = 160_000
        let sounds: [(String, [Int16])] = [
            ("nothing", [Int16](repeating: 0, count: count)),
            ("soft noise", (0..<count).map { _ in Int16.random(in: -20...20, using: &generator) }),
            ("loud noise", (0..<count).map { _ in Int16.random(in: .min ... .max, using: &generator) }),
            ("a constant", [Int16](repeating: .max, count: count)),
            ("a hum", (0..<count).map { Int16(3_000 * sin(2 * .pi * 50 * Double($0) / 16_000)) }),
        ]
        for (name, sound) in sounds { #expect(Recording.turns(sound).isEmpty, "\(name)") }
    }

    @Test("heavily clipped speech is still one turn", .enabled(if: SynthesizedSpeech.isAvailable, "needs espeak-ng"))
    func clipped() throws {
        let quiet = SynthesizedSpeech.silence(1)
        let speech = quiet + (try SynthesizedSpeech.samples("turn on the kitchen light")) + quiet
        #expect(Recording.turns(speech.map { Int16(clamping: Int($0) * 50) }).count == 1)
    }

    @Test(
        "a stream that ends during speech ends its turn", .enabled(if: SynthesizedSpeech.isAvailable, "needs espeak-ng")
    )
    func cut() async throws {
        let speech = SynthesizedSpeech.silence(1) + (try SynthesizedSpeech.samples("turn on the kitchen light"))
        let pipe = Pipe()
        let source = try StandardInputSource(fileDescriptor: pipe.fileHandleForReading.fileDescriptor)
        async let turns = self.turns(source)
        let half = speech[..<(speech.count * 2 / 3)].withUnsafeBytes { Data($0) }
        try pipe.fileHandleForWriting.write(contentsOf: half + [7])
        try pipe.fileHandleForWriting.close()
        let found = try await turns
        #expect(found.count == 1 && found.last?.upperBound == half.count / 2)
    }

    @Test(
        "an hour needs no more memory than a minute, and each sentence in it is a turn",
        .enabled(if: SynthesizedSpeech.isAvailable, "needs espeak-ng"))
    func hour() async throws {
        try await AudioSourceTests.withFolder { folder in
            let path = folder.appending(path: "hour.wav")
            let bytes = 3_600 * 16_000 * 2
            try wav(rate: 16_000, channels: 1, bytesPerSample: 2, data: Data(), length: bytes).write(to: path)
            let file = try FileHandle(forWritingTo: path)
            try file.truncate(atOffset: UInt64(44 + bytes))
            // The file is sparse: there is nothing on the disk between the sentences.
            let sentence = try SynthesizedSpeech.samples("turn on the kitchen light")
            let places = stride(from: 30, to: 3_600, by: 600).map { $0 * 16_000 }
            for place in places {
                try file.seek(toOffset: UInt64(44 + 2 * place))
                try file.write(contentsOf: sentence.withUnsafeBytes { Data($0) })
            }
            try file.close()
            let source = try FileSource([path.path])
            var (endpointer, detector) = (Endpointer(), EnergyDetector())
            var (heard, early) = (0, 0)
            var turns: [Range<Int>] = []
            while let block = try await source.next() {
                // The detector, which takes most of the time, runs only in the half minute around each sentence.
                let isNear = places.contains { abs(heard - $0) < 15 * 16_000 }
                heard += block.samples.count
                if heard == 60 * 16_000 { early = ProcessMemory.resident ?? 0 }
                let isSpeech = isNear && detector.isSpeech(block.samples)
                for action in endpointer.consume(block.samples, isSpeech: isSpeech) {
                    switch action {
                    case .start(let position, _): turns.append(position..<position)
                    case .append: break
                    case .end(_, let position): turns.append((turns.popLast()?.lowerBound ?? 0)..<position)
                    }
                }
            }
            #expect(heard == bytes / 2)
            #expect(turns.count == places.count)
            for (turn, place) in zip(turns, places) {
                #expect(turn.lowerBound > place - 16_000 && turn.lowerBound < place + 9_600, "\(turn) \(place)")
                #expect(
                    turn.upperBound > place + sentence.count - 16_000
                        && turn.upperBound < place + sentence.count + 16_000)
            }
            #expect((ProcessMemory.resident ?? 0) - early < Sanitizer.memoryFactor * 8 << 20)
        }
    }
}
