import SaybusMessages
import SaybusSupport

/// The turns whose speech has ended what was being spoken (barge-in). Pure; bounded.
struct BargeInTurns: Sendable {
    /// The turn of the latest speech of each session.
    private var latest: GenerationalCache<Session, TurnID>
    private var turns: GenerationalCache<TurnID, Void>

    /// Creates an empty record.
    /// - Parameter capacity: The sessions and turns in one generation; up to two generations are kept.
    init(capacity: Int = 256) {
        (latest, turns) = (GenerationalCache(capacity: capacity), GenerationalCache(capacity: capacity))
    }

    /// Records a `speech.started`.
    mutating func speechStarted(_ header: Header) {
        if let turn = header.turn { latest[header.session] = turn }
    }

    /// Records the end of a sequence over which the user has spoken.
    mutating func apply(_ playback: Message<AudioPlayback>) {
        guard playback.body.cause == .bargeIn, let turn = latest[playback.header.session] else { return }
        _ = turns.insert(turn)
    }

    /// Returns whether the speech of a turn has ended what was being spoken.
    func contains(_ turn: TurnID?) -> Bool { turn.map { turns.contains($0) } ?? false }
}
