import SaybusSound

/// Sound from files, one after the other: any format and rate that ``SoundFileReader`` reads.
public actor FileSource: AudioSource {
    private var paths: ArraySlice<String>
    private var reader: SoundFileReader?
    private var position = 0
    private let clock: (any Clock<Duration>)?
    private var watch: Stopwatch?
    /// When the last block had been heard, by the watch.
    private var heard = Duration.zero

    private static let rate = 16_000
    private static let blockLength = 320
    /// How much later than the last one was heard a block may be asked for, on a busy machine, without time standing still in between.
    private static let slack = Duration.milliseconds(200)

    /// Files, which must all be there now. In real time a block takes as long as it sounds, by `clock`. While none is asked for, the recording
    /// stands still: who waits for an answer goes on at the speed of speech, and nothing is caught up.
    public init(
        _ paths: [String], realTime: Bool = false, clock: any Clock<Duration> = ContinuousClock()
    ) throws(SoundError) {
        for path in paths { _ = try SoundFileReader(path: path, rate: Self.rate) }
        self.paths = paths[...]
        self.clock = realTime ? clock : nil
    }

    /// Gives the next block; the last one of each file says so.
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

    /// Gives no more blocks.
    public func stop() {
        paths = []
        reader = nil
    }

    private func keepTime(_ samples: Int) async throws {
        guard let clock else { return }
        let watch = watch ?? Stopwatch(clock)
        self.watch = watch
        let now = watch.elapsed()
        if now - heard > Self.slack { heard = now }
        heard += .seconds(Double(samples) / Double(Self.rate))
        try await watch.sleep(heard)
    }
}
