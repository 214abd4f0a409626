import SaybusDispatch
import SaybusMessages

/// A posted sequence: its form on the bus, and what its app wants to know of its events' starts and ends. Pure.
struct SequenceCompletions: Sendable {
    /// An event's completion, and the outcome to call it with.
    typealias Due = (completion: AudioEventSequenceItem.Completion, outcome: AudioOutcome)

    /// The sequence as it is published.
    let wire: AudioSequence
    /// The index of each posted event in the published sequence; nil for an event that has nothing to play.
    private let wireIndices: [Int?]
    private var starts: [AudioEventSequenceItem.Start?]
    private var completions: [AudioEventSequenceItem.Completion?]
    private let reports: [AudioEventSequenceItem.Report?]
    private let refusals: [AudioEventSequenceItem.Start?]

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
        (starts, completions, reports) = (items.map(\.start), items.map(\.completion), items.map(\.report))
        refusals = items.map(\.refusal)
        let wantsItems = items.contains { $0.completion != nil || $0.start != nil } || events.contains(where: \.hasFile)
        wire = AudioSequence(events, track: track.name, reportsItems: wantsItems ? true : nil)
    }

    /// Whether the sequence goes on until it is stopped.
    var isEndless: Bool { wire.events.contains(where: \.isEndless) }

    /// Applies the start of an event, or of the whole sequence, which is that of its first event.
    /// - Returns: The closure that is due.
    mutating func started(_ item: Int = 0) -> AudioEventSequenceItem.Start? {
        guard let index = wireIndices.firstIndex(of: item) else { return nil }
        defer { starts[index] = nil }
        return starts[index]
    }

    /// Returns the closures that get a report: those of its event, or of all events for one on the whole sequence.
    func receivers(of playback: AudioPlayback) -> [AudioEventSequenceItem.Report] {
        guard let item = playback.item else { return reports.compactMap { $0 } }
        return wireIndices.firstIndex(of: item).flatMap { reports[$0] }.map { [$0] } ?? []
    }

    /// Returns the closure for an event that was skipped, and that the audio stage may be unable to play.
    func refusal(in playback: AudioPlayback) -> AudioEventSequenceItem.Start? {
        guard playback.state == .skipped, let item = playback.item else { return nil }
        return wireIndices.firstIndex(of: item).flatMap { refusals[$0] }
    }

    /// Applies a report about the end of one event.
    /// - Returns: The completions that are due.
    mutating func apply(_ playback: AudioPlayback) -> [Due] {
        guard let item = playback.item, playback.isOver,
            let index = wireIndices.firstIndex(where: { $0 == item })
        else { return [] }
        // Events that have nothing to play end with the event before them, and the first ones before the first sound.
        let first = wireIndices.firstIndex { $0 != nil } ?? 0
        var due: [Due] = []
        if index == first {
            for earlier in 0..<first { due += take(earlier, .skipped(reason: Self.nothing)) }
        }
        due += take(index, Self.outcome(of: playback))
        for next in wireIndices.indices.dropFirst(index + 1) {
            guard wireIndices[next] == nil else { break }
            due += take(next, .skipped(reason: Self.nothing))
        }
        return due
    }

    /// Applies the end of the whole sequence.
    /// - Parameter reason: The reason why it was not played to its end; nil when it was.
    /// - Returns: The remaining completions.
    mutating func end(unheard reason: String?) -> [Due] {
        completions.indices.flatMap { index -> [Due] in
            guard wireIndices[index] != nil else { return take(index, .skipped(reason: Self.nothing)) }
            return take(index, reason.map { .skipped(reason: $0) } ?? .finished)
        }
    }

    private static let nothing = "there is nothing to play"

    private mutating func take(_ index: Int, _ outcome: AudioOutcome) -> [Due] {
        defer { (starts[index], completions[index]) = (nil, nil) }
        var due: [Due] = []
        // Some audio stages report ends only.
        if outcome.hasSounded, let start = starts[index] { due.append(({ _ in start() }, outcome)) }
        if let completion = completions[index] { due.append((completion, outcome)) }
        return due
    }

    private static func outcome(of playback: AudioPlayback) -> AudioOutcome {
        switch playback.state {
        case .finished: .finished
        case .interrupted: .interrupted(at: playback.position ?? .zero)
        default: .skipped(reason: playback.reason ?? "it was skipped")
        }
    }
}
