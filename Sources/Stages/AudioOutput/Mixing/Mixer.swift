import SaybusMessages

/// Adds up the sequences that sound, block by block, and says at which sample of the whole each thing happens.
struct Mixer: Sendable {
    /// What happens at a place of the mix.
    enum Sounding: Sendable, Equatable {
        /// The first sample of an event.
        case item(Int)
        /// The first sample of a word, and its place in the sequence.
        case word(Int, String, at: Int)
        /// The end of an event, of which so many samples were heard.
        case itemOver(Int, RenderBuffer.ItemEnd, heard: Int)
        /// From here on the user may barge in.
        case open
        /// It is held, at this place of the sequence.
        case held(at: Int)
        /// It goes on.
        case released
        /// Nothing more of the sequence follows; so many samples were heard.
        case over(heard: Int)
        /// Within the mixer only: a new feed is wanted.
        case jump(Int)
    }

    /// A sounding at its place.
    struct Mark: Sendable, Equatable {
        /// How many samples of the mix pass before it can be told.
        var place: Int
        var id: MessageID
        var sounding: Sounding
    }

    /// A piece of the mix.
    struct Block: Sendable {
        var samples: [Int16] = []
        var marks: [Mark] = []
        /// The sequences that wait for a new feed, and the event with which it shall begin.
        var jumps: [(id: MessageID, event: Int)] = []
        /// The sequences of which nothing more comes.
        var over: [MessageID] = []
    }

    /// Samples a second.
    let rate: Int
    /// How many samples have been mixed.
    private(set) var place: Int
    private(set) var strands: [MixerInput] = []

    /// A mix for sinks of this rate.
    init(rate: Int) { (self.rate, place) = (rate, 0) }

    /// Begins at a sample of the sink.
    mutating func begin(at place: Int) { self.place = place }

    /// Whether there is something to mix, if only an end.
    var isReady: Bool { strands.contains { $0.isReady } }

    /// Whether a sequence sounds or is about to.
    var isRunning: Bool { strands.contains { $0.isRunning } }

    /// Takes in a sequence.
    mutating func add(_ strand: MixerInput) { strands.append(strand) }

    /// Changes a sequence that is in the mix.
    mutating func change(_ id: MessageID, _ body: (inout MixerInput) -> Void) {
        if let index = strands.firstIndex(where: { $0.id == id }) { body(&strands[index]) }
    }

    /// Forgets all sequences, and goes on at a sample of the sink.
    mutating func reset(at place: Int) {
        for strand in strands { strand.feed.close() }
        (strands, self.place) = ([], place)
    }

    /// The next 10 ms, or less; nil when nothing is ready.
    mutating func next() -> Block? {
        guard isReady else { return nil }
        var block = Block()
        var parts: [[Int16]] = []
        for index in strands.indices where strands[index].isReady {
            let given = strands[index].next(max(1, rate / 100))
            let id = strands[index].id
            for (offset, sounding) in given.marks {
                // A beginning can be told once its first sample has sounded.
                let isBeginning =
                    switch sounding {
                    case .item, .word: true;
                    default: false
                    }
                block.marks.append(Mark(place: place + offset + (isBeginning ? 1 : 0), id: id, sounding: sounding))
            }
            if let event = given.jump { block.jumps.append((id, event)) }
            if strands[index].isOver { block.over.append(id) }
            if !given.samples.isEmpty { parts.append(given.samples) }
        }
        strands.removeAll(where: \.isOver)
        block.marks.sort { $0.place < $1.place }
        block.samples = Self.sum(parts)
        place += block.samples.count
        return block
    }

    private static func sum(_ parts: [[Int16]]) -> [Int16] {
        guard parts.count > 1, var sum = parts.max(by: { $0.count < $1.count })?.map(Int32.init) else {
            return parts.first ?? []
        }
        for index in sum.indices {
            sum[index] = parts.reduce(0) { $0 + (index < $1.count ? Int32($1[index]) : 0) }
        }
        return sum.map { Int16(clamping: $0) }
    }
}
