/// The header of a WAV file that comes through a pipe, whose writer may not know its length.
struct WAVHeader: Equatable {
    /// The outcome of reading the first bytes.
    enum Reading: Equatable {
        case whole(WAVHeader)
        /// The bytes may be a header; more are needed.
        case partial
        /// The bytes are no header.
        case none
    }

    /// The maximum length of the header in bytes.
    static let maximumLength = 64 << 10

    var rate: Int
    var channels: Int
    /// Whether the samples are 16-bit PCM.
    var isPCM: Bool
    /// The length of the header in bytes.
    var length: Int
    /// The length of the samples in bytes; nil when it is not stated. Data after them is not sound.
    var samples: Int?

    /// The stated length in bytes from which on the real one is unknown: espeak-ng, sox and ffmpeg then state some
    /// 2 or 4 GiB.
    private static let unknown = 0x7000_0000

    /// Reads the first bytes of a stream.
    static func read(_ bytes: [UInt8]) -> Reading {
        let magic = Array("RIFF".utf8)
        guard bytes.starts(with: magic.prefix(bytes.count)) else { return .none }
        guard bytes.count >= 12 else { return .partial }
        guard Array(bytes[8..<12]) == Array("WAVE".utf8) else { return .none }
        func number(_ place: Int, _ count: Int) -> Int {
            (0..<count).reduce(0) { $0 | Int(bytes[place + $1]) << (8 * $1) }
        }
        var header = WAVHeader(rate: 0, channels: 0, isPCM: false, length: 0)
        var place = 12
        while place + 8 <= bytes.count {
            let name = String(decoding: bytes[place..<place + 4], as: UTF8.self)
            let size = number(place + 4, 4)
            if name == "data" {
                header.length = place + 8
                header.samples = size > 0 && size < unknown ? size : nil
                return .whole(header)
            }
            guard place + 8 + size <= maximumLength else { return .none }
            if name == "fmt ", size >= 16, place + 24 <= bytes.count {
                let format = number(place + 8, 2)
                header.channels = number(place + 10, 2)
                header.rate = number(place + 12, 4)
                // 0xFFFE is the extensible form of the format.
                header.isPCM = (format == 1 || format == 0xFFFE) && number(place + 22, 2) == 16
            }
            place += 8 + size + size % 2
        }
        return .partial
    }
}
