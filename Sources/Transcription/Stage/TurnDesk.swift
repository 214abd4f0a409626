import Messages

/// Brings the sound of several conversations before one recognizer, a turn at a time. Pure.
///
/// The first turn that opens is served while it is spoken. What others say meanwhile waits, and is served as a whole. A chunk that
/// was lost is made up by as much silence, so that the times of the words stay right, and is counted.
struct TurnDesk: Sendable {
    /// What listening stages say of their turns.
    enum Event: Sendable {
        case started(Header)
        case chunk(AudioInput, Header)
        case ended(SpeechEnded, Header)
    }

    /// What the runner must do.
    enum Action: Sendable, Equatable {
        case begin
        case accept([Int16], Header)
        case finish(Header, missing: Int)
        /// Nothing can be made of the turn, for this reason.
        case fail(Header, String)
    }

    /// The longest turn that is taken: 60 s. A listener that never ends must not fill the memory.
    static let longestTurn = 60 * 16_000
    /// How many turns wait at most.
    static let mostTurns = 64

    private struct Turn {
        let id: TurnID
        var waiting: [([Int16], Header)] = []
        var next = 0
        var missing = 0
        var samples = 0
        var last: Header
        var problem: String?
        var end: Header?

        mutating func lose(_ chunks: Int) {
            let (sum, overflow) = missing.addingReportingOverflow(chunks)
            missing = overflow ? .max : sum
        }
    }

    /// In the order of opening; the first is served.
    private var turns: [Turn] = []
    /// Turns whose transcript is out: chunks of theirs that come again mean nothing.
    private var done: Set<TurnID> = []
    private var servesFirst = false

    mutating func take(_ event: Event) -> [Action] {
        switch event {
        case .started(let header): open(header)
        case .chunk(let chunk, let header):
            open(header)
            accept(chunk, header)
        case .ended(let ended, let header):
            open(header)
            end(ended, header)
        }
        return serve()
    }

    /// Leaves what is still being spoken to a successor, which gets its sound again: half a sentence is no transcript.
    mutating func close() -> [Action] {
        turns.removeAll { $0.end == nil }
        return serve()
    }

    /// Whether an event belongs to a turn of which nothing is known, and is not its beginning.
    func lacksBeginning(of event: Event) -> Bool {
        switch event {
        case .started: false
        case .chunk(let chunk, let header): chunk.index > 0 && isUnknown(header.turn)
        case .ended(let ended, let header): ended.chunks > 0 && isUnknown(header.turn)
        }
    }

    /// Whether the turn of an event is still to be transcribed.
    func holds(_ header: Header) -> Bool { header.turn.map { index($0) != nil } ?? false }

    private func isUnknown(_ turn: TurnID?) -> Bool { turn.map { index($0) == nil && !done.contains($0) } ?? true }

    private func index(_ id: TurnID) -> Int? { turns.firstIndex { $0.id == id } }

    private mutating func open(_ header: Header) {
        guard let id = header.turn, index(id) == nil, !done.contains(id), turns.count < Self.mostTurns else { return }
        turns.append(Turn(id: id, last: header))
    }

    private mutating func accept(_ chunk: AudioInput, _ header: Header) {
        guard let id = header.turn, let index = index(id), turns[index].end == nil, chunk.index >= turns[index].next
        else { return }
        guard chunk.format == .speech else {
            turns[index].problem = "the sound is \(chunk.format.contentType), not \(PCMFormat.speech.contentType)"
            return
        }
        let samples = chunk.samples.withUnsafeBytes { bytes in
            (0..<bytes.count / 2).map {
                Int16(littleEndian: bytes.loadUnaligned(fromByteOffset: $0 * 2, as: Int16.self))
            }
        }
        let lost = chunk.index - turns[index].next
        if lost > 0 {
            turns[index].lose(lost)
            // A wild index must not make hours of silence.
            let silence = min(lost, 1000) * samples.count
            append([Int16](repeating: 0, count: min(silence, Self.longestTurn)), header, to: index)
        }
        turns[index].next = chunk.index == .max ? .max : chunk.index + 1
        append(samples, header, to: index)
    }

    private mutating func append(_ samples: [Int16], _ header: Header, to index: Int) {
        let room = Self.longestTurn - turns[index].samples
        guard room > 0, !samples.isEmpty else { return }
        let kept = samples.count <= room ? samples : Array(samples.prefix(room))
        turns[index].samples += kept.count
        turns[index].last = header
        turns[index].waiting.append((kept, header))
    }

    private mutating func end(_ ended: SpeechEnded, _ header: Header) {
        guard let id = header.turn, let index = index(id), turns[index].end == nil else { return }
        // The number is a stranger's: any Int.
        if ended.chunks > turns[index].next { turns[index].lose(ended.chunks - turns[index].next) }
        turns[index].end = header
    }

    private mutating func serve() -> [Action] {
        var actions: [Action] = []
        while var turn = turns.first {
            if !servesFirst {
                actions.append(.begin)
                servesFirst = true
            }
            for (samples, header) in turn.waiting {
                actions.append(.accept(samples, header))
            }
            turn.waiting = []
            turns[0] = turn
            guard let end = turn.end else { break }
            actions.append(turn.problem.map { .fail(end, $0) } ?? .finish(end, missing: turn.missing))
            turns.removeFirst()
            servesFirst = false
            if done.count >= 1024 { done = [] }
            done.insert(turn.id)
        }
        return actions
    }
}
