import Foundation

/// The format of 16-bit signed little-endian PCM.
public struct PCMFormat: Sendable, Equatable, Codable {
    /// The sample rate in hertz.
    public var rate: Int
    /// The number of interleaved channels.
    public var channels: Int

    /// The format for speech recognition: 16 kHz, one channel.
    public static let speech = PCMFormat(rate: 16_000, channels: 1)

    /// Creates a format.
    public init(rate: Int, channels: Int) { (self.rate, self.channels) = (rate, channels) }

    /// The number of samples of a frame in each channel. A frame has 20 ms, as detectors of speech take it.
    package var frameLength: Int { samples(.milliseconds(20)) }

    /// Returns the number of samples of a duration in each channel, rounded down.
    package func samples(_ duration: Duration) -> Int {
        let (seconds, attoseconds) = duration.components
        return Int(seconds) * rate + Int(attoseconds / 1_000_000_000) * rate / 1_000_000_000
    }

    /// Returns the duration of a number of samples in each channel, in milliseconds, rounded toward zero.
    package func milliseconds(_ samples: Int) -> Int { samples / rate * 1_000 + samples % rate * 1_000 / rate }

    /// The MIME type. It is the one of RFC 2586, but samples are little-endian, the byte order of all
    /// supported machines.
    public var contentType: String { "audio/L16;rate=\(rate);channels=\(channels)" }

    /// Reads a MIME type. Parameters other than `rate` and `channels` are ignored.
    /// - Returns: Nil for another type, a rate outside 1…384000, or a number of channels outside 1…32.
    public init?(contentType: String) {
        guard let values = Self.parameters(of: contentType), let rate = values["rate"].flatMap({ Int($0) }),
            (1...384_000).contains(rate), let channels = Int(values["channels"] ?? "1"), (1...32).contains(channels)
        else { return nil }
        self.init(rate: rate, channels: channels)
    }

    /// Returns the parameters of the MIME type by their lower-case names; nil for another type. One without a value
    /// says nothing, and is left out.
    static func parameters(of contentType: String) -> [String: String]? {
        let parts = contentType.split(separator: ";").map { $0.filter { $0 != " " } }
        guard parts.first?.lowercased() == "audio/l16" else { return nil }
        var values: [String: String] = [:]
        for part in parts.dropFirst() {
            let pair = part.split(separator: "=", maxSplits: 1)
            if pair.count == 2 { values[pair[0].lowercased()] = String(pair[1]) }
        }
        return values
    }

    static let schema = Schema.object(
        "The format of 16-bit signed little-endian PCM.",
        [
            .required("rate", .integer, "Sample rate in hertz."),
            .required("channels", .integer, "Number of interleaved channels."),
        ])
}

/// The common part of the two kinds of raw audio: samples, format, number, and end of the stream.
struct PCMChunk {
    /// The numbers that a chunk may have. Receivers calculate with them, which must not overflow; a stream never comes
    /// near the end.
    private static let indices = 0..<1 << 40

    var index: Int
    var isLast: Bool
    var format: PCMFormat
    var samples: [UInt8]

    init(index: Int, isLast: Bool, format: PCMFormat, samples: [UInt8]) {
        (self.index, self.isLast, self.format, self.samples) = (index, isLast, format, samples)
    }

    init(wire: [UInt8], header: Header) throws {
        guard let content = header.content, let format = PCMFormat(contentType: content) else {
            throw MessageError(
                .body, "audio needs content audio/L16;rate=…;channels=…, got \(header.content ?? "none")")
        }
        guard let index = header.index, Self.indices.contains(index) else {
            throw MessageError(
                .body,
                header.index.map { "audio has an index from 0 to \(Self.indices.upperBound - 1), got \($0)" }
                    ?? "audio without an index")
        }
        guard wire.count.isMultiple(of: 2 * format.channels) else {
            throw MessageError(.body, "\(wire.count) bytes are no whole number of 16-bit frames")
        }
        self.init(index: index, isLast: header.last ?? false, format: format, samples: wire)
    }

    func wire(header: inout Header) -> [UInt8] {
        header.content = format.contentType
        header.index = index
        header.last = isLast
        return samples
    }

    static func schema(_ description: String, more: [Schema.Field] = []) -> Schema {
        let fields: [Schema.Field] = [
            .required("index", .integer, "Number of this chunk in its stream, from 0; on the wire in the header."),
            .required("isLast", .boolean, "Whether no chunk follows; on the wire in the header as last."),
            .required("format", PCMFormat.schema, "On the wire in the header as content."),
            .required("samples", .array(.integer), "The bytes of the samples, 0 to 255 each."),
        ]
        return .object(description, fields + more)
    }
}
