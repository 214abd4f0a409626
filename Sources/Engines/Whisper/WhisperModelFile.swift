import Foundation

/// The file of a model, checked before the library reads it: the library takes a file that is cut short for whole.
public struct WhisperModelFile: Sendable, Equatable {
    /// The path of the file, as it was given.
    public let path: String
    /// The size in bytes.
    let size: Int
    /// The number of tokens; 51 864 in English models.
    let tokenCount: Int
    /// The frames of 20 ms that the encoder takes at once.
    public let frameCount: Int

    /// Whether the model knows languages other than English.
    public var isMultilingual: Bool { tokenCount >= 51_865 }

    /// The bytes, and the numbers that they hold, of a block of each type of ggml.
    private static let blocks: [Int32: (bytes: Int, numbers: Int)] = [
        0: (4, 1), 1: (2, 1), 2: (18, 32), 3: (20, 32), 6: (22, 32), 7: (24, 32), 8: (34, 32), 10: (84, 256),
        11: (110, 256), 12: (144, 256), 13: (176, 256), 14: (210, 256),
    ]

    /// Reads the structure of a file.
    /// - Throws: ``WhisperError`` with code `model-missing` or `model-unusable`.
    public init(_ path: String) throws(WhisperError) {
        guard let handle = FileHandle(forReadingAtPath: path), let end = try? handle.seekToEnd() else {
            throw WhisperError(.modelMissing, "\(path) cannot be read: name a ggml model of Whisper in --model")
        }
        defer { try? handle.close() }
        var reader = Reader(handle: handle, path: path, size: Int(end))
        (self.path, size) = (path, Int(end))
        let sizes = try reader.sizes()
        (tokenCount, frameCount) = (sizes[0], sizes[1])
        try reader.skipVocabulary()
        let tensors = try reader.countTensors()
        // Ten tensors outside the layers, and at least 15 in each of the encoder's and 24 in each of the decoder's.
        guard tensors >= 10 + 15 * sizes[4] + 24 * sizes[8] else { throw reader.cutShort }
    }

    /// A reader of little-endian numbers that reads ahead, since a vocabulary has 50 000 of them.
    private struct Reader {
        let handle: FileHandle
        let path: String
        let size: Int
        private var place = 0
        private var piece = Data()
        private var pieceStart = 0

        init(handle: FileHandle, path: String, size: Int) { (self.handle, self.path, self.size) = (handle, path, size) }

        var isAtEnd: Bool { place >= size }
        var cutShort: WhisperError {
            WhisperError(.modelUnusable, "\(path) is cut short or damaged: fetch it again, saybus models verify")
        }

        mutating func skip(_ count: Int) throws(WhisperError) {
            guard count >= 0, count <= size - place else { throw cutShort }
            place += count
        }

        mutating func number() throws(WhisperError) -> Int32 {
            guard size - place >= 4 else { throw cutShort }
            if place < pieceStart || place + 4 > pieceStart + piece.count {
                guard (try? handle.seek(toOffset: UInt64(place))) != nil,
                    let read = try? handle.read(upToCount: 64 << 10), read.count >= 4
                else { throw cutShort }
                (piece, pieceStart) = (read, place)
            }
            let start = place - pieceStart
            place += 4
            return piece.withUnsafeBytes {
                Int32(littleEndian: $0.loadUnaligned(fromByteOffset: start, as: Int32.self))
            }
        }

        /// Reads the beginning: the format's mark and eleven sizes.
        mutating func sizes() throws(WhisperError) -> [Int] {
            let magic = try number()
            guard magic == 0x6767_6d6c else {
                // "GGUF", the newer format of ggml.
                let kind = magic == 0x4655_4747 ? "has the newer format GGUF" : "is no ggml model of Whisper"
                throw WhisperError(.modelUnusable, "\(path) \(kind): saybus models get whisper-tiny.en-q8")
            }
            var sizes: [Int] = []
            for _ in 0..<11 { sizes.append(Int(try number())) }
            // From the tiny model's sizes to ten times the largest one's.
            let limits = [
                50_000...1_000_000, 1...10_000, 64...20_000, 1...400, 1...400, 1...10_000, 64...20_000, 1...400,
                1...400, 16...1000, 0...10_000,
            ]
            guard zip(sizes, limits).allSatisfy({ $1.contains($0) }) else {
                throw WhisperError(.modelUnusable, "\(path) has sizes that no Whisper model has: fetch it again")
            }
            return sizes
        }

        /// Skips the filters of the mel bands, and the vocabulary.
        mutating func skipVocabulary() throws(WhisperError) {
            let (bands, width) = (Int(try number()), Int(try number()))
            guard 1...1000 ~= bands, 1...10_000 ~= width else { throw cutShort }
            try skip(bands * width * 4)
            let words = Int(try number())
            guard 0...1_000_000 ~= words else { throw cutShort }
            for _ in 0..<words { try skip(Int(try number())) }
        }

        /// Skips the tensors, which are all that follows.
        /// - Returns: Their number.
        mutating func countTensors() throws(WhisperError) -> Int {
            var tensors = 0
            while !isAtEnd {
                let (dimensions, name, type) = (try number(), try number(), try number())
                guard 1...4 ~= dimensions, 1...200 ~= name, let block = WhisperModelFile.blocks[type] else {
                    throw WhisperError(.modelUnusable, "\(path) is damaged, or of a newer format: fetch it again")
                }
                var count = 1
                for _ in 0..<dimensions {
                    let (product, overflow) = count.multipliedReportingOverflow(by: Int(try number()))
                    guard !overflow, product > 0 else { throw cutShort }
                    count = product
                }
                try skip(Int(name))
                let (bytes, overflow) = (count / block.numbers).multipliedReportingOverflow(by: block.bytes)
                guard !overflow else { throw cutShort }
                try skip(bytes)
                tensors += 1
            }
            return tensors
        }
    }
}
