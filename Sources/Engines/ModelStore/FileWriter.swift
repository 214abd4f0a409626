import Glibc

/// Writing of files, with the reasons why it fails.
enum FileWriter {
    /// Writes all bytes.
    /// - Returns: The reason why that failed; nil when it did not.
    static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> String? {
        guard let start = bytes.baseAddress else { return nil }
        var place = 0
        while place < bytes.count {
            let count = Glibc.write(descriptor, start + place, bytes.count - place)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return errno == ENOSPC ? "the disk is full" : String(cString: strerror(errno)) }
            place += count
        }
        return nil
    }

    /// Makes one file of several, one after the other. A single one is renamed.
    static func join(_ parts: [String], into path: String) throws(ModelError) {
        if parts.count == 1, rename(parts[0], path) == 0 { return }
        let output = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
        guard output >= 0 else { throw ModelError(.notWritten, "\(path) cannot be written") }
        defer { close(output) }
        var buffer = [UInt8](repeating: 0, count: 1 << 20)
        for part in parts {
            let input = open(part, O_RDONLY | O_CLOEXEC)
            defer { close(input) }
            while case let count = read(input, &buffer, buffer.count), count > 0 {
                if let problem = buffer[..<count].withUnsafeBytes({ write($0, to: output) }) {
                    throw ModelError(.notWritten, "\(path) cannot be written: \(problem)")
                }
            }
        }
    }

    /// Waits until a file's content is on the disk.
    static func synchronize(_ path: String) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }
}
