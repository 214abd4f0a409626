import SaybusBus
import SaybusMessages
import SaybusSupport

/// An assembler of turns: collects the messages of turns in progress, and returns each turn when it ends. Pure;
/// bounded.
struct TurnAssembler: Sendable {
    /// The time without a message after which a turn is given up: a minute, in microseconds, since answers
    /// may be long.
    static let silenceTimeout: Int64 = 60_000_000

    private struct Open: Sendable {
        var turn: TracedTurn
        var lastActivity: Int64
    }

    private var open = GenerationalCache<TurnID, Open>(capacity: 1024)
    private var done = GenerationalCache<TurnID, Bool>(capacity: 4096)

    /// Adds a message.
    /// - Returns: The turn that the message ends; nil otherwise.
    mutating func add(_ message: RawMessage, now: Int64) -> TracedTurn? {
        guard let id = message.header.turn, done[id] == nil else { return nil }
        // An end that is repeated, or of a turn that was going on before: there is nothing to show.
        guard open[id] != nil || message.header.kind != TurnEnded.kind else {
            done[id] = true
            return nil
        }
        var turn = open[id]?.turn ?? TracedTurn(turn: id, session: message.header.session)
        turn.add(message)
        guard turn.end != nil else {
            open[id] = Open(turn: turn, lastActivity: now)
            return nil
        }
        close(id)
        return turn
    }

    /// Removes and returns the turns that had no message for ``silenceTimeout``.
    mutating func overdue(now: Int64) -> [TracedTurn] {
        let silent = open.entries.filter { now - $0.value.lastActivity > Self.silenceTimeout }
        for (id, _) in silent { close(id) }
        return silent.map(\.value.turn).sorted { $0.turn < $1.turn }
    }

    /// The turns that have not ended.
    var unended: [TracedTurn] { open.entries.map(\.value.turn).sorted { $0.turn < $1.turn } }

    private mutating func close(_ id: TurnID) {
        open[id] = nil
        done[id] = true
    }
}
