import CSaybusSndFile

/// A reader of a sound file, block by block, as mono 16-bit samples of a given rate.
///
/// It reads all formats of libsndfile: WAV of 8 to 32 bits or floating point, FLAC, Ogg and more. Channels are
/// averaged. Memory does not grow with the file. Not for use from two threads at once.
public final class SoundFileReader {
    /// The file's path.
    public let path: String
    /// The rate of the samples that ``read(_:)`` returns, in hertz.
    public let rate: Int
    /// The rate in the file, in hertz.
    let fileRate: Int
    /// The number of channels in the file.
    let channels: Int
    /// The length in samples of ``rate``, by the file's header; a damaged file may be shorter. Nil when the file does
    /// not state it: a FLAC file that was written into a pipe, or an Ogg file without its end.
    public let length: Int?

    private let file: OpaquePointer
    /// Whether the file's samples need no conversion.
    private let isPlain: Bool
    private var resampler: Resampler
    private var pending: [Int16] = []
    /// Whether a sample was read.
    private var hasSound = false
    private var isAtEnd = false
    private var failure: SoundError?

    /// The number of frames read at once.
    private static let blockLength = 4096

    /// Opens a file.
    public init(path: String, rate: Int = 16_000) throws(SoundError) {
        var info = SF_INFO()
        file = try SoundFile.open(path, &info)
        (self.path, self.rate, fileRate, channels) = (path, rate, Int(info.samplerate), Int(info.channels))
        do throws(SoundError) {
            guard info.frames > 0 else {
                throw SoundError(.empty, "\"\(path)\" holds no sound: it has a header and no samples.")
            }
            guard (1...32).contains(channels), Resampler.rates.contains(fileRate) else {
                let limits =
                    "up to 32 channels and \(Resampler.rates.lowerBound) to \(Resampler.rates.upperBound) Hz can be read"
                throw SoundError(.notSound, "\"\(path)\" has \(channels) channels at \(fileRate) Hz; \(limits).")
            }
            resampler = try Resampler(from: fileRate, to: rate)
            isPlain =
                channels == 1 && fileRate == rate
                && Int(info.format) & SF_FORMAT_SUBMASK == SF_FORMAT_PCM_16
        } catch {
            sf_close(file)
            throw error
        }
        // libsndfile's largest count stands for an unknown one.
        let isKnown = info.frames < .max
        length = isKnown ? Int((Double(info.frames) * Double(rate) / Double(fileRate)).rounded()) : nil
    }

    deinit { sf_close(file) }

    /// Returns the next `count` samples; fewer at the end, then none.
    ///
    /// Of a damaged file, all readable samples are returned before the error is thrown.
    public func read(_ count: Int) throws(SoundError) -> [Int16] {
        guard count > 0 else { return [] }
        while pending.count < count, !isAtEnd { fill() }
        if pending.isEmpty, let failure { throw failure }
        let block = Array(pending.prefix(count))
        pending.removeFirst(block.count)
        return block
    }

    private func fill() {
        if isPlain {
            let block = [Int16](unsafeUninitializedCapacity: Self.blockLength) { block, count in
                guard let base = block.baseAddress else { return }
                count = max(0, min(Self.blockLength, Int(sf_readf_short(file, base, sf_count_t(Self.blockLength)))))
            }
            pending += block
            guard !block.isEmpty else { return end() }
            hasSound = true
            return
        }
        let channels = channels
        var frames = 0
        let mono = [Float](unsafeUninitializedCapacity: Self.blockLength) { mono, count in
            withUnsafeTemporaryAllocation(of: Float.self, capacity: Self.blockLength * channels) { interleaved in
                guard let base = interleaved.baseAddress else { return }
                frames = max(0, min(Self.blockLength, Int(sf_readf_float(file, base, sf_count_t(Self.blockLength)))))
                for frame in 0..<frames {
                    var sum: Float = 0
                    for channel in 0..<channels { sum += interleaved[frame * channels + channel] }
                    mono.initializeElement(at: frame, to: sum / Float(channels))
                }
            }
            count = frames
        }
        guard frames > 0 else { return end() }
        hasSound = true
        pending += Samples.integers(resampler.process(mono))
    }

    private func end() {
        isAtEnd = true
        pending += resampler.finish() as [Int16]
        if length == nil, !hasSound {
            failure = SoundError(.empty, "\"\(path)\" holds no sound: it ends before its first sample.")
        }
        guard sf_error(file) != 0 else { return }
        failure = SoundError(
            .unreadable, "\"\(path)\" is damaged and cannot be read to its end.", cause: SoundFile.message(file))
    }
}
