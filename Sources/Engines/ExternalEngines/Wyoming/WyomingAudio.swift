import SaybusMessages

/// Audio events: signed 16-bit samples, little-endian.
extension WyomingEvent {
    /// Returns the event that begins a mono stream.
    /// - Parameter rate: The sample rate in hertz.
    public static func audioStart(rate: Int) -> WyomingEvent {
        WyomingEvent(type: "audio-start", data: format(rate: rate))
    }

    /// Returns the event with the next samples of a mono stream.
    public static func audioChunk(_ samples: [Int16], rate: Int) -> WyomingEvent {
        WyomingEvent(type: "audio-chunk", data: format(rate: rate), payload: PCM.bytes(samples))
    }

    /// The event that ends a stream.
    public static let audioStop = WyomingEvent(type: "audio-stop")

    private static func format(rate: Int) -> [String: JSONValue] {
        ["rate": .integer(Int64(rate)), "width": .integer(2), "channels": .integer(1)]
    }
}
