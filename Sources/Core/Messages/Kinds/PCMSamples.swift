/// Conversions between samples and bytes of 16-bit signed little-endian PCM.
package enum PCM {
    /// Returns the bytes of samples.
    package static func bytes(_ samples: some Collection<Int16>) -> [UInt8] {
        Array(samples).map(\.littleEndian).withUnsafeBytes { Array($0) }
    }

    /// Returns the samples of bytes, with the mean of all channels as one. An incomplete last frame is dropped.
    package static func samples(_ bytes: some Collection<UInt8>, channels: Int = 1) -> [Int16] {
        Array(bytes).withUnsafeBytes { bytes -> [Int16] in
            func sample(_ index: Int) -> Int16 {
                Int16(littleEndian: bytes.loadUnaligned(fromByteOffset: 2 * index, as: Int16.self))
            }
            if channels == 1 { return (0..<bytes.count / 2).map(sample) }
            return (0..<bytes.count / (2 * channels)).map { frame in
                let sum = (0..<channels).reduce(0) { $0 + Int(sample(frame * channels + $1)) }
                return Int16(clamping: sum / channels)
            }
        }
    }

    /// Returns a WAV file of one channel.
    /// - Parameter rate: The sample rate in hertz.
    package static func wavFile(_ samples: [Int16], rate: Int) -> [UInt8] {
        func little(_ number: Int, _ bytes: Int) -> [UInt8] {
            (0..<bytes).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
        }
        let size = samples.count * 2
        var file = Array("RIFF".utf8) + little(36 + size, 4) + Array("WAVEfmt ".utf8) + little(16, 4)
        file += little(1, 2) + little(1, 2) + little(rate, 4) + little(rate * 2, 4) + little(2, 2) + little(16, 2)
        file += Array("data".utf8) + little(size, 4)
        return file + bytes(samples)
    }
}
