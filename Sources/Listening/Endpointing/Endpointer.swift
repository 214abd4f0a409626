/// Decides where turns begin and end in a stream of frames, each judged by a voice activity detector.
///
/// A value without clock or input: time is counted in samples. What it returns is to be done in order. The samples of
/// a turn's actions,
/// one after the other, are the source's from the turn's start to its end, none missing and none twice; turns do not
/// overlap.
public struct Endpointer: Sendable {
    /// What is to be done.
    public enum Action: Sendable, Equatable {
        /// A turn opens. Its sound begins at `position`, counted in samples of the source, with these samples.
        case start(position: Int, samples: [Int16])
        /// The turn goes on with these samples.
        case append([Int16])
        /// The turn ends before `position`.
        case end(EndReason, position: Int)
    }

    /// Why a turn ends.
    public enum EndReason: String, Sendable, CaseIterable {
        /// The speaker paused.
        case silence
        /// The longest allowed turn was reached.
        case maximumLength = "max-length"
        /// Somebody closed the ear.
        case stopped
        /// The file or stream came to its end.
        case endOfInput = "end-of-input"
    }

    private enum State: Sendable {
        /// Nobody speaks.
        case waiting
        /// Somebody may have begun: speech without a break so far.
        case rising(run: Int)
        /// Somebody has begun and not yet said enough: speech in all, and silence since.
        case risen(speech: Int, silence: Int)
        /// A turn is open: its length, speech in it, and silence since.
        case open(length: Int, speech: Int, silence: Int)
    }

    /// Rate of the samples, in hertz.
    public let rate: Int
    /// How many samples of the source were seen.
    public private(set) var position = 0

    private var state = State.waiting
    /// What was heard lately and belongs to no turn yet.
    private var history: [Int16] = []
    private let riseDelay: Int, fallDelay: Int, preRoll: Int, minimumSpeech: Int, maximumLength: Int

    /// An endpointer for samples of a rate in hertz.
    public init(_ configuration: EndpointerConfiguration = .init(), rate: Int = 16_000) {
        let rate = max(1, min(rate, 384_000))
        self.rate = rate
        func samples(_ duration: Duration, atLeast least: Duration = .zero) -> Int {
            EndpointerConfiguration.samples(duration, rate: rate, atLeast: least)
        }
        riseDelay = samples(configuration.riseDelay)
        fallDelay = samples(configuration.fallDelay)
        minimumSpeech = samples(configuration.minimumSpeech)
        maximumLength = max(1, samples(configuration.maximumLength, atLeast: .milliseconds(100)))
        preRoll = min(samples(configuration.preRoll), maximumLength - 1)
    }

    /// Whether a turn is open.
    public var isOpen: Bool { if case .open = state { true } else { false } }

    /// Takes the next frame, which the detector has judged.
    public mutating func consume(_ frame: [Int16], isSpeech: Bool) -> [Action] {
        var actions: [Action] = []
        var rest = frame[...]
        // Pieces keep what is said of the limits true for frames of any length.
        let piece = max(1, rate / 50)
        while !rest.isEmpty {
            var length = min(rest.count, piece)
            if case .open(let open, _, _) = state { length = min(length, maximumLength - open) }
            take(rest.prefix(length), isSpeech, &actions)
            rest = rest.dropFirst(length)
        }
        return actions
    }

    /// Opens a turn now, whatever is heard: somebody pushed a button, or a question was asked.
    ///
    /// It begins with the next sample and ends as others do, except that the pause before the first speech does not
    /// count.
    public mutating func open() -> [Action] {
        guard !isOpen else { return [] }
        history = []
        state = .open(length: 0, speech: 0, silence: 0)
        return [.start(position: position, samples: [])]
    }

    /// Ends the turn that is open, and forgets what was heard: the ear closes, or the source is over.
    public mutating func close(_ reason: EndReason) -> [Action] {
        defer { (state, history) = (.waiting, []) }
        return isOpen ? [.end(reason, position: position)] : []
    }

    /// Closes, and counts from 0 again for a new source.
    public mutating func restart(_ reason: EndReason = .endOfInput) -> [Action] {
        defer { position = 0 }
        return close(reason)
    }

    /// Passes over samples that were lost: an open turn goes on behind the hole, which its length does not count.
    public mutating func skip(_ lost: Int) {
        guard lost > 0 else { return }
        // A year of sound is as much as a hole can mean; the bound keeps the position far from overflow.
        position += min(lost, rate * 31_536_000)
        if !isOpen { (state, history) = (.waiting, []) }
    }

    private mutating func take(_ samples: ArraySlice<Int16>, _ isSpeech: Bool, _ actions: inout [Action]) {
        position += samples.count
        if case .open(let length, let speech, let silence) = state {
            actions.append(.append(Array(samples)))
            state = .open(
                length: length + samples.count, speech: speech + (isSpeech ? samples.count : 0),
                silence: isSpeech ? 0 : silence + samples.count)
        } else {
            history += samples
            rise(samples.count, isSpeech)
            if case .risen(let speech, _) = state, speech >= minimumSpeech {
                actions.append(.start(position: position - history.count, samples: history))
                state = .open(length: history.count, speech: speech, silence: 0)
                history = []
            }
        }
        guard case .open(let length, let speech, let silence) = state else { return }
        if length >= maximumLength {
            actions += close(.maximumLength)
        } else if silence > 0, silence >= fallDelay, speech >= max(1, minimumSpeech) {
            actions += close(.silence)
        }
    }

    /// Moves on towards a turn, or back, and keeps as much history as a turn that opens now would need.
    private mutating func rise(_ count: Int, _ isSpeech: Bool) {
        switch state {
        case .waiting, .open: state = isSpeech ? .rising(run: count) : .waiting
        case .rising(let run): state = isSpeech ? .rising(run: run + count) : .waiting
        case .risen(let speech, let silence):
            state =
                isSpeech ? .risen(speech: speech + count, silence: 0) : .risen(speech: speech, silence: silence + count)
            if !isSpeech, silence + count >= fallDelay { state = .waiting }
        }
        if case .rising(let run) = state, run >= riseDelay { state = .risen(speech: run, silence: 0) }
        let needed =
            switch state {
            case .waiting, .open: preRoll
            case .rising(let run): preRoll + run
            case .risen: maximumLength
            }
        history.removeFirst(max(0, history.count - min(needed, maximumLength)))
    }
}
