/// Some sound from a source: mono, 16 kHz, 16 bits.
public struct AudioBlock: Sendable, Equatable {
    /// The samples, 20 ms of them; fewer, or none, at the end of a file.
    public var samples: [Int16]
    /// What they come from: a file's path, a device's name.
    public var source: String
    /// Where they stand in their source, in samples from its start; lost samples count.
    public var position: Int
    /// How many samples were lost just before these.
    public var lost: Int
    /// Whether the source ends here; of several files, each; a device, when it goes away.
    public var isEnd: Bool
    /// Why there is no more sound for now; nil when there is.
    public var problem: String?

    /// A block.
    public init(
        samples: [Int16], source: String, position: Int, lost: Int = 0, isEnd: Bool = false, problem: String? = nil
    ) {
        self.problem = problem
        self.samples = samples
        self.source = source
        self.position = position
        self.lost = lost
        self.isEnd = isEnd
    }
}
