/// Decides where turns begin and end in a stream of frames, each judged by a voice activity detector; a recognizer may
/// say meanwhile how far the open turn is.
///
/// A value without clock or input: time is counted in samples. What it returns is to be done in order. The samples of
/// a turn's actions, one after the other, are the source's from the turn's start to its end, none missing and none
/// twice; turns do not overlap.
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
        /// A turn is open.
        case open(OpenTurn)
    }

    private struct OpenTurn: Sendable {
        /// Its samples so far.
        var length = 0
        /// Samples of speech in it.
        var speech = 0
        /// Samples since the last speech.
        var silence = 0
        /// Its longest length.
        let limit: Int
        /// Whether pauses do not end it: somebody holds a button.
        let isHeld: Bool
        /// What the recognizer made of it last.
        var recognized: RecognizedSoFar?

        /// Where the last speech ends, in samples from its start.
        var speechEnd: Int { length - silence }
    }

    /// The settings in samples.
    private struct Delays: Sendable {
        let rise, fall, complete, incomplete, wordless, preRoll, minimumSpeech, minimumLength, maximumLength: Int

        init(_ configuration: EndpointerConfiguration, rate: Int) {
            func samples(_ duration: Duration, atLeast least: Duration = .zero) -> Int {
                EndpointerConfiguration.samples(duration, rate: rate, atLeast: least)
            }
            rise = samples(configuration.riseDelay)
            fall = samples(configuration.fallDelay)
            complete = samples(configuration.completeDelay)
            incomplete = samples(configuration.incompleteDelay)
            wordless = samples(configuration.wordlessDelay)
            minimumSpeech = samples(configuration.minimumSpeech)
            minimumLength = samples(configuration.minimumLength)
            maximumLength = max(1, samples(configuration.maximumLength, atLeast: .milliseconds(100)))
            preRoll = min(samples(configuration.preRoll), maximumLength - 1)
        }
    }

    /// Rate of the samples, in hertz.
    public let rate: Int
    /// How many samples of the source were seen.
    public private(set) var position: Int

    private var state = State.waiting
    /// What was heard lately and belongs to no turn yet.
    private var history: [Int16] = []
    private let delays: Delays
    /// The longest length of the turn that opens next.
    private var limit: Int

    /// An endpointer for samples of a rate in hertz.
    /// - Parameter position: How many samples of the source went by before.
    public init(_ configuration: EndpointerConfiguration = .init(), rate: Int = 16_000, position: Int = 0) {
        let rate = max(1, min(rate, 384_000))
        (self.rate, self.position) = (rate, position)
        delays = Delays(configuration, rate: rate)
        limit = delays.maximumLength
    }

    /// Whether a turn is open.
    public var isOpen: Bool { if case .open = state { true } else { false } }

    /// Whether somebody seems to speak, in a turn or before one opens.
    public var hearsSpeech: Bool {
        switch state {
        case .waiting: false
        case .rising, .risen: true
        case .open(let turn): turn.silence == 0
        }
    }

    /// Takes the next frame, which the detector has judged.
    public mutating func consume(_ frame: [Int16], isSpeech: Bool) -> [Action] {
        var actions: [Action] = []
        var rest = frame[...]
        // Pieces keep what is said of the limits true for frames of any length.
        let piece = max(1, rate / 50)
        while !rest.isEmpty {
            var length = min(rest.count, piece)
            if case .open(let turn) = state { length = min(length, turn.limit - turn.length) }
            take(rest.prefix(length), isSpeech, &actions)
            rest = rest.dropFirst(length)
        }
        return actions
    }

    /// Takes what the recognizer has made of the open turn so far; it counts with the next frame.
    public mutating func note(_ recognized: RecognizedSoFar) {
        guard case .open(var turn) = state else { return }
        turn.recognized = recognized
        // What it says is a stranger's; it cannot have heard what is not there yet.
        turn.recognized?.heard = min(recognized.heard, turn.length)
        state = .open(turn)
    }

    /// Sets the longest length of the turn that opens next, which the configuration's limits; nil goes back to that.
    public mutating func limit(_ duration: Duration?) {
        let wanted = duration.map { EndpointerConfiguration.samples($0, rate: rate, atLeast: .milliseconds(100)) }
        limit = min(max(1, wanted ?? delays.maximumLength), delays.maximumLength)
    }

    /// Opens a turn now, whatever is heard: somebody pushed a button.
    ///
    /// It begins with the next sample and ends as others do, except that the pause before the first speech does not
    /// count.
    /// - Parameter isHeld: Whether pauses do not end it either.
    public mutating func open(isHeld: Bool = false) -> [Action] {
        guard !isOpen else { return [] }
        history = []
        state = .open(OpenTurn(limit: limit, isHeld: isHeld))
        return [.start(position: position, samples: [])]
    }

    /// Ends the turn that is open, and forgets what was heard: the ear closes, or the source is over.
    public mutating func close(_ reason: EndReason) -> [Action] {
        defer { (state, history) = (.waiting, []) }
        guard isOpen else { return [] }
        limit = delays.maximumLength
        return [.end(reason, position: position)]
    }

    /// Closes, and counts on from another position, such as 0 for a new source.
    public mutating func restart(_ reason: EndReason = .endOfInput, at next: Int = 0) -> [Action] {
        defer { position = max(0, next) }
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
        if case .open(var turn) = state {
            actions.append(.append(Array(samples)))
            turn.length += samples.count
            turn.speech += isSpeech ? samples.count : 0
            turn.silence = isSpeech ? 0 : turn.silence + samples.count
            state = .open(turn)
        } else {
            history += samples
            rise(samples.count, isSpeech)
            if case .risen(let speech, _) = state, speech >= delays.minimumSpeech {
                // What has gone by before a limit was set may be longer than that.
                let start = history.suffix(limit)
                actions.append(.start(position: position - start.count, samples: Array(start)))
                state = .open(OpenTurn(length: start.count, speech: speech, limit: limit, isHeld: false))
                history = []
            }
        }
        guard case .open(let turn) = state else { return }
        if turn.length >= turn.limit {
            actions += close(.maximumLength)
        } else if !turn.isHeld, turn.length >= delays.minimumLength, isOver(turn) {
            actions += close(.silence)
        }
    }

    /// Whether the speaker has finished, as far as can be known.
    private func isOver(_ turn: OpenTurn) -> Bool {
        guard let recognized = turn.recognized else { return hasFallen(turn, after: delays.fall) }
        // In a room where everything sounds like speech, words tell when it was over.
        if recognized.isComplete == true, recognized.quiet >= delays.wordless { return true }
        // A little longer than by the detector, for the word that is being said may not be among the words yet.
        if recognized.isComplete == false, recognized.quiet >= delays.incomplete + delays.wordless / 3 { return true }
        // What was said since then may have changed all.
        guard recognized.heard >= turn.speechEnd else { return hasFallen(turn, after: delays.fall) }
        if recognized.isComplete == false { return hasFallen(turn, after: delays.incomplete) }
        let isAll = recognized.isComplete == true && recognized.mayGoOn == false
        return hasFallen(turn, after: isAll ? delays.complete : delays.fall)
    }

    private func hasFallen(_ turn: OpenTurn, after delay: Int) -> Bool {
        turn.silence > 0 && turn.silence >= delay && turn.speech >= max(1, delays.minimumSpeech)
    }

    /// Moves on towards a turn, or back, and keeps as much history as a turn that opens now would need.
    private mutating func rise(_ count: Int, _ isSpeech: Bool) {
        switch state {
        case .waiting, .open: state = isSpeech ? .rising(run: count) : .waiting
        case .rising(let run): state = isSpeech ? .rising(run: run + count) : .waiting
        case .risen(let speech, let silence):
            state =
                isSpeech ? .risen(speech: speech + count, silence: 0) : .risen(speech: speech, silence: silence + count)
            if !isSpeech, silence + count >= delays.fall { state = .waiting }
        }
        if case .rising(let run) = state, run >= delays.rise { state = .risen(speech: run, silence: 0) }
        let needed =
            switch state {
            case .waiting, .open: delays.preRoll
            case .rising(let run): delays.preRoll + run
            case .risen: delays.maximumLength
            }
        history.removeFirst(max(0, history.count - min(needed, delays.maximumLength)))
    }
}
