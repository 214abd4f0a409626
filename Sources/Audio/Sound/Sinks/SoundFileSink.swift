import CSaybusSndFile
import Foundation
import Synchronization

/// A sink that writes a WAV or FLAC file: 16 bits, mono by default.
///
/// A sample has passed when it is written. A WAV file's header is updated with each write, so that the file can be read
/// at any time, even when the program was killed. A FLAC file is complete once it is closed.
public actor SoundFileSink: AudioSink {
    /// A file format.
    public enum Format: String, Sendable, CaseIterable {
        /// Uncompressed.
        case wav
        /// Losslessly compressed.
        case flac

        var code: Int { self == .wav ? SF_FORMAT_WAV : SF_FORMAT_FLAC }
    }

    /// The file's path. It is another than the one asked for when that file is there and can neither be continued nor
    /// overwritten.
    public nonisolated let path: String
    /// The rate of the samples, in hertz.
    public nonisolated let rate: Int
    /// The number of samples written by this sink.
    private(set) var length = 0

    private let channels: Int
    private let format: Format
    private var file: OpenSoundFile?
    private var passage = 0
    private var isClosed = false
    private let progress = Progress()
    /// The reason why the last samples could not be written; nil while writing works.
    private var failure: SoundError?
    private var watchers: [@Sendable ((any Error)?) -> Void] = []

    /// The progress for waiting tasks.
    private final class Progress: Sendable {
        struct State {
            var written = 0
            var failures = 0
            var failure: SoundError?
            var isClosed = false
        }

        let signal = Signal()
        private let state = Mutex(State())

        var value: State { state.withLock { $0 } }

        func change(_ change: (inout State) -> Void) {
            state.withLock { change(&$0) }
            signal.notify()
        }
    }

    /// Creates the file, or overwrites it.
    /// - Parameters:
    ///   - path: The file's path.
    ///   - rate: The rate of the samples, in hertz.
    ///   - channels: The number of interleaved channels.
    ///   - format: The file's format.
    ///   - continues: Whether a file that is there is kept: samples are added at the end of a WAV file. A FLAC file
    ///     cannot be continued, so a new one is begun beside it, such as `NAME-2.flac`.
    /// - Throws: ``SoundError`` with code `unwritable` when the file cannot be written, or is to be continued and is
    ///   something else than a WAV file of this rate and number of channels.
    public init(
        path: String, rate: Int, channels: Int = 1, format: Format = .wav, continues: Bool = false
    ) throws(SoundError) {
        try Resampler.check(rate)
        guard !path.isEmpty, !path.utf8.contains(0) else {
            throw SoundError(.unwritable, "An empty path, or one with a zero byte, names no file to write.")
        }
        let path = continues && format == .flac ? Self.unusedPath(path) : path
        file = try OpenSoundFile(path, rate: rate, channels: channels, format, continues: continues)
        (self.path, self.rate, self.channels, self.format) = (path, rate, channels, format)
    }

    /// Returns the path of a file that is not there or empty: the given one, or one with the first free number behind
    /// its name.
    private static func unusedPath(_ path: String) -> String {
        let url = URL(filePath: path)
        let (base, type) = (url.deletingPathExtension().path, url.pathExtension)
        var (candidate, number) = (path, 1)
        while OpenSoundFile.hasContent(candidate) {
            number += 1
            candidate = "\(base)-\(number)" + (type.isEmpty ? "" : ".\(type)")
        }
        return candidate
    }

    /// Writes samples.
    ///
    /// After a failure a WAV file is opened again and continued at its end. A FLAC file cannot be continued.
    /// - Throws: ``SoundError`` with code `unwritable` when not all samples could be written, `closed` after
    ///   ``close()``.
    public func play(_ samples: [Int16]) throws {
        guard !isClosed else { throw closed }
        guard !samples.isEmpty else { return }
        do throws(SoundError) {
            try write(samples)
            progress.change { $0.written = length }
            report(nil)
        } catch {
            // libsndfile loses its place in the file, and would overwrite earlier samples.
            file = nil
            progress.change { ($0.written, $0.failures, $0.failure) = (length, $0.failures + 1, error) }
            report(error)
            throw error
        }
    }

    private func write(_ samples: [Int16]) throws(SoundError) {
        if file == nil, format == .wav {
            file = try OpenSoundFile(path, rate: rate, channels: channels, format, continues: true)
        }
        guard let file else { throw progress.value.failure ?? closed }
        let written = max(0, Int(sf_write_short(file.pointer, samples, sf_count_t(samples.count))))
        passage += written
        length += written
        guard written == samples.count else {
            throw SoundError(
                .unwritable, "\"\(path)\" cannot be written on; check that the disk is not full.",
                cause: SoundFile.message(file.pointer))
        }
    }

    private var closed: SoundError {
        SoundError(.closed, "\"\(path)\" is closed; nothing more can be written to it.")
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

    /// Suspends until `count` samples are written.
    /// - Throws: ``SoundError`` when writing fails meanwhile, or the file is closed before.
    public func wait(untilPassed count: Int) async throws {
        let progress = progress
        let failures = progress.value.failures
        await progress.signal.wait {
            let state = progress.value
            return state.written >= count || state.failures > failures || state.isClosed
        }
        try Task.checkCancellation()
        let state = progress.value
        guard state.written < count else { return }
        throw state.failures > failures ? state.failure ?? closed : closed
    }

    /// Closes the file.
    public func close() {
        file = nil
        isClosed = true
        progress.change { $0.isClosed = true }
    }

    /// Calls `change` when samples cannot be written, such as on a full disk, and when they can again.
    public func watch(_ change: @escaping @Sendable ((any Error)?) -> Void) async {
        watchers.append(change)
        if let failure { change(failure) }
    }

    /// Stores the current error, and calls the watchers when it has changed.
    private func report(_ error: SoundError?) {
        let isNew = error != failure
        failure = error
        if isNew { for watcher in watchers { watcher(error) } }
    }
}
