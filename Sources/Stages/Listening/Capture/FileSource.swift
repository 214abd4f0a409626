import SaybusSound

/// Audio from files, one after the other, in any format and rate that ``SoundFileReader`` reads.
public actor FileSource: AudioSource {
    private var paths: ArraySlice<String>
    private var reader: SoundFileReader?
    private var position = 0
    private let clock: (any Clock<Duration>)?
    private var watch: Stopwatch?
    /// The time at which the last block was due to end, by the stopwatch.
    private var playedUntil = Duration.zero

    private static let rate = 16_000
    private static let blockLength = 320
    /// The longest delay of a request on a busy machine that does not count as a pause of the recording.
    private static let slack = Duration.milliseconds(200)

    /// Opens files, which must all exist.
    ///
    /// In real time a block takes as long as it lasts, by `clock`. A recording pauses while no block is requested:
    /// after an answer it continues at the speed of speech, and catches up nothing.
    public init(
        _ paths: [String], realTime: Bool = false, clock: any Clock<Duration> = ContinuousClock()
    ) throws(SoundError) {
        for path in paths { _ = try SoundFileReader(path: path, rate: Self.rate) }
        self.paths = paths[...]
        self.clock = realTime ? clock : nil
    }

    /// Returns the next block; the last one of each file has ``AudioBlock/isEnd``.
    public func next() async throws -> AudioBlock? {
        if reader == nil {
            guard let path = paths.popFirst() else { return nil }
            reader = try SoundFileReader(path: path, rate: Self.rate)
            position = 0
        }
        guard let reader else { return nil }
        let samples = try reader.read(Self.blockLength)
        let isEnd = samples.count < Self.blockLength
        let block = AudioBlock(samples: samples, source: reader.path, position: position, isEnd: isEnd)
        position += samples.count
        if isEnd { self.reader = nil }
        try await keepTime(samples.count)
        return block
    }

    /// Ends the source.
    public func stop() {
        paths = []
        reader = nil
    }

    private func keepTime(_ samples: Int) async throws {
        guard let clock else { return }
        let watch = watch ?? Stopwatch(clock)
        self.watch = watch
        let now = watch.elapsed()
        if now - playedUntil > Self.slack { playedUntil = now }
        playedUntil += .seconds(Double(samples) / Double(Self.rate))
        try await watch.sleep(playedUntil)
    }
}
