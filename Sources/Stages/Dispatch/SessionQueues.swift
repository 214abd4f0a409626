import SaybusMessages
import Synchronization

/// Work queues, one for each session with work: work of one session runs in order, sessions run concurrently.
final class SessionQueues: Sendable {
    typealias Work = @Sendable () async throws -> Void

    /// Maximum number of waiting items in one session's queue. The publisher of a refused item retransmits it.
    static let depth = 256

    /// A kind of work. Work of a session runs in order with its own kind only.
    enum WorkKind: Sendable, Hashable {
        /// A turn, after the session's earlier turns.
        case turn
        /// A command during an answer that leads to a question.
        case besideAnswer
        /// Words to an open question, while turns wait for the ends of answers before further questions.
        case answer
        /// A command that stops an alarm.
        case stop
    }

    private enum Place { case first, waiting, none }

    private struct Key: Hashable {
        let session: Session
        let kind: WorkKind
    }

    /// Waiting items of each session that has a running item.
    private let queues = Mutex<[Key: [Work]]>([:])
    private let onIdle: @Sendable () -> Void

    /// Creates queues without work.
    /// - Parameter onIdle: Called whenever no session has work any more.
    init(onIdle: @escaping @Sendable () -> Void = {}) { self.onIdle = onIdle }

    /// Number of sessions that have work.
    var count: Int { queues.withLock { Set($0.keys.map(\.session)).count } }

    /// Returns whether further work of a session and kind would wait.
    func isBusy(_ session: Session, _ kind: WorkKind = .turn) -> Bool {
        queues.withLock { $0[Key(session: session, kind: kind)] != nil }
    }

    /// Adds work to a session's queue of its kind.
    /// - Returns: False when the queue is full and the work was not taken.
    func add(
        to session: Session, as kind: WorkKind = .turn, in group: inout ThrowingDiscardingTaskGroup<any Error>,
        _ work: @escaping Work
    ) -> Bool {
        let key = Key(session: session, kind: kind)
        let place: Place = queues.withLock { queues in
            guard let waiting = queues[key]?.count else {
                queues[key] = []
                return .first
            }
            guard waiting < Self.depth else { return .none }
            queues[key]?.append(work)
            return .waiting
        }
        if place == .first {
            // Not on the bus's thread, on which the intent may have arrived: apps may take their time.
            group.addTask(executorPreference: globalConcurrentExecutor) {
                var next: Work? = work
                while let work = next {
                    do { try await work() } catch {
                        self.queues.withLock { $0[key] = nil }
                        throw error
                    }
                    next = self.next(of: key)
                }
            }
        }
        return place != .none
    }

    private func next(of key: Key) -> Work? {
        let (work, isIdle) = queues.withLock { queues -> (Work?, Bool) in
            guard queues[key]?.isEmpty == false else {
                queues[key] = nil
                return (nil, queues.isEmpty)
            }
            return (queues[key]?.removeFirst(), false)
        }
        if isIdle { onIdle() }
        return work
    }
}
