/// A chunk of rendered audio, published by the audio stage for remote speakers and for echo cancellation.
///
/// The body is raw PCM, not JSON; the other properties travel in the header.
public struct AudioOutput: BusMessage {
    /// `audio.output`
    public static let kind: Kind = "audio.output"

    /// The purpose of a chunk.
    public enum Use: String, Sendable, Codable, CaseIterable {
        /// Audio to be played by a remote speaker, and nowhere else.
        case speaker
        /// A reference for echo cancellation. The audio is being played already, so no receiver plays it.
        case reference
    }

    /// The number of this chunk in its stream, from 0; `index` in the header.
    public var index: Int
    /// Whether this chunk is the last of its stream, after which the loudspeaker rests; `last` in the header. It may be
    /// empty.
    public var isLast: Bool
    /// Sample rate and channels; `content` in the header.
    public var format: PCMFormat
    /// 16-bit signed little-endian samples, channels interleaved.
    public var samples: [UInt8]
    /// The purpose; the parameter `use` of the header's `content`.
    public var use: Use

    /// Creates a chunk.
    public init(index: Int, isLast: Bool, format: PCMFormat, samples: [UInt8], use: Use) {
        (self.index, self.isLast, self.format, self.samples, self.use) = (index, isLast, format, samples, use)
    }

    /// Reads the raw body; number, end, format and use come from the header. A chunk without a `use` is a
    /// reference, since no receiver plays a chunk that is not marked for it.
    public init(wire: [UInt8], header: Header) throws {
        let chunk = try PCMChunk(wire: wire, header: header)
        let text = header.content.flatMap { PCMFormat.parameters(of: $0) }?["use"] ?? Use.reference.rawValue
        guard let use = Use(rawValue: text.lowercased()) else {
            throw MessageError(.body, "audio.output for \"\(text)\": it is for speaker or reference")
        }
        self.init(index: chunk.index, isLast: chunk.isLast, format: chunk.format, samples: chunk.samples, use: use)
    }

    /// Writes the raw body; number, end, format and use go into the header.
    public func wire(header: inout Header) -> [UInt8] {
        let body = PCMChunk(index: index, isLast: isLast, format: format, samples: samples).wire(header: &header)
        header.content = "\(format.contentType);use=\(use.rawValue)"
        return body
    }

    /// The schema of the JSON form in which the tap prints a chunk.
    public static let schema = PCMChunk.schema(
        "A chunk of rendered audio in the tap's JSON form; on the wire, raw bytes.",
        more: [
            .required(
                "use", .choice(Use.allCases.map(\.rawValue)),
                "The purpose: a remote speaker, or echo cancellation; on the wire in the header's content.")
        ])
    /// A single chunk.
    public static let examples = [
        AudioOutput(
            index: 0, isLast: true, format: PCMFormat(rate: 22_050, channels: 1), samples: [1, 0, 2, 0], use: .speaker)
    ]
}
