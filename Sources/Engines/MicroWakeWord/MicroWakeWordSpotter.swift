/// A spotter of one wake word in a stream of sound, by a model of microWakeWord.
package actor MicroWakeWordSpotter {
    /// A result of listening.
    package enum Finding: Sendable, Equatable {
        /// The wake word, at this sample of the stream.
        case certain(Int)
        /// Perhaps the wake word, at this sample of the stream.
        case possible(Int)
    }

    private let interpreter: StreamingInterpreter
    private let cutoff: Double
    private let possible: Double?
    private let windowSize: Int
    private var frontend: MicroFrontend
    private var vectors: [[UInt16]] = []
    private var probabilities: [Float] = []
    /// Samples since the beginning of the stream, and until the next detection and the next sign are possible.
    private var count = 0
    private var blocked = 0
    private var blockedSigns = 0

    /// The samples after a detection in which the same word is not detected again: 1 s.
    private static let refractory = 16_000
    /// The samples after a sign in which there is no other one: half a second.
    private static let signInterval = 8_000
    /// The samples at the beginning of a stream after which a detection is possible. Before, the model has heard less
    /// than a word.
    private static let warmUp = 4_800

    /// Loads a model.
    /// - Parameters:
    ///   - cutoff: The mean probability above which the word counts as said; nil takes the model's own.
    ///   - possible: The mean probability above which it has perhaps been said; nil reports no such places.
    package init(
        _ model: MicroWakeWordModel, cutoff: Double? = nil, possible: Double? = nil, library: TensorFlowLiteLibrary
    ) throws(MicroWakeWordError) {
        interpreter = try StreamingInterpreter(model.weights, library)
        self.cutoff = cutoff ?? model.cutoff
        self.possible = possible
        windowSize = model.windowSize
        frontend = MicroFrontend(step: model.step)
    }

    /// Begins a stream. The estimate of the room's noise is kept.
    package func begin() throws(MicroWakeWordError) {
        frontend.skip()
        (vectors, probabilities) = ([], [])
        (count, blocked, blockedSigns) = (0, Self.warmUp, 0)
        try interpreter.reset()
    }

    /// Searches the stream's next samples: 16 kHz, one channel.
    /// - Returns: The wake word, or a sign of it, at most every half second; nil when there is neither.
    package func process(_ samples: [Int16]) throws(MicroWakeWordError) -> Finding? {
        count += samples.count
        var found: Finding?
        for vector in frontend.process(samples) {
            vectors.append(vector)
            guard vectors.count == interpreter.stride else { continue }
            probabilities.append(try interpreter.probability(vectors))
            vectors = []
            if probabilities.count > windowSize { probabilities.removeFirst() }
            guard probabilities.count == windowSize else { continue }
            let mean = probabilities.reduce(0) { $0 + Double($1) } / Double(windowSize)
            if mean > cutoff, count >= blocked {
                found = .certain(count)
                blocked = count + Self.refractory
            } else if let possible, mean > possible, count >= max(blocked, blockedSigns), found == nil {
                found = .possible(count)
                blockedSigns = count + Self.signInterval
            }
        }
        return found
    }
}
