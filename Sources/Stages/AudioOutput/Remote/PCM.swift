/// Conversions between 16-bit little-endian PCM bytes and samples.
enum PCM {
    /// Returns the bytes of samples.
    static func bytes(_ samples: [Int16]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(samples.count * 2)
        for sample in samples {
            bytes.append(UInt8(truncatingIfNeeded: sample))
            bytes.append(UInt8(truncatingIfNeeded: sample >> 8))
        }
        return bytes
    }

    /// Returns the samples of bytes, with the mean of all channels as one; an incomplete last frame is dropped.
    static func samples(_ bytes: some Collection<UInt8>, channels: Int) -> [Int16] {
        let bytes = Array(bytes)
        return (0..<bytes.count / (2 * channels)).map { frame in
            var sum = 0
            for channel in 0..<channels {
                let place = 2 * (frame * channels + channel)
                sum += Int(Int16(bitPattern: UInt16(bytes[place]) | UInt16(bytes[place + 1]) << 8))
            }
            return Int16(clamping: sum / channels)
        }
    }
}
