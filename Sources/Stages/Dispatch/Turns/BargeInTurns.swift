import SaybusMessages
import SaybusSupport

/// The turns whose speech has ended what was being spoken (barge-in). Pure; bounded.
struct BargeInTurns: Sendable {
    /// The turn of the latest speech of each session.
    private var latest: GenerationalCache<Session, TurnID>
    /// The turns during whose speech a sequence was paused, which the words may still end.
    private var pausing: GenerationalCache<TurnID, Void>
    private var ending: GenerationalCache<TurnID, Void>

    /// Creates an empty record.
    /// - Parameter capacity: The sessions and turns in one generation; up to two generations are kept.
    init(capacity: Int = 256) {
        latest = GenerationalCache(capacity: capacity)
        (pausing, ending) = (GenerationalCache(capacity: capacity), GenerationalCache(capacity: capacity))
    }

    /// Records a `speech.started`.
    mutating func speechStarted(_ header: Header) {
        if let turn = header.turn { latest[header.session] = turn }
    }

    /// Records a report on a sequence of a session in which the user has spoken.
    mutating func apply(_ playback: Message<AudioPlayback>) {
        guard playback.body.item == nil, let turn = latest[playback.header.session] else { return }
        switch playback.body.state {
        case .suspended: _ = pausing.insert(turn)
        case .resumed: pausing[turn] = nil
        case .interrupted, .skipped:
            guard playback.body.cause == .bargeIn else { return }
            _ = ending.insert(turn)
            pausing[turn] = nil
        case .queued, .started, .word, .finished: break
        }
    }

    /// Returns whether the speech of a turn has ended what was being spoken.
    func haveEnded(_ turn: TurnID) -> Bool { ending.contains(turn) }

    /// Returns whether something that was being spoken is paused since the speech of a turn.
    func havePaused(_ turn: TurnID) -> Bool { pausing.contains(turn) }
}
