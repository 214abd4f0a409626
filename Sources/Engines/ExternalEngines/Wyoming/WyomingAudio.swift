import SaybusMessages

/// Events that carry sound: signed 16-bit samples, little-endian.
extension WyomingEvent {
    /// The event that opens a stream of one channel.
    /// - Parameter rate: Samples a second.
    public static func audioStart(rate: Int) -> WyomingEvent {
        WyomingEvent(type: "audio-start", data: format(rate: rate))
    }

    /// A piece of a stream of one channel.
    public static func audioChunk(_ samples: [Int16], rate: Int) -> WyomingEvent {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(samples.count * 2)
        for sample in samples {
            bytes.append(UInt8(truncatingIfNeeded: sample))
            bytes.append(UInt8(truncatingIfNeeded: sample >> 8))
        }
        return WyomingEvent(type: "audio-chunk", data: format(rate: rate), payload: bytes)
    }

    /// The event that ends a stream.
    public static let audioStop = WyomingEvent(type: "audio-stop")

    private static func format(rate: Int) -> [String: JSONValue] {
        ["rate": .integer(Int64(rate)), "width": .integer(2), "channels": .integer(1)]
    }
}
