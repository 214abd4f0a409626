import CSaybusSndFile

/// A sink that writes a WAV or FLAC file: 16 bits, mono by default.
///
/// A WAV file's header is updated with each write, so that the file can be read at any time, even when the program was
/// killed. A FLAC file is complete once it is closed.
public actor SoundFileSink: AudioSink {
    /// A file format.
    public enum Format: String, Sendable, CaseIterable {
        /// Uncompressed.
        case wav
        /// Losslessly compressed.
        case flac

        fileprivate var code: Int { self == .wav ? SF_FORMAT_WAV : SF_FORMAT_FLAC }
    }

    /// The file's path.
    public nonisolated let path: String
    /// The rate of the samples, in hertz.
    public nonisolated let rate: Int
    /// The number of samples written in all.
    public private(set) var length = 0

    private var file: OpenFile?
    private var passage = 0

    /// An open file, which is closed once it is no longer referenced.
    private final class OpenFile {
        let pointer: OpaquePointer
        init(_ pointer: OpaquePointer) { self.pointer = pointer }
        deinit { sf_close(pointer) }
    }

    /// Creates the file, or overwrites it.
    /// - Parameter channels: The number of interleaved channels.
    public init(path: String, rate: Int, channels: Int = 1, format: Format = .wav) throws(SoundError) {
        try Resampler.check(rate)
        guard !path.isEmpty, !path.utf8.contains(0) else {
            throw SoundError(.unwritable, "An empty path, or one with a zero byte, names no file to write.")
        }
        var info = SF_INFO()
        info.samplerate = Int32(rate)
        info.channels = Int32(clamping: channels)
        info.format = Int32(format.code | SF_FORMAT_PCM_16)
        guard let pointer = sf_open(path, Int32(SFM_WRITE), &info) else {
            throw SoundError(
                .unwritable, "\"\(path)\" cannot be written; check that its folder is there and may be written to.",
                cause: SoundFile.message(nil))
        }
        sf_command(pointer, Int32(SFC_SET_UPDATE_HEADER_AUTO), nil, Int32(SF_TRUE))
        file = OpenFile(pointer)
        (self.path, self.rate) = (path, rate)
    }

    /// Writes samples.
    public func play(_ samples: [Int16]) throws {
        guard let file else { throw SoundError(.closed, "\"\(path)\" is closed; nothing more can be written to it.") }
        guard !samples.isEmpty else { return }
        let written = Int(sf_write_short(file.pointer, samples, sf_count_t(samples.count)))
        passage += max(0, written)
        length += max(0, written)
        guard written == samples.count else {
            throw SoundError(
                .unwritable, "\"\(path)\" cannot be written on; check that the disk is not full.",
                cause: SoundFile.message(file.pointer))
        }
    }

    /// Writes the file's buffers to the disk.
    public func drain() throws {
        passage = 0
        if let file { sf_write_sync(file.pointer) }
    }

    /// Ends the passage, and returns its number of samples. A sample that is written counts as sounded.
    public func flush() -> Int {
        defer { passage = 0 }
        return passage
    }

    /// Returns the number of samples written.
    public func passed() -> Int { length }

    /// Returns at once, because a sample has passed when it is written.
    public func wait(untilPassed count: Int) {}

    /// Closes the file.
    public func close() { file = nil }
}
