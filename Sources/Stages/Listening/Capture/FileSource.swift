import SaybusMessages
import SaybusSound

/// Audio from files, one after the other, in any format and rate that `SoundFileReader` reads.
public actor FileSource: AudioSource {
    private var paths: ArraySlice<String>
    private var reader: SoundFileReader?
    private var position = 0
    /// The failure of a damaged file whose end was returned.
    private var failure: SoundError?
    private let clock: (any Clock<Duration>)?
    private var watch: Stopwatch?
    /// The end of the last block in real time, by the stopwatch.
    private var playedUntil = Duration.zero

    /// The longest delay of a call of ``next()`` that a busy machine may cause. A longer one pauses the recording.
    private static let slack = Duration.milliseconds(200)

    /// Creates a source of files, which must all exist.
    ///
    /// In real time ``next()`` takes as long as the block lasts, by `clock`. The recording pauses while no block is
    /// requested. It then continues at the speed of speech, and does not catch up.
    public init(
        _ paths: [String], realTime: Bool = false, clock: any Clock<Duration> = ContinuousClock()
    ) throws(SoundError) {
        for path in paths { _ = try SoundFileReader(path: path, rate: PCMFormat.speech.rate) }
        self.paths = paths[...]
        self.clock = realTime ? clock : nil
    }

    /// Returns the next block; the last one of each file has ``AudioBlock/isEnd``.
    /// - Throws: `SoundError` after the last block of a damaged file, which has all that can be read of it.
    public func next() async throws -> AudioBlock? {
        if let failure = failure.take() { throw failure }
        if reader == nil {
            guard let path = paths.popFirst() else { return nil }
            reader = try SoundFileReader(path: path, rate: PCMFormat.speech.rate)
            position = 0
        }
        guard let reader else { return nil }
        var samples: [Int16] = []
        do throws(SoundError) {
            samples = try reader.read(PCMFormat.speech.frameLength)
            // The reader fails only when all samples were read.
            if samples.count < PCMFormat.speech.frameLength { _ = try reader.read(1) }
        } catch {
            failure = error
        }
        let isEnd = samples.count < PCMFormat.speech.frameLength
        let block = AudioBlock(samples: samples, source: reader.path, position: position, isEnd: isEnd)
        position += samples.count
        if isEnd { self.reader = nil }
        try await keepTime(samples.count)
        return block
    }

    /// Ends the source.
    public func stop() {
        paths = []
        (reader, failure) = (nil, nil)
    }

    private func keepTime(_ samples: Int) async throws {
        guard let clock else { return }
        let watch = watch ?? Stopwatch(clock)
        self.watch = watch
        let now = watch.elapsed()
        if now - playedUntil > Self.slack { playedUntil = now }
        playedUntil += .seconds(Double(samples) / Double(PCMFormat.speech.rate))
        try await watch.sleep(playedUntil)
    }
}
