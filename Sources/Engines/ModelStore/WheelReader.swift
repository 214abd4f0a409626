import CSaybusZlib
import Glibc

/// A reader of zip archives, of which Python wheels are made. It unpacks single members into files.
///
/// Follows PKWARE's APPNOTE 6.3; archives of more than 4 GiB, encrypted members and other packings than deflate are
/// refused. The sizes that an archive gives are not trusted: the caller says how many bytes it takes.
struct WheelReader: ~Copyable {
    /// A member's place in the archive.
    private struct Member {
        var packing: UInt16
        var checksum: UInt32
        var packedSize: Int
        var header: Int
    }

    /// The largest directory that is read, in bytes.
    private static let maximumDirectory = 16 << 20

    private let path: String
    private let descriptor: Int32
    private var members: [String: Member] = [:]

    /// Opens an archive and reads its directory.
    init(_ path: String) throws(ModelError) {
        self.path = path
        descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw ModelError(.notUnpacked, "\(path) cannot be opened") }
        members = try readDirectory()
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Appends a member's content to a file.
    /// - Parameters:
    ///   - output: The descriptor of the file.
    ///   - limit: The most bytes to write; a longer member is refused.
    /// - Returns: The number of bytes.
    func unpack(_ name: String, to output: Int32, limit: Int) throws(ModelError) -> Int {
        guard let member = members[name] else { throw damaged("has no \(name)") }
        let local = try bytes(at: member.header, count: 30)
        guard local.number(0, 4) == 0x0403_4b50 else { throw damaged("is damaged") }
        let place = member.header + 30 + local.number(26, 2) + local.number(28, 2)
        let content = place..<(place + member.packedSize)
        var sink = Sink(output: output, limit: limit, checksum: 0)
        switch member.packing {
        case 0: try copy(content, to: &sink)
        case 8: try unpackDeflated(name, content, to: &sink)
        default: throw damaged("has \(name) in a packing that is not known")
        }
        guard sink.checksum == member.checksum else { throw damaged("has a damaged \(name)") }
        return sink.count
    }

    /// Appends a member that is not packed to a file.
    private func copy(_ content: Range<Int>, to sink: inout Sink) throws(ModelError) {
        var place = content.lowerBound
        while place < content.upperBound {
            let piece = try bytes(at: place, count: min(1 << 20, content.upperBound - place))
            try sink.take(piece[...], path)
            place += piece.count
        }
    }

    /// Unpacks a member that is packed by deflate.
    private func unpackDeflated(
        _ name: String, _ content: Range<Int>, to sink: inout Sink
    ) throws(ModelError) {
        var stream = z_stream()
        // A negative window asks for deflate without the header of zlib.
        guard inflateInit2_(&stream, -15, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
            throw ModelError(.notUnpacked, "there is no memory left to unpack \(path)")
        }
        defer { inflateEnd(&stream) }
        var buffer = [UInt8](repeating: 0, count: 1 << 20)
        var status = Z_OK
        var place = content.lowerBound
        while status == Z_OK, place < content.upperBound {
            var piece = try bytes(at: place, count: min(1 << 20, content.upperBound - place))
            place += piece.count
            var rest = piece.count
            while status == Z_OK, rest > 0 {
                var (used, made) = (0, 0)
                piece.withUnsafeMutableBufferPointer { input in
                    buffer.withUnsafeMutableBufferPointer { result in
                        stream.next_in = input.baseAddress.map { $0 + (input.count - rest) }
                        stream.avail_in = UInt32(rest)
                        stream.next_out = result.baseAddress
                        stream.avail_out = UInt32(result.count)
                        status = inflate(&stream, Z_NO_FLUSH)
                        used = rest - Int(stream.avail_in)
                        made = result.count - Int(stream.avail_out)
                    }
                }
                // Neither input used nor output made: the data is damaged.
                if used == 0, made == 0, status == Z_OK { status = Z_DATA_ERROR }
                rest -= used
                try sink.take(buffer[..<made], path)
            }
        }
        // The rest of the output needs no more input.
        while status == Z_OK {
            var made = 0
            buffer.withUnsafeMutableBufferPointer { result in
                stream.avail_in = 0
                stream.next_out = result.baseAddress
                stream.avail_out = UInt32(result.count)
                status = inflate(&stream, Z_FINISH)
                made = result.count - Int(stream.avail_out)
            }
            try sink.take(buffer[..<made], path)
            if status == Z_BUF_ERROR, made == buffer.count { status = Z_OK }
        }
        guard status == Z_STREAM_END else { throw damaged("has a damaged \(name)") }
    }

