import SaybusMessages
import Testing

@Suite("Samples and bytes of PCM")
struct PCMSamplesTests {
    @Test("the low byte of a sample comes first, and reading gives back what was written")
    func bytes() {
        let samples: [Int16] = [0, 1, -1, 258, .min, .max]
        #expect(PCM.bytes(samples) == [0, 0, 1, 0, 255, 255, 2, 1, 0, 128, 255, 127])
        #expect(PCM.samples(PCM.bytes(samples)) == samples)
        #expect(PCM.bytes(samples[1...3]) == [1, 0, 255, 255, 2, 1])
    }

    @Test("slices at odd places can be read, and an incomplete last frame is dropped")
    func slices() {
        let bytes: [UInt8] = [9, 1, 0, 2, 0, 3]
        #expect(PCM.samples(bytes[1...]) == [1, 2])
        #expect(PCM.samples([UInt8]()).isEmpty)
        #expect(PCM.samples([7] as [UInt8]).isEmpty)
    }

    @Test("several channels become one with their mean")
    func channels() {
        #expect(PCM.samples([1, 0, 3, 0, 255, 255, 1, 0, 9], channels: 2) == [2, 0])
        #expect(PCM.samples([0, 128, 0, 128] as [UInt8], channels: 2) == [.min])
    }

    @Test("a WAV file has a header of 44 bytes with its sizes and its rate")
    func wavFile() {
        let file = PCM.wavFile([1, 2, 3], rate: 22_050)
        #expect(file.count == 50)
        #expect(file.starts(with: Array("RIFF".utf8)) && file[4] == 42 && file[40] == 6)
        #expect(Array(file[24..<28]) == [0x22, 0x56, 0, 0])
        #expect(Array(file[44...]) == PCM.bytes([1, 2, 3]))
    }

    @Test("durations and numbers of samples are converted exactly, rounded toward zero")
    func durations() {
        let speech = PCMFormat.speech
        #expect(speech.frameLength == 320)
        for milliseconds in [0, 1, 20, 300, 1_200, 60_000, 3_600_000] {
            #expect(speech.samples(.milliseconds(milliseconds)) == milliseconds * 16)
            #expect(speech.milliseconds(milliseconds * 16) == milliseconds)
        }
        #expect(speech.milliseconds(31) == 1 && speech.milliseconds(-31) == -1)
        // A page of the console may begin at any number up to this one.
        #expect(speech.milliseconds(1 << 48) == (1 << 48) / 16)
        let compactDisc = PCMFormat(rate: 44_100, channels: 2)
        #expect(compactDisc.samples(.milliseconds(10)) == 441 && compactDisc.samples(.microseconds(22)) == 0)
        #expect(compactDisc.milliseconds(44_100) == 1_000)
    }
}
