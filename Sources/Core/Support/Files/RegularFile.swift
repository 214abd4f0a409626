import Glibc

/// The content of a file that is read as a whole, up to a limit.
///
/// Opening it never waits, as opening a pipe without a writer would; reading a pipe waits a second for its writer. What
/// is opened is what is checked, so that nobody can exchange the file in between.
package struct RegularFile: Sendable {
    /// The content.
    package let bytes: [UInt8]
    /// The permissions, such as `0o600`.
    package let mode: mode_t
    /// The user to whom the file belongs.
    package let owner: uid_t

    /// The time in which the next bytes of a pipe must come, in milliseconds.
    private static let pipeTime: Int32 = 30_000
    /// The time in which a pipe must get its writer, in milliseconds.
    private static let writerTime: Int32 = 1_000
    /// The bytes that are read at once.
    private static let pieceSize = 64 << 10

    /// Reads a file.
    /// - Parameters:
    ///   - limit: The most bytes that a file may have.
    ///   - orPipe: Whether a pipe is read, too, to its end, such as that of `<(…)` in a shell.
    package init(_ path: String, atMost limit: Int, orPipe: Bool = false) throws(FileReadError) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else { throw FileReadError(.unreadable, number: errno) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw FileReadError(.unreadable, number: errno) }
        let isPipe = status.st_mode & S_IFMT == S_IFIFO
        guard status.st_mode & S_IFMT != S_IFDIR else { throw FileReadError(.unreadable, number: EISDIR) }
        guard status.st_mode & S_IFMT == S_IFREG || orPipe && isPipe else { throw FileReadError(.notRegular) }
        guard status.st_size <= limit else { throw FileReadError(.tooLarge, limit: limit) }
        (mode, owner) = (status.st_mode & 0o7777, status.st_uid)
        bytes = try Self.bytes(of: descriptor, size: Int(status.st_size), isPipe: isPipe, atMost: limit)
    }

    /// Reads to the end, also of a file that grows meanwhile.
    private static func bytes(
        of descriptor: Int32, size: Int, isPipe: Bool, atMost limit: Int
    ) throws(FileReadError) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(size)
        var piece = [UInt8](repeating: 0, count: min(pieceSize, limit) + 1)
        var mayGetWriter = isPipe
        while true {
            let count = read(descriptor, &piece, piece.count)
            if count == 0 {
                guard mayGetWriter, bytes.isEmpty else { return bytes }
                // Without a writer a pipe reads as if it had ended.
                mayGetWriter = false
                var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
                _ = poll(&entry, 1, writerTime)
                continue
            }
            if count > 0 {
                bytes += piece[..<count]
                guard bytes.count <= limit else { throw FileReadError(.tooLarge, limit: limit) }
                continue
            }
            switch errno {
            case EINTR: continue
            case EAGAIN:
                // Only a pipe has nothing yet.
                var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
                guard poll(&entry, 1, pipeTime) != 0 else { throw FileReadError(.unreadable, number: ETIMEDOUT) }
            case let number: throw FileReadError(.unreadable, number: number)
            }
        }
    }
}

/// The error of a file that was not read.
package struct FileReadError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The kinds of errors.
    package enum Code: Sendable {
        /// The file cannot be opened or read.
        case unreadable
        /// The file is a pipe, a device or a socket.
        case notRegular
        /// The file has more bytes than are read.
        case tooLarge
    }

    /// The kind of error.
    package let code: Code
    /// The problem, to follow the file's name in a sentence, such as `cannot be read: No such file or directory`.
    package let description: String

    fileprivate init(_ code: Code, number: Int32 = 0, limit: Int = 0) {
        self.code = code
        description =
            switch code {
            case .unreadable: "cannot be read: \(String(cString: strerror(number)))"
            case .notRegular: "is a pipe or a device: give a regular file"
            case .tooLarge: "has more than \(limit) bytes"
            }
    }
}