    private func damaged(_ what: String) -> ModelError { ModelError(.notUnpacked, "\(path) \(what)") }

    private func readDirectory() throws(ModelError) -> [String: Member] {
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_size >= 22 else { throw damaged("is no wheel") }
        // The end record is at the end, before a comment of at most 65 535 bytes.
        let tail = min(Int(status.st_size), 22 + 65_535)
        let end = try bytes(at: Int(status.st_size) - tail, count: tail)
        guard
            let record = stride(from: tail - 22, through: 0, by: -1).first(where: { end.number($0, 4) == 0x0605_4b50 })
        else { throw damaged("is no wheel") }
        let (count, size, start) = (
            end.number(record + 10, 2), end.number(record + 12, 4), end.number(record + 16, 4)
        )
        guard size <= Self.maximumDirectory else { throw damaged("is too large for a wheel") }
        let directory = try bytes(at: start, count: size)
        var members: [String: Member] = [:]
        var place = 0
        for _ in 0..<count {
            guard place + 46 <= directory.count, directory.number(place, 4) == 0x0201_4b50 else {
                throw damaged("is damaged")
            }
            let nameLength = directory.number(place + 28, 2)
            guard place + 46 + nameLength <= directory.count else { throw damaged("is damaged") }
            let name = String(decoding: directory[(place + 46)..<(place + 46 + nameLength)], as: UTF8.self)
            // Bit 0 tells that the member is encrypted.
            if directory.number(place + 8, 2) & 1 == 0 {
                members[name] = Member(
                    packing: UInt16(directory.number(place + 10, 2)),
                    checksum: UInt32(directory.number(place + 16, 4)), packedSize: directory.number(place + 20, 4),
                    header: directory.number(place + 42, 4))
            }
            place += 46 + nameLength + directory.number(place + 30, 2) + directory.number(place + 32, 2)
        }
        return members
    }

    /// Reads bytes of the archive.
    private func bytes(at place: Int, count: Int) throws(ModelError) -> [UInt8] {
        var read = 0
        let result = [UInt8](unsafeUninitializedCapacity: count) { buffer, size in
            guard let start = buffer.baseAddress else { return }
            while read < count,
                case let more = pread(descriptor, start + read, count - read, off_t(place + read)), more > 0
            { read += more }
            size = read
        }
        guard read == count else { throw damaged("is cut short") }
        return result
    }

    /// A file that takes unpacked bytes up to a limit.
    private struct Sink {
        let output: Int32
        let limit: Int
        var checksum: UInt32
        var count = 0

        init(output: Int32, limit: Int, checksum: UInt32) {
            (self.output, self.limit, self.checksum) = (output, limit, checksum)
        }

        mutating func take(_ bytes: ArraySlice<UInt8>, _ path: String) throws(ModelError) {
            guard !bytes.isEmpty else { return }
            count += bytes.count
            guard count <= limit else { throw ModelError(.notUnpacked, "\(path) has a member that is too large") }
            let (sum, problem) = bytes.withUnsafeBufferPointer { buffer in
                (
                    crc32(UInt(checksum), buffer.baseAddress, UInt32(buffer.count)),
                    FileWriter.write(UnsafeRawBufferPointer(buffer), to: output)
                )
            }
            checksum = UInt32(truncatingIfNeeded: sum)
            if let problem { throw ModelError(.notWritten, "\(path) cannot be unpacked: \(problem)") }
        }
    }
}

extension [UInt8] {
    /// Returns the little-endian number of some bytes; 0 where there are none.
    fileprivate func number(_ place: Int, _ size: Int) -> Int {
        guard place >= 0, place + size <= count else { return 0 }
        return (0..<size).reduce(0) { $0 | Int(self[place + $1]) << (8 * $1) }
    }
}
