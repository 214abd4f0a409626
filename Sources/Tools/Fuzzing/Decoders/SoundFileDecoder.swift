import SaybusSound

/// The reader of sound files.
enum SoundFileDecoder: FuzzedDecoder {
    static let words = [
        "RIFF", "WAVE", "fmt ", "data", "LIST", "fLaC", "OggS", "FORM", "AIFF", "RF64", "caff", ".snd", "\u{1}vorbis",
        "OpusHead",
        "\u{7F}\u{7F}\u{7F}\u{7F}",
    ]

    static let seeds: [[UInt8]] = [wave(format: 1, channels: 1, bits: 16), wave(format: 3, channels: 2, bits: 32)]

    /// Samples that are read of a file: two seconds. A few bytes of FLAC can stand for hours of silence.
    private static let maximumSamples = 2 * 16_000

    static func decode(_ input: [UInt8]) throws(FuzzViolation) -> Bool {
        let file = try ScratchFile(input)
        do throws(SoundError) {
            let reader = try SoundFileReader(path: file.path)
            var count = 0
            while count < maximumSamples {
                let block = try reader.read(8_000)
                if block.isEmpty { break }
                count += block.count
            }
        } catch {
            try checkRefusal(error.description)
            return false
        }
        return true
    }

    /// Returns a WAV file with a few samples.
    private static func wave(format: UInt16, channels: UInt16, bits: UInt16) -> [UInt8] {
        func little(_ value: some FixedWidthInteger) -> [UInt8] {
            withUnsafeBytes(of: value.littleEndian) { Array($0) }
        }
        let frame = channels * bits / 8
        let samples = (0..<UInt32(frame) * 64).map { UInt8(truncatingIfNeeded: $0 &* 37) }
        let chunk =
            Array("fmt ".utf8) + little(UInt32(16)) + little(format) + little(channels) + little(UInt32(16_000))
            + little(UInt32(16_000) * UInt32(frame)) + little(frame) + little(bits)
        let data = Array("data".utf8) + little(UInt32(samples.count)) + samples
        let body = Array("WAVE".utf8) + chunk + data
        return Array("RIFF".utf8) + little(UInt32(body.count)) + body
    }
}
