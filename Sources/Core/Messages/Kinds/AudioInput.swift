/// A chunk of the open turn's audio: 20 to 100 ms of PCM, published by the listen stage.
///
/// The body is the bytes of the samples, not JSON; the other properties travel in the header.
public struct AudioInput: BusMessage {
    /// `audio.input`
    public static let kind: Kind = "audio.input"

    /// The number of this chunk in its turn, from 0; `index` in the header. A gap means lost audio.
    public var index: Int
    /// Whether this chunk is the last of its turn; `last` in the header. The last chunk may be empty.
    public var isLast: Bool
    /// Sample rate and channels; `content` in the header.
    public var format: PCMFormat
    /// 16-bit signed little-endian samples, channels interleaved.
    public var samples: [UInt8]

    /// Creates a chunk.
    public init(index: Int, isLast: Bool, format: PCMFormat = .speech, samples: [UInt8]) {
        (self.index, self.isLast, self.format, self.samples) = (index, isLast, format, samples)
    }

    /// Reads the raw body; number, end and format come from the header.
    public init(wire: [UInt8], header: Header) throws {
        let chunk = try PCMChunk(wire: wire, header: header)
        self.init(index: chunk.index, isLast: chunk.isLast, format: chunk.format, samples: chunk.samples)
    }

    /// Writes the raw body; number, end and format go into the header.
    public func wire(header: inout Header) -> [UInt8] {
        PCMChunk(index: index, isLast: isLast, format: format, samples: samples).wire(header: &header)
    }

    /// The schema of the JSON form in which the tap prints a chunk.
    public static let schema = PCMChunk.schema(
        "A chunk of the open turn's audio in the tap's JSON form; on the wire, raw bytes.")
    /// A chunk in the middle, and an empty last one.
    public static let examples = [
        AudioInput(index: 3, isLast: false, samples: [0, 0, 255, 127, 0, 128]),
        AudioInput(index: 4, isLast: true, samples: []),
    ]
}
