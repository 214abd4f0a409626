import SaybusMessages

/// An endpointer: finds the beginnings and ends of turns in a stream of frames, from the decisions of a voice activity
/// detector and, optionally, from the partial results of a recognizer.
///
/// It has no side effects, and counts time in samples. The caller carries out the returned actions in order. The
/// actions of a turn hold all samples of the source from the turn's start to its end, each exactly once. Turns do not
/// overlap.
public struct Endpointer: Sendable {
    /// A step of a turn, which the caller carries out.
    public enum Action: Sendable, Equatable {
        /// A turn opens. Its audio begins at `position`, counted in samples of the source, with these samples.
        case start(position: Int, samples: [Int16])
        /// The turn goes on with these samples.
        case append([Int16])
        /// The turn ends before `position`.
        case end(EndReason, position: Int)
    }

    /// A reason why a turn ends.
    public enum EndReason: String, Sendable, CaseIterable {
        /// The speaker paused.
        case silence
        /// The turn reached its maximum length.
        case maximumLength = "max-length"
        /// Listening was stopped.
        case stopped
        /// The file or stream ended.
        case endOfInput = "end-of-input"
    }

    private enum State: Sendable {
        /// There is no speech.
        case waiting
        /// Speech may have begun: so far `run` samples without a break.
        case rising(run: Int)
        /// Speech has begun, but is still too short for a turn: `speech` samples in all, followed by `silence` samples.
        case risen(speech: Int, silence: Int)
        /// A turn is open.
        case open(OpenTurn)
    }

    private struct OpenTurn: Sendable {
        /// The samples of the turn so far.
        var length = 0
        /// The samples of speech in the turn.
        var speech = 0
        /// The samples since the last speech.
        var silence = 0
        /// The maximum length of the turn in samples.
        let limit: Int
        /// Whether the turn continues through pauses, as while a button is held.
        let isHeld: Bool
        /// The recognizer's last result.
        var recognized: RecognizedSoFar?

        /// The end of the last speech, in samples from the turn's start.
        var speechEnd: Int { length - silence }
    }

    /// The configuration in samples.
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

    /// The sample rate in hertz.
    public let rate: Int
    /// The position in the source: the samples so far, lost ones included.
    public private(set) var position: Int

    private var state = State.waiting
    /// The latest samples that belong to no turn yet.
    private var history: [Int16] = []
    /// The samples that ``hold(_:)`` has kept, until some time after them has passed.
    private var held: [Int16] = []
    private let delays: Delays
    private var levels: TurnLevels
    /// The maximum length of the next turn.
    private var limit: Int

    /// Creates an endpointer.
    /// - Parameters:
    ///   - configuration: The pauses and limits.
    ///   - rate: The sample rate in hertz.
    ///   - position: The number of samples of the source before the first frame.
    public init(
        _ configuration: EndpointerConfiguration = .init(), rate: Int = PCMFormat.speech.rate, position: Int = 0
    ) {
        let rate = max(1, min(rate, 384_000))
        (self.rate, self.position) = (rate, position)
        (delays, levels) = (Delays(configuration, rate: rate), TurnLevels(rate: rate))
        limit = delays.maximumLength
    }

    /// Whether a turn is open.
    var isOpen: Bool { if case .open = state { true } else { false } }

    /// Whether there seems to be speech now, in a turn or before one opens.
    var hearsSpeech: Bool {
        switch state {
        case .waiting: false
        case .rising, .risen: true
        case .open(let turn): turn.silence == 0
        }
    }

    /// Takes the next frame with the detector's decision.
    public mutating func consume(_ frame: [Int16], isSpeech: Bool) -> [Action] {
        var actions: [Action] = []
        var rest = frame[...]
        // Frames are cut into pieces of 20 ms, so that the limits hold for frames of any length.
        let piece = max(1, rate / 50)
        while !rest.isEmpty {
            var length = min(rest.count, piece)
            if case .open(let turn) = state { length = min(length, turn.limit - turn.length) }
            take(rest.prefix(length), isSpeech: isSpeech, &actions)
            rest = rest.dropFirst(length)
        }
        return actions
    }

    /// Updates the open turn with what the recognizer has recognized so far, which is used from the next frame on.
    public mutating func update(_ recognized: RecognizedSoFar) {
        guard case .open(var turn) = state else { return }
        turn.recognized = recognized
        // The result comes from another program, and may claim to include audio that has not arrived yet.
        turn.recognized?.heard = min(recognized.heard, turn.length)
        state = .open(turn)
    }

