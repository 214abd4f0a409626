import SaybusBus
import SaybusMessages
import SaybusSupport

/// Collects the messages of the turns in progress and hands each turn over when it has ended. Pure; bounded.
struct TurnIndex: Sendable {
    /// A turn of which nothing is heard for so long, a minute, will not end any more; answers may be long.
    static let patience: Int64 = 60_000_000

    private struct Open: Sendable {
        var turn: TracedTurn
        var heard: Int64
    }

    private var open = GenerationalCache<TurnID, Open>(capacity: 1024)
    private var done = GenerationalCache<TurnID, Bool>(capacity: 4096)

    /// Takes a message.
    /// - Returns: The turn that it ends.
    mutating func note(_ message: RawMessage, now: Int64) -> TracedTurn? {
        guard let id = message.header.turn, done[id] == nil else { return nil }
        var turn = open[id]?.turn ?? TracedTurn(turn: id, session: message.header.session)
        turn.note(message)
        guard turn.end != nil else {
            open[id] = Open(turn: turn, heard: now)
            return nil
        }
        close(id)
        return turn
    }

    /// The turns that have been silent for too long, given up.
    mutating func overdue(now: Int64) -> [TracedTurn] {
        let silent = open.entries.filter { now - $0.value.heard > Self.patience }
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
