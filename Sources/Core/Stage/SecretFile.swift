import Foundation

/// A file with one secret, which only its owner can read.
///
/// The file is opened without following a symbolic link, and its permissions are those of the open descriptor, so that
/// nobody can exchange it in between.
public struct SecretFile {
    /// The path as it was given.
    public let path: String
    private let subject: String
    private let handle: FileHandle

    /// The most bytes that are read.
    private static let maximumSize = 4_096

    /// Opens a file, or makes an empty one if it is missing.
    /// - Parameters:
    ///   - path: The file's path.
    ///   - subject: The word for the secret in messages, such as `key`.
    /// - Throws: ``StageFailure`` with code `configuration` when the file cannot be opened, or others can read it.
    public init(_ path: String, of subject: String) throws(StageFailure) {
        (self.path, self.subject) = (path, subject)
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else {
            throw StageFailure(
                .configuration, "the \(subject)'s file \(path) cannot be opened: \(String(cString: strerror(errno)))")
        }
        handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & 0o077 == 0 else {
            throw StageFailure(.configuration, "others can read the \(subject)'s file \(path): chmod 600 \(path)")
        }
    }

    /// Returns the file's text without spaces around it; empty when the file is new.
    /// - Throws: ``StageFailure`` with code `inputOutput` when it cannot be read: a new secret must not replace it.
    public func text() throws(StageFailure) -> String {
        var bytes = [UInt8](repeating: 0, count: Self.maximumSize)
        let count = read(handle.fileDescriptor, &bytes, bytes.count)
        guard count >= 0 else {
            throw StageFailure(
                .inputOutput, "the \(subject)'s file \(path) cannot be read: \(String(cString: strerror(errno)))")
        }
        return String(decoding: bytes.prefix(count), as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// Writes the secret into an empty file.
    /// - Throws: ``StageFailure`` with code `inputOutput`.
    public func write(_ text: String) throws(StageFailure) {
        do { try handle.write(contentsOf: Data("\(text)\n".utf8)) } catch {
            throw StageFailure(.inputOutput, "the \(subject)'s file \(path) cannot be written: \(error)")
        }
    }
}
