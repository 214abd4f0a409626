import CSaybusSndFile
import Foundation

/// A sound file that is open for writing. It is closed once it is no longer referenced.
final class OpenSoundFile {
    /// The file, for libsndfile.
    let pointer: OpaquePointer

    /// Creates a file of 16 bits, overwrites an existing one, or continues it at its end.
    /// - Throws: ``SoundError`` with code `unwritable`.
    init(
        _ path: String, rate: Int, channels: Int, _ format: SoundFileSink.Format, continues: Bool
    ) throws(SoundError) {
        var info = SF_INFO()
        info.samplerate = Int32(rate)
        info.channels = Int32(clamping: channels)
        info.format = Int32(format.code | SF_FORMAT_PCM_16)
        let isContinued = continues && format == .wav && Self.hasContent(path)
        let wanted = info
        if isContinued { info = SF_INFO() }
        guard let pointer = sf_open(path, Int32(isContinued ? SFM_RDWR : SFM_WRITE), &info) else {
            throw SoundError(
                .unwritable,
                isContinued
                    ? "\"\(path)\" is there and cannot be continued; move it away, or name another file."
                    : "\"\(path)\" cannot be written; check that its folder is there and may be written to.",
                cause: SoundFile.message(nil))
        }
        self.pointer = pointer
        if isContinued {
            guard info.format == wanted.format, info.samplerate == wanted.samplerate, info.channels == wanted.channels,
                sf_seek(pointer, 0, SEEK_END | Int32(SFM_WRITE)) >= 0
            else {
                throw SoundError(
                    .unwritable,
                    "\"\(path)\" is there and is no WAV file of 16 bits, \(rate) Hz and \(channels) channel(s), so it "
                        + "cannot be continued; move it away, or name another file.")
            }
        }
        sf_command(pointer, Int32(SFC_SET_UPDATE_HEADER_AUTO), nil, Int32(SF_TRUE))
    }

    deinit { sf_close(pointer) }

    /// Returns whether a file exists and is not empty.
    static func hasContent(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && status.st_size > 0
    }
}
