import SaybusMessages

/// A mixer that sums the playing sequences block by block, and marks at which sample each event happens.
struct Mixer: Sendable {
    /// An event at a position of the mix.
    enum Event: Sendable, Equatable {
        /// The first sample of an item, which is an event of the sequence.
        case item(Int)
        /// The first sample of a word, with the word and its position in the sequence.
        case word(Int, String, at: Int)
        /// The end of an item, with the number of its samples that were played.
        case itemOver(Int, RenderBuffer.ItemEnd, played: Int)
        /// The point from which on the user may barge in.
        case bargeInAllowed
        /// The sequence is held at a position.
        case held(at: Int)
        /// The sequence goes on.
        case released
        /// The sequence has ended after a number of samples.
        case over(played: Int)
        /// A request for a new buffer that begins with another item; used only within the mixer.
        case jump(Int)
    }

    /// An event with its position.
    struct Mark: Sendable, Equatable {
        /// The number of samples of the mix that must be played back before the event is reported.
        var position: Int
        var id: MessageID
        var event: Event
    }

    /// A block of the mix.
    struct Block: Sendable {
        var samples: [Int16] = []
        var marks: [Mark] = []
        /// The sequences that need a new buffer, and the item with which it begins.
        var jumps: [(id: MessageID, event: Int)] = []
        /// The sequences that have ended.
        var over: [MessageID] = []
    }

    /// The sample rate.
    let rate: Int
    /// The sample position of the sink that the mix has reached.
    private(set) var position: Int
    private(set) var inputs: [MixerInput] = []

    /// Creates a mixer for sinks of a sample rate.
    init(rate: Int) { (self.rate, position) = (rate, 0) }

    /// Sets the sample position of the sink at which the mix begins.
    mutating func begin(at position: Int) { self.position = position }

    /// Whether there is something to mix, or an end to report.
    var isReady: Bool { inputs.contains { $0.isReady } }

    /// Whether a sequence plays or is about to.
    var isRunning: Bool { inputs.contains { $0.isRunning } }

    /// Adds a sequence.
    mutating func add(_ input: MixerInput) { inputs.append(input) }

    /// Changes a sequence that is in the mix.
    mutating func change(_ id: MessageID, _ body: (inout MixerInput) -> Void) {
        if let index = inputs.firstIndex(where: { $0.id == id }) { body(&inputs[index]) }
    }

    /// Removes all sequences; the mix continues at a sample position of the sink.
    mutating func reset(at position: Int) {
        for input in inputs { input.buffer.close() }
        (inputs, self.position) = ([], position)
    }

    /// Returns the next block of at most 10 ms; nil when nothing is ready.
    mutating func next() -> Block? {
        guard isReady else { return nil }
        var block = Block()
        var parts: [[Int16]] = []
        for index in inputs.indices where inputs[index].isReady {
            let given = inputs[index].next(max(1, rate / 100))
            let id = inputs[index].id
            for (offset, event) in given.marks {
                // The beginning of an item or a word is reported once its first sample was played back.
                let isBeginning =
                    switch event {
                    case .item, .word: true;
                    default: false
                    }
                block.marks.append(Mark(position: position + offset + (isBeginning ? 1 : 0), id: id, event: event))
            }
            if let event = given.jump { block.jumps.append((id, event)) }
            if inputs[index].isOver { block.over.append(id) }
            if !given.samples.isEmpty { parts.append(given.samples) }
        }
        inputs.removeAll(where: \.isOver)
        block.marks.sort { $0.position < $1.position }
        block.samples = Self.sum(parts)
        position += block.samples.count
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
