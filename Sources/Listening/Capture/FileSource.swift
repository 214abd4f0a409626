import Sound

/// Sound from files, one after the other: any format and rate that ``SoundFileReader`` reads.
public actor FileSource: AudioSource {
    private var paths: ArraySlice<String>
    private var reader: SoundFileReader?
    private var position = 0
    private var total = 0
    private let clock: (any Clock<Duration>)?
    private var watch: Stopwatch?

    private static let rate = 16_000
    private static let blockLength = 320

    /// Files, which must all be there now. In real time a block comes when a microphone would have heard it, by
    /// `clock`.
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
        total += samples.count
        if isEnd { self.reader = nil }
        try await keepTime()
        return block
    }

    /// Gives no more blocks.
    public func stop() {
        paths = []
        reader = nil
    }

    private func keepTime() async throws {
        guard let clock else { return }
        let watch = watch ?? Stopwatch(clock)
        self.watch = watch
        try await watch.sleep(.seconds(Double(total) / Double(Self.rate)))
    }
}
