import SaybusMessages
import SaybusSupport

/// The recent turns, by what this program and others have done about them. Bounded.
struct TurnHistory: Sendable {
    /// The turns of whose arrival the apps have been told.
    let arrived = RecentTurns()
    /// The turns that this program has taken, or another one carries out or has ended.
    let taken = RecentTurns()
    /// The turns that other programs carry out or have ended.
    let handledElsewhere = RecentTurns()
    /// The turns whose commands other programs have published.
    let invokedElsewhere = RecentTurns()
    /// The turns whose commands are those of apps that are gone. They are answered shortly before their deadlines.
    let ofAbsentApps = RecentTurns()
    /// The turns whose ends other programs have published, with the first of these programs.
    private let endedElsewhere = Watched(GenerationalCache<TurnID, Source>(capacity: 4096))

    /// Records that another program carries out a turn, or has ended it.
    func recordHandledElsewhere(_ turn: TurnID?) {
        taken.insert(turn)
        handledElsewhere.insert(turn)
    }

    /// Records that another program has published the end of a turn.
    func recordEndedElsewhere(_ turn: TurnID?, by program: Source) {
        recordHandledElsewhere(turn)
        guard let turn else { return }
        // A turn ends once. A program that ends it again has not read its end yet.
        endedElsewhere.change { $0[turn] = $0[turn] ?? program }
    }

    /// Returns the other program that was the first to publish the end of a turn; nil for none.
    func ender(of turn: TurnID?) -> Source? { turn.flatMap { endedElsewhere.value[$0] } }

    /// Returns whether another program has published the end of a turn.
    func isEndedElsewhere(_ turn: TurnID?) -> Bool { ender(of: turn) != nil }

    /// Returns whether another program has published the end of a turn. Waits for it for a limited time.
    func isEndedElsewhere(_ turn: TurnID, within time: Duration) async -> Bool {
        await endedElsewhere.wait(within: time) { $0.contains(turn) }
    }
}
