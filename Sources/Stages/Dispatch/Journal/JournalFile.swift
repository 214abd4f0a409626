import Glibc
import SaybusSupport

/// The file of a journal, with space for its next lines also on a full disk.
struct JournalFile {
    /// Size in bytes beyond which the file is rewritten without outdated records.
    private static let rewriteSize = 4 << 20
    /// Space in bytes that is kept beyond the file's end, so that the steps of some 150 records can still be written
    /// when the disk is full: the end of a turn that no successor knows of would be reported as a failure.
    private static let reserve = 64 << 10

    /// The end of the name of a file that is being written, and replaces the journal then.
    static let unfinishedSuffix = ".new"

    private let path: String
    private let folder: String
    private var descriptor: Int32?
    private var size = 0
    /// The size that the file can reach on a full disk.
    private var reserved = 0
    /// Whether the disk had no space to reserve.
    private(set) var lacksSpace = false
    private var limit = JournalFile.rewriteSize

    /// Names a file, which is not open yet.
    init(_ path: String, in folder: String) { (self.path, self.folder) = (path, folder) }

    /// Whether the file is open.
    var isOpen: Bool { descriptor != nil }

    /// Whether somebody has removed the open file.
    var isRemoved: Bool { descriptor.map { LockedFile.isRemoved($0) } ?? false }

    /// Whether the file should be rewritten without outdated records.
    var isLarge: Bool { size > limit }

    /// Opens the file, and locks it.
    /// - Returns: False, with `errno`, when that is not possible.
    mutating func open() -> Bool {
        descriptor = LockedFile.open(path)
        guard isOpen else { return false }
        reserveSpace()
        return true
    }

    /// Closes the file.
    mutating func close() {
        if let descriptor { Glibc.close(descriptor) }
        descriptor = nil
    }

    /// Lets a large file grow further.
    mutating func grow() { limit = size + Self.rewriteSize }

    /// Appends a line. One that is written only in part is removed, since the next one would continue it.
    /// - Returns: The error number; nil on success.
    mutating func append(_ line: [UInt8]) -> Int32? {
        guard let descriptor else { return EBADF }
        let written = line.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
        guard written == line.count else {
            let failure = written < 0 ? errno : ENOSPC
            if written > 0 { ftruncate(descriptor, off_t(size)) }
            return failure
        }
        size += line.count
        reserveSpace()
        return nil
    }

    /// Writes lines over those of the file, whose space is there on a full disk, too.
    /// - Returns: Whether the file holds these lines now.
    mutating func overwrite(_ data: [UInt8]) -> Bool {
        guard data.count <= size else { return false }
        // The other descriptor only appends.
        let descriptor = Glibc.open(path, O_WRONLY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { return false }
        defer { Glibc.close(descriptor) }
        // Blank lines, so that older records do not follow if the program is killed before the file is cut.
        let whole = data + Array(repeating: UInt8(ascii: "\n"), count: size - data.count)
        let written = whole.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
        guard written == whole.count, ftruncate(descriptor, off_t(data.count)) == 0 else { return false }
        // The space that the file gives back is kept for its next steps.
        let rest = size - data.count
        let isReserved = rest > 0 && LockedFile.reserve(rest, beyond: data.count, of: descriptor)
        (size, reserved) = (data.count, data.count + (isReserved ? rest : 0))
        lacksSpace = reserved - size < Self.reserve / 2
        return true
    }

    /// Writes lines into a new file, which is locked before it replaces the old one.
    /// - Returns: Whether the file holds these lines now.
    @discardableResult
    mutating func rewrite(_ data: [UInt8]) -> Bool {
        // The folder may have been removed with the bus's directory, which the broker makes again.
        mkdir(folder, 0o700)
        let new = path + Self.unfinishedSuffix
        unlink(new)
        guard let descriptor = LockedFile.open(new) else { return false }
        let written = data.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
        guard written == data.count, rename(new, path) == 0 else {
            Glibc.close(descriptor)
            unlink(new)
            return false
        }
        close()
        self.descriptor = descriptor
        (size, reserved) = (written, 0)
        reserveSpace()
        // Room for twice as much again, so that most time is not spent on writing what was written before.
        limit = max(Self.rewriteSize, 3 * written)
        return true
    }

    /// Reserves space beyond the file's end when half of it is used.
    private mutating func reserveSpace() {
        guard let descriptor, reserved - size < Self.reserve / 2 else { return }
        let isReserved = LockedFile.reserve(Self.reserve, beyond: size, of: descriptor)
        // Some file systems cannot reserve any.
        lacksSpace = !isReserved && errno == ENOSPC
        if isReserved { reserved = size + Self.reserve }
    }
}