    /// Sets the maximum length of the next turn, up to the configured one; nil restores the configured one. An open
    /// turn keeps its own.
    mutating func limit(_ duration: Duration?) {
        let wanted = duration.map { EndpointerConfiguration.samples($0, rate: rate, atLeast: .milliseconds(100)) }
        limit = min(max(1, wanted ?? delays.maximumLength), delays.maximumLength)
    }

    /// Opens a turn now, whether or not there is speech, because a button was pressed.
    ///
    /// The turn begins with the next sample. It ends like others, except that the pause before the first speech does
    /// not end it.
    /// - Parameter isHeld: Whether the turn continues through later pauses as well.
    mutating func open(isHeld: Bool = false) -> [Action] {
        guard !isOpen else { return [] }
        (history, held) = ([], [])
        levels.begin(with: [])
        state = .open(OpenTurn(limit: takeLimit(), isHeld: isHeld))
        return [.start(position: position, samples: [])]
    }

    /// Ends the open turn and drops the history, because listening stops or the source ends.
    public mutating func close(_ reason: EndReason) -> [Action] {
        defer { (state, history, held) = (.waiting, [], []) }
        guard isOpen else { return [] }
        levels.end()
        return [.end(reason, position: position)]
    }

    /// Closes the open turn, and continues to count from another position, such as 0 for a new source.
    mutating func restart(_ reason: EndReason = .endOfInput, at next: Int = 0) -> [Action] {
        defer { position = max(0, next) }
        return close(reason)
    }

    /// Skips samples that were lost: an open turn continues after the gap, which its length does not include.
    mutating func skip(_ lost: Int) {
        guard lost > 0 else { return }
        // No gap is longer than a year; the bound avoids an overflow of the position.
        position += min(lost, rate * 31_536_000)
        if !isOpen { (state, history, held) = (.waiting, [], []) }
    }

    /// Takes samples that are not judged, such as those of a signal that invites to speak. They are the beginning of a
    /// turn only if somebody speaks at their end, and may have begun within them.
    mutating func hold(_ samples: [Int16]) {
        guard !isOpen else { return }
        position += samples.count
        held = Array((held + history + samples).suffix(rate))
        (state, history) = (.waiting, [])
    }

    /// Returns the maximum length for a turn that opens, which the turn after it does not get.
    private mutating func takeLimit() -> Int {
        defer { limit = delays.maximumLength }
        return limit
    }

    private mutating func take(_ samples: ArraySlice<Int16>, isSpeech: Bool, _ actions: inout [Action]) {
        position += samples.count
        if case .open(var turn) = state {
            actions.append(.append(Array(samples)))
            levels.append(samples)
            turn.length += samples.count
            turn.speech += isSpeech ? samples.count : 0
            turn.silence = isSpeech ? 0 : turn.silence + samples.count
            state = .open(turn)
        } else {
            history += samples
            levels.hear(samples)
            rise(samples.count, isSpeech: isSpeech)
            if case .risen(let speech, _) = state, speech >= delays.minimumSpeech {
                let limit = takeLimit()
                // The history may be longer than a limit that was set in the meantime.
                let start = history.suffix(limit)
                levels.begin(with: start)
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

    /// Returns whether the speaker seems to have finished.
    private func isOver(_ turn: OpenTurn) -> Bool {
        guard let recognized = turn.recognized else { return hasFallen(turn, after: delays.fall) }
        // In a room where everything sounds like speech, the time since the last word decides. After an incomplete
        // command it is longer than the pause below, because the result may lack the word that is being spoken.
        let wordless = recognized.isComplete == false ? delays.incomplete + delays.wordless / 3 : delays.wordless
        if recognized.isComplete != nil, recognized.quiet >= wordless, !levels.goOn(after: recognized.wordsEnd) {
            return true
        }
        // Speech after the end of the recognizer's result may have changed the result.
        guard recognized.heard >= turn.speechEnd else { return hasFallen(turn, after: delays.fall) }
        if recognized.isComplete == false { return hasFallen(turn, after: delays.incomplete) }
        let isAll = recognized.isComplete == true && recognized.mayGoOn == false
        return hasFallen(turn, after: isAll ? delays.complete : delays.fall)
    }

    private func hasFallen(_ turn: OpenTurn, after delay: Int) -> Bool {
        turn.silence > 0 && turn.silence >= delay && turn.speech >= max(1, delays.minimumSpeech)
    }

    /// Moves to the next state before a turn, and keeps as much history as a turn needs that opens next.
    private mutating func rise(_ count: Int, isSpeech: Bool) {
        if !held.isEmpty {
            // People who react to the signal speak later than this.
            let isLate = history.count > rate / 10
            if isSpeech, !isLate { history = held + history }
            if isSpeech || isLate { held = [] }
        }
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
