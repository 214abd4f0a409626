import CSaybusSndFile
import Glibc

/// Functions that open sound files with libsndfile, and describe its errors.
enum SoundFile {
    /// Opens a file for reading.
    static func open(_ path: String, _ info: inout SF_INFO) throws(SoundError) -> OpaquePointer {
        guard !path.isEmpty, !path.utf8.contains(0) else {
            throw SoundError(.missingFile, "An empty path, or one with a zero byte, names no sound file.")
        }
        var status = stat()
        guard stat(path, &status) == 0 else {
            let reason = errno
            throw SoundError(
                reason == ENOENT || reason == ENOTDIR ? .missingFile : .unreadable,
                reason == ENOENT || reason == ENOTDIR
                    ? "There is no file \"\(path)\"." : "\"\(path)\" cannot be read; check its permissions.",
                cause: String(cString: strerror(reason)))
        }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw SoundError(.unreadable, "\"\(path)\" is not a file; give the path of a sound file.")
        }
        guard access(path, R_OK) == 0 else {
            throw SoundError(
                .unreadable, "\"\(path)\" cannot be read; check its permissions.",
                cause: String(cString: strerror(errno)))
        }
        guard status.st_size > 0 else { throw SoundError(.empty, "\"\(path)\" is empty: it has no bytes at all.") }
        guard let file = sf_open(path, Int32(SFM_READ), &info) else {
            throw SoundError(
                .notSound, "\"\(path)\" is no sound file that can be read; WAV, FLAC, Ogg and MP3 can.",
                cause: message(nil))
        }
        return file
    }

    /// Returns libsndfile's text for the last error of a file; nil means the last attempt to open one.
    static func message(_ file: OpaquePointer?) -> String? { sf_strerror(file).map { String(cString: $0) } }
}
