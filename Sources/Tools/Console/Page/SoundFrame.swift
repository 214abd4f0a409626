import SaybusMessages

/// A binary frame of the WebSocket: the length of a header (32 bits, little-endian), the header as JSON, and samples
/// (16 bits, little-endian, mono).
enum SoundFrame {
    /// Sound of the page's microphone.
    struct Input: Sendable, Equatable {
        /// The number of samples that precede these since the page was opened, lost ones included.
        let position: Int
        /// The samples at 16 kHz.
        let samples: [Int16]
        /// Whether the microphone is switched off after these.
        let isLast: Bool
    }

    private static let maximumHeaderBytes = 1024

    /// Reads a frame of a page: header `{"kind": "audio.input", "sample": 3200}`, with `"last": true` at the end.
    /// - Throws: A ``PageError`` with a sentence for the page.
    static func input(_ bytes: [UInt8]) throws(PageError) -> Input {
        guard bytes.count >= 4 else { throw PageError(.unreadable, "a binary frame begins with the header's length") }
        let length = (0..<4).reduce(0) { $0 | Int(bytes[$1]) << (8 * $1) }
        guard length <= maximumHeaderBytes, bytes.count >= 4 + length, (bytes.count - 4 - length).isMultiple(of: 2),
            let header = try? JSONValue(parsing: Array(bytes[4..<4 + length])),
            header["kind"] == .string(AudioInput.kind.rawValue), case .integer(let sample) = header["sample"],
            (0...Int64(1) << 48).contains(sample)
        else { throw PageError(.unreadable, "a binary frame has a header with kind audio.input and sample, and PCM") }
        let samples = PCM.samples(bytes[(4 + length)...])
        return Input(position: Int(sample), samples: samples, isLast: header["last"] == .boolean(true))
    }

    /// Writes a chunk for the page's loudspeaker, with the members of the bus' own header that tell about sound.
    static func output(_ chunk: AudioOutput, id: MessageID?) -> [UInt8] {
        var header: [String: JSONValue] = [
            "kind": .string(AudioOutput.kind.rawValue), "index": .integer(Int64(chunk.index)),
            "last": .boolean(chunk.isLast), "content": .string("\(chunk.format.contentType);use=\(chunk.use.rawValue)"),
            "rate": .integer(Int64(chunk.format.rate)),
        ]
        if let id { header["id"] = .string("\(id)") }
        return frame(header, chunk.samples)
    }

    /// Writes the answer to a question for the sound of a turn.
    /// - Parameter number: The number of the page's question.
    static func answer(_ sound: TurnSounds.Sound, number: Int?) -> [UInt8] {
        var header: [String: JSONValue] = [
            "kind": .string(AudioInput.kind.rawValue), "rate": .integer(Int64(sound.format.rate)),
            "channels": .integer(Int64(sound.format.channels)), "missing": .integer(Int64(sound.missing)),
        ]
        if let number { header["number"] = .integer(Int64(number)) }
        return frame(header, sound.samples)
    }

    private static func frame(_ header: [String: JSONValue], _ samples: [UInt8]) -> [UInt8] {
        let text = Array(JSONValue.object(header).text().utf8)
        return (0..<4).map { UInt8(truncatingIfNeeded: text.count >> (8 * $0)) } + text + samples
    }
}
