import Messages

/// What plays now, what waits, and what is to be said about it: the decisions of ``SequencePlayer``, without sound and without time.
///
/// Every call returns what to do, in this order. There is at most one ``Step`` at a time; whoever performs it says how it ended with
/// ``ended(_:_:)``, and so gets the next. Every sequence that comes in gets exactly one report that ``AudioPlayback/isOver``.
struct PlayQueue: Sendable {
    /// A sequence that was handed in.
    struct Entry: Sendable, Equatable {
        var id: MessageID
        var session: Session
        var events: [AudioEvent]
        var policy: AudioSequence.Policy
        var reportsItems: Bool
    }

    /// One thing to do with the sink. The number tells it from all others.
    struct Step: Sendable, Equatable {
        enum Work: Sendable, Equatable {
            /// Send an event's samples.
            case play(AudioEvent)
            /// Wait until all that was sent has sounded. What comes after it can be made ready meanwhile.
            case drain(next: AudioEvent?)
            /// Throw away what has not sounded.
            case flush
        }
        var number: Int
        var work: Work
    }

    /// What to do.
    enum Action: Sendable, Equatable {
        case report(AudioPlayback)
        case perform(Step)
        /// End the step early, throw away what has not sounded, and say so with ``Outcome/halted(heard:)``.
        case cancel(step: Int)
        /// Take back what has not sounded, when the step waits for it: ``PlayQueue/isPaused`` keeps it until the queue goes on.
        case hold
    }

    /// How a step ended. `heard` is the number of samples that sounded since the last drain or flush.
    enum Outcome: Sendable, Equatable {
        /// All samples of the event were sent; `problem` says what was left out.
        case sent(problem: String?)
        /// Nothing of the event could be played.
        case unplayable(String)
        case drained(heard: Int)
        case halted(heard: Int)
        /// The sink does not take samples.
        case broken(String, heard: Int)
    }

    /// How many sequences may wait.
    let capacity: Int
    /// Samples a second, to turn samples into milliseconds.
    let rate: Int

    var current: Current?
    var waiting: [Entry] = []
    var isPaused = false
    var stepNumber = 0

    init(capacity: Int, rate: Int) { (self.capacity, self.rate) = (max(1, capacity), max(1, rate)) }

    /// The sequence that plays.
    struct Current: Sendable {
        let entry: Entry
        var item = 0
        /// The step that is being performed.
        var step: Step
        /// Why it is to end early; nil when it is not.
        var cut: Cut?
        var hasStarted = false
        var isSuspended = false
        /// Samples that have sounded of the sequence, and of the item when items are reported.
        var heard = 0
        var itemHeard = 0
        var itemHasStarted = false
        /// How the item that is being drained went.
        var itemProblem: Problem?
        var firstProblem: String?
        var playedItems = 0
    }

    enum Cut: Sendable, Equatable {
        case skip
        case interrupt(String)
    }

    enum Problem: Sendable, Equatable {
        case partly(String), wholly(String)
    }

    /// Whether nothing plays and nothing waits.
    var isIdle: Bool { current == nil && waiting.isEmpty }

    /// Takes a sequence, by its policy. One that finds no room is reported as skipped; one that is here already changes nothing.
    mutating func add(_ entry: Entry) -> [Action] {
        guard current?.entry.id != entry.id, !waiting.contains(where: { $0.id == entry.id }) else { return [] }
        var actions: [Action] = []
        switch entry.policy {
        case .append: break
        case .replace: actions += drop(of: entry.session, "replaced by a newer sequence")
        case .interrupt: actions += stop(entry.session, "interrupted by a newer sequence")
        }
        guard waiting.count < capacity else {
            return actions + [
                .report(
                    over(entry, .skipped, "\(capacity) sequences wait already; none is taken until some have played"))
            ]
        }
        waiting.append(entry)
        actions.append(.report(AudioPlayback(sequence: entry.id, state: .queued)))
        return actions + beginNext()
    }

    /// Drops what waits and cuts what plays, of one session or of all; ends a pause.
    mutating func stop(_ session: Session?, _ reason: String) -> [Action] {
        var actions = drop(of: session, reason)
        if current == nil || session == nil || current?.entry.session == session {
            actions += cut(.interrupt(reason))
            isPaused = false
        }
        return actions + beginNext()
    }

    /// Goes to the next event.
    mutating func skip(_ session: Session?) -> [Action] {
        guard let current, session == nil || current.entry.session == session else { return [] }
        return cut(.skip)
    }

    /// Holds what plays. Nothing to hold, or another session's sound, changes nothing.
    mutating func pause(_ session: Session?) -> [Action] {
        guard !isPaused, let playing = current, session == nil || playing.entry.session == session else { return [] }
        isPaused = true
        current?.isSuspended = true
        return [.hold, .report(AudioPlayback(sequence: playing.entry.id, state: .suspended))]
    }

    /// Goes on after a pause.
    mutating func resume(_ session: Session?) -> [Action] {
        guard isPaused, session == nil || current == nil || current?.entry.session == session else { return [] }
        isPaused = false
        var actions: [Action] = []
        if let playing = current, playing.isSuspended {
            current?.isSuspended = false
            actions.append(.report(AudioPlayback(sequence: playing.entry.id, state: .resumed)))
        }
        return actions + beginNext()
    }

    /// The first sample of the step's event sounds.
    mutating func sounds(step: Int) -> [Action] {
        guard let playing = current, playing.step.number == step else { return [] }
        var actions: [Action] = []
        if !playing.hasStarted {
            current?.hasStarted = true
            actions.append(.report(AudioPlayback(sequence: playing.entry.id, state: .started)))
        }
        if !playing.itemHasStarted {
            current?.itemHasStarted = true
            if playing.entry.reportsItems {
                actions.append(.report(AudioPlayback(sequence: playing.entry.id, item: playing.item, state: .started)))
            }
        }
        return actions
    }

    private mutating func cut(_ cut: Cut) -> [Action] {
        guard let playing = current else { return [] }
        let isNew = playing.cut == nil
        if isNew || cut != .skip && playing.cut == .skip { current?.cut = cut }
        // A flush is what a cut would ask for.
        return isNew && playing.step.work != .flush ? [.cancel(step: playing.step.number)] : []
    }

    private mutating func drop(of session: Session?, _ reason: String) -> [Action] {
        let dropped = waiting.filter { session == nil || $0.session == session }
        waiting.removeAll { session == nil || $0.session == session }
        return dropped.map { .report(over($0, .skipped, reason)) }
    }
}
