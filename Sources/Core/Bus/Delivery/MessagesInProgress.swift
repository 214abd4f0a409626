import SaybusMessages

/// The messages whose handling may still fail, and whether each has its answer already. Pure.
struct MessagesInProgress: Sendable {
    private struct Entry {
        let turn: TurnID?
        var isAnswered = false
    }

    private var entries: [MessageID: Entry] = [:]

    /// Whether none is in progress.
    var isEmpty: Bool { entries.isEmpty }

    /// Records that the handling of a message begins.
    mutating func begin(_ header: Header) { entries[header.id] = Entry(turn: header.turn) }

    /// Records an answer that this process has published: to the messages that it names, and to those of its turn.
    mutating func answered(by header: Header) {
        for (id, entry) in entries where header.causes.contains(id) || entry.turn != nil && entry.turn == header.turn {
            entries[id]?.isAnswered = true
        }
    }

    /// Records that a message needs no answer of this process, because it is refused, or left to another one.
    mutating func settle(_ id: MessageID) { entries[id]?.isAnswered = true }

    /// Removes a message whose handling has ended.
    /// - Returns: Whether it has its answer.
    mutating func end(_ id: MessageID) -> Bool { entries.removeValue(forKey: id)?.isAnswered ?? true }
}

extension BusMessage {
    /// Whether the message is the last word on what it answers, so that no failure may follow.
    var isLastWord: Bool {
        switch self {
        case is SpeechTranscript, is SpeechIntent, is CommandInvoked, is TurnEnded: true
        case let playback as AudioPlayback: playback.isOver && playback.item == nil
        case let response as CommandResponse: response.isTerminal
        default: false
        }
    }
}
