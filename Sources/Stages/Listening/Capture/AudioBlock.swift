/// A block of audio from a source: mono, 16 kHz, 16 bits.
public struct AudioBlock: Sendable, Equatable {
    /// The source of sound from a page in a browser.
    public static let browser = "browser"

    /// The samples: 20 ms, fewer or none at the end of a source.
    public var samples: [Int16]
    /// The origin of the samples: a file's path, or a device's name.
    var source: String
    /// The position of the first sample, counted from the start of the source, lost samples included.
    public var position: Int
    /// Samples lost immediately before these.
    public var lost: Int
    /// The number of times since the previous block that the device itself lost samples. It does not report how many
    /// samples were lost, so they do not count in the position.
    public var overflows: Int
    /// Whether the source ends with this block: at the end of each file, or when the device is unplugged.
    public var isEnd: Bool
    /// Whether the source ended in the middle of a sample, whose half is dropped.
    var hasHalfSample = false
    /// The reason why there is no more audio for now; nil when there is audio.
    public var problem: String?
    /// The time at which the last sample was captured, which may be long before the block is processed; nil when the
    /// source has no such time.
    public var captured: ContinuousClock.Instant?

    /// Creates a block.
    public init(
        samples: [Int16], source: String, position: Int, lost: Int = 0, overflows: Int = 0, isEnd: Bool = false,
        problem: String? = nil, captured: ContinuousClock.Instant? = nil
    ) {
        (self.problem, self.captured) = (problem, captured)
        self.samples = samples
        self.source = source
        self.position = position
        (self.lost, self.overflows) = (lost, overflows)
        self.isEnd = isEnd
    }
}
