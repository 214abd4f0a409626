import Foundation
import SaybusZeroMQ

/// A file with a key: lines of a word and a value; `#` begins a comment.
///
/// ```
/// # Saybus key "kitchen": secret. Keep it to yourself.
/// public-key Yne@$w-vo<fVvi]a<NY6T1ed:M$fCG*[IaLV{hID
/// secret-key D:)Q[IlAW!ahhC2ac:9*A}h:p?([4%wOTJ%JR%cs
/// ```
///
/// The `.public` file has only the first of the two lines and may be given to anyone; the `.secret` file has
/// both, and mode 0600.
public struct KeyFile: Sendable, Equatable, CustomStringConvertible {
    /// The key's name: the file's name without its extension.
    public let name: String
    /// The public key, 40 characters of Z85.
    public let publicKey: String
    /// The secret key, 40 characters of Z85; nil in a public file.
    public let secretKey: String?

    /// The name and the public key, without the secret one.
    public var description: String { "key \"\(name)\" (\(publicKey))" }

    /// The most bytes that are read.
    private static let maximumSize = 4096

    init(name: String, _ pair: CurveKeyPair) {
        (self.name, publicKey, secretKey) = (name, pair.publicKey, pair.secretKey)
    }

    /// Reads a file.
    /// - Throws: ``BusError`` with code `badKey`, also when others can read a file with a secret key.
    public init(path: String) throws(BusError) {
        name = ((path as NSString).lastPathComponent as NSString).deletingPathExtension
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            throw BusError(.badKey, "cannot read the key \(path): \(String(cString: strerror(errno)))")
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw BusError(.badKey, "\(path) is no file with a key")
        }
        var bytes = [UInt8](repeating: 0, count: Self.maximumSize)
        let count = read(descriptor, &bytes, bytes.count)
        let fields = try Self.fields(bytes.prefix(max(0, count)), path)
        guard let publicKey = fields["public-key"] else {
            throw BusError(.badKey, "\(path) has no line \"public-key\": make a key with: saybus keys new NAME")
        }
        self.publicKey = publicKey
        secretKey = fields["secret-key"]
        guard let secretKey else { return }
        guard status.st_uid == geteuid() || status.st_uid == 0 else {
            throw BusError(.badKey, "the secret key \(path) belongs to another user (\(status.st_uid))")
        }
        guard status.st_mode & 0o077 == 0 else {
            let mode = String(status.st_mode & 0o777, radix: 8)
            throw BusError(
                .badKey,
                "the secret key \(path) can be read by others (mode \(mode)): run chmod 600 \(path), and make a new key if somebody may have read it"
            )
        }
        guard (try? CurveKeyPair(secretKey: secretKey))?.publicKey == publicKey else {
            throw BusError(.badKey, "in \(path), the two keys do not belong together")
        }
    }

    /// Writes the two files into a directory.
    /// - Throws: ``BusError``, also when one of the files exists, because a key in use must not be
    ///   overwritten.
    func write(to directory: String) throws(BusError) {
        let secret = """
            # Saybus key "\(name)": secret. Keep it to yourself.
            public-key \(publicKey)
            secret-key \(secretKey ?? "")

            """
        let open = """
            # Saybus key "\(name)": public. It may be shown to anyone.
            public-key \(publicKey)

            """
        let secretPath = "\(directory)/\(name).secret"
        try Self.write(secret, to: secretPath, mode: 0o600)
        do throws(BusError) {
            try Self.write(open, to: "\(directory)/\(name).public", mode: 0o644)
        } catch {
            // If the secret file stayed alone, the next attempt would fail.
            unlink(secretPath)
            throw error
        }
    }

    private static func write(_ text: String, to path: String, mode: mode_t) throws(BusError) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
        guard descriptor >= 0 else {
            guard errno != EEXIST else { throw BusError(.badKey, "cannot write the key \(path): it is there already") }
            throw unwritable(path)
        }
        defer { close(descriptor) }
        fchmod(descriptor, mode)
        let bytes = Array(text.utf8)
        errno = 0
        guard Glibc.write(descriptor, bytes, bytes.count) == bytes.count, fsync(descriptor) == 0 else {
            // A partial write on a full disk sets no errno.
            let error = unwritable(path, errno == 0 ? ENOSPC : errno)
            unlink(path)
            throw error
        }
    }

    private static func unwritable(_ path: String, _ number: Int32 = errno) -> BusError {
        BusError(
            .unwritable,
            "cannot write the key \(path): \(String(cString: strerror(number))); choose another place with --directory")
    }

    private static func fields(_ bytes: ArraySlice<UInt8>, _ path: String) throws(BusError) -> [String: String] {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw BusError(.badKey, "\(path) is no text, so it has no key")
        }
        var fields: [String: String] = [:]
        for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let words = line.split(whereSeparator: \.isWhitespace)
            guard let word = words.first, !word.hasPrefix("#") else { continue }
            guard ["public-key", "secret-key"].contains(word), words.count == 2, PublicKey.isValid(words[1]) else {
                throw BusError(
                    .badKey,
                    "\(path), line \(number + 1): expected \"public-key\" or \"secret-key\" and 40 characters of Z85"
                )
            }
            fields[String(word)] = String(words[1])
        }
        return fields
    }
}

/// The text form of a public key.
public enum PublicKey {
    /// Returns whether a text can be a key: 40 characters of Z85.
    public static func isValid(_ text: some StringProtocol) -> Bool {
        text.utf8.count == 40 && Z85.decode(String(text)) != nil
    }
}
