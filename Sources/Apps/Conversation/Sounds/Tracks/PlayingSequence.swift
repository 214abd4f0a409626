import SaybusMessages

/// A sequence on its way: what was sent of it, and whom to tell of which event. Pure.
struct PlayingSequence: Sendable {
    /// An event's completion, and what to tell it.
    typealias Ended = (completion: AudioEventSequenceItem.Completion, outcome: AudioOutcome)

    let wire: AudioSequence
    private(set) var startedAt: Int64?
    /// Who plays it, and in which of its starts; nil while nobody has said so.
    private(set) var player: Source?
    private(set) var run: UInt32?
    /// By the sequence's items: which event on the wire it is; nil for one that has nothing to play.
    private let wireIndices: [Int?]
    private var completions: [AudioEventSequenceItem.Completion?]
    /// Whether there are no words in it, and a sound file could not be played: that is told, and is no failure.
    private(set) var isExcused = false

    init(_ items: [AudioEventSequenceItem], on track: AudioTrackIdentifier) {
        var events: [AudioEvent] = []
        var indices: [Int?] = []
        for item in items {
            let operations = item.event.operations
            if let only = operations.first, operations.count == 1 {
                indices.append(events.count)
                events.append(only)
            } else if operations.isEmpty {
                indices.append(nil)
            } else {
                indices.append(events.count)
                events.append(.composite(operations))
            }
        }
        wireIndices = indices
        completions = items.map(\.completion)
        let wantsItems = items.contains { $0.completion != nil } || events.contains(where: \.hasFile)
        wire = AudioSequence(events, track: track.name, reportsItems: wantsItems ? true : nil)
    }

    /// Takes a report; gives the completions that are due.
    mutating func note(_ message: Message<AudioPlayback>) -> [Ended] {
        let playback = message.body
        taken(by: message.header)
        if playback.item == nil {
            if playback.state == .started { startedAt = message.header.at }
            return []
        }
        if playback.fileProblem(in: wire.events) != nil { isExcused = wire.spokenText.isEmpty }
        guard let item = playback.item, playback.isOver,
            let index = wireIndices.firstIndex(where: { $0 == item })
        else { return [] }
        var ended = take(index, Self.outcome(of: playback))
        // What has nothing to play is over with what stands before it.
        for next in wireIndices.indices.dropFirst(index + 1) {
            guard wireIndices[next] == nil else { break }
            ended += take(next, .skipped(reason: Self.nothing))
        }
        return ended
    }

    /// An audio stage says that it has it.
    mutating func taken(by header: Header) { (player, run) = (header.source, header.run) }

    /// The whole sequence is over; gives the completions that are left. Nil is a sequence that was heard to its end.
    mutating func over(unheard reason: String?) -> [Ended] {
        completions.indices.flatMap { index -> [Ended] in
            guard wireIndices[index] != nil else { return take(index, .skipped(reason: Self.nothing)) }
            return take(index, reason.map { .skipped(reason: $0) } ?? .finished)
        }
    }

    private static let nothing = "there is nothing to play"

    private mutating func take(_ index: Int, _ outcome: AudioOutcome) -> [Ended] {
        guard let completion = completions[index] else { return [] }
        completions[index] = nil
        return [(completion, outcome)]
    }

    private static func outcome(of playback: AudioPlayback) -> AudioOutcome {
        switch playback.state {
        case .finished: .finished
        case .interrupted: .interrupted(at: .milliseconds(playback.positionMs ?? 0))
        default: .skipped(reason: playback.reason ?? "it was skipped")
        }
    }
}
