import SaybusBus
import SaybusMessages
import Synchronization

/// What becomes of the sequences that were published: lets a turn wait until its answer has been heard.
final class PlaybackBoard: Sendable {
    /// How a sequence ended.
    enum End: Sendable, Equatable {
        /// Heard to its end; when its first sample sounded, in Unix microseconds.
        case finished(started: Int64?)
        /// Not heard, or not to its end, for this reason.
        case unheard(String)
        /// Cut off: the audio stage that had it is gone, for this reason.
        case cut(String)
        /// Nobody took it in time; the bus has ended the turn already.
        case expired
    }

    private struct Entry {
        /// What it consists of, when there are sound files in it.
        var events: [AudioEvent] = []
        /// Whether there are no words in it, and a sound file could not be played: that is told, and is no failure.
        var isExcused = false
        var started: Int64?
        var player: Source?
        var run: UInt32?
        var end: End?
        var waiter: CheckedContinuation<End, Never>?
    }

    private struct State {
        var entries: [MessageID: Entry] = [:]
        var isClosed = false
    }

    private let state = Mutex(State())
    private let warn: @Sendable (String) -> Void

    /// Watches nothing yet.
    /// - Parameter warn: Is told of sound files that cannot be played.
    init(warn: @escaping @Sendable (String) -> Void) { self.warn = warn }

    /// How long a turn waits for its answer's end: longer than any answer, so that a report that got lost holds a conversation up, and not for ever.
    static let patience = Duration.seconds(600)

    /// How long it waits for an audio stage to have it: a little longer than the bus offers it. That nobody has taken it is said by the bus, too; but
    /// what the bus says is the turn's end, and that of another may have come before.
    static let patienceToBegin = Duration.seconds(12)

    /// The same for a sequence that a predecessor published: what was said of it before this program's start may not come again.
    static let inheritedPatience = Duration.seconds(30)

    /// Begins to watch a sequence; call it before the sequence is published.
    func watch(_ sequence: MessageID, playing events: [AudioEvent] = []) {
        let entry = Entry(events: events.contains(where: \.hasFile) ? events : [])
        state.withLock { $0.entries[sequence] = entry }
    }

    /// Watches a sequence no more: it was not published.
    func forget(_ sequence: MessageID) { state.withLock { $0.entries[sequence] = nil } }

    /// Waits for a watched sequence's end, as long as is reasonable.
    func end(of sequence: MessageID, within patience: Duration = PlaybackBoard.patience) async -> End {
        await withTaskGroup(of: End?.self) { group in
            group.addTask { await self.reportedEnd(of: sequence) }
            group.addTask {
                self.end(sequence, .unheard(await self.lateness(of: sequence, patience)))
                return nil
            }
            defer { group.cancelAll() }
            for await case .some(let end) in group { return end }
            return .unheard("the program stopped")
        }
    }

    /// Waits for as long as is reasonable, and says what is wrong then. Deadlines; cancelled when the end has come, or with the program.
    private func lateness(of sequence: MessageID, _ patience: Duration) async -> String {
        let toBegin = min(patience, Self.patienceToBegin)
        guard (try? await Task.sleep(for: toBegin)) != nil else { return "the program stopped while it sounded" }
        guard state.withLock({ $0.entries[sequence]?.player }) != nil else {
            return "no audio stage has taken it within \(toBegin.inWords)"
        }
        guard (try? await Task.sleep(for: patience - toBegin)) != nil else {
            return "the program stopped while it sounded"
        }
        return "no word of its end came within \(patience.inWords)"
    }

    private func reportedEnd(of sequence: MessageID) async -> End {
        await withCheckedContinuation { continuation in
            let known: End? = state.withLock { state in
                guard let entry = state.entries[sequence] else { return .unheard("the sequence is not known") }
                if let end = entry.end {
                    state.entries[sequence] = nil
                    return end
                }
                if state.isClosed { return .unheard("the program stopped") }
                state.entries[sequence]?.waiter = continuation
                return nil
            }
            if let known { continuation.resume(returning: known) }
        }
    }

    func note(_ message: Message<AudioPlayback>) {
        let playback = message.body
        guard playback.item == nil else { return noteItem(playback) }
        switch playback.state {
        case .started:
            taken(playback.sequence, by: message.header)
            state.withLock { $0.entries[playback.sequence]?.started = message.header.at }
        case .queued: taken(playback.sequence, by: message.header)
        case .finished:
            let started = state.withLock { $0.entries[playback.sequence]?.started }
            end(playback.sequence, .finished(started: started))
        case .interrupted: end(playback.sequence, .unheard(playback.reason ?? "it was interrupted"))
        case .skipped:
            let isExcused = state.withLock { $0.entries[playback.sequence]?.isExcused } ?? false
            end(
                playback.sequence,
                isExcused ? .finished(started: nil) : .unheard(playback.reason ?? "it was skipped"))
        case .suspended, .resumed, .word: break
        }
    }

    private func noteItem(_ playback: AudioPlayback) {
        let problem: String? = state.withLock { state in
            guard let events = state.entries[playback.sequence]?.events,
                let problem = playback.fileProblem(in: events)
            else { return nil }
            state.entries[playback.sequence]?.isExcused = AudioEvent.composite(events).spokenText.isEmpty
            return problem
        }
        if let problem { warn(problem) }
    }

    /// An audio stage says that it has what it was sent, and no more yet.
    func note(receipt header: Header) { for cause in header.causes { taken(cause, by: header) } }

    private func taken(_ sequence: MessageID, by header: Header) {
        state.withLock { state in
            state.entries[sequence]?.player = header.source
            state.entries[sequence]?.run = header.run
        }
    }

    /// A player that is gone will not report the end of what it had taken.
    func note(_ message: Message<StageStatus>) {
        let status = message.body
        guard status.role == "audio", let player = Source(role: status.role, instance: status.instance) else { return }
        let isGone = status.state.isGone
        // One that says so itself, in another start, has forgotten it.
        let isAnew = !isGone && message.header.source == player
        let orphans = state.withLock {
            $0.entries.filter { _, entry in
                entry.player == player && entry.end == nil && (isGone || isAnew && entry.run != message.header.run)
            }.map(\.key)
        }
        for orphan in orphans {
            end(
                orphan,
                .cut(
                    "the audio stage \(status.instance) "
                        + (isGone ? "is \(status.state.rawValue)" : "was started again")))
        }
    }

    /// The bus gave up a sequence.
    func expired(_ header: Header) { for cause in header.causes { end(cause, .expired) } }

    /// Lets everybody go.
    func close() {
        let open = state.withLock { state in
            state.isClosed = true
            return state.entries.filter { $0.value.end == nil }.map(\.key)
        }
        for sequence in open { end(sequence, .unheard("the program stopped while it sounded")) }
    }

    private func end(_ sequence: MessageID, _ end: End) {
        let waiter: CheckedContinuation<End, Never>? = state.withLock { state in
            guard let entry = state.entries[sequence], entry.end == nil else { return nil }
            if let waiter = entry.waiter {
                state.entries[sequence] = nil
                return waiter
            }
            state.entries[sequence]?.end = end
            return nil
        }
        waiter?.resume(returning: end)
    }
}
