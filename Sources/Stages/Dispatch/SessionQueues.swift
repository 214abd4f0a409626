import SaybusMessages
import Synchronization

/// Work queues, one for each session with work: work of one session runs in order, sessions run concurrently.
final class SessionQueues: Sendable {
    typealias Work = @Sendable () async throws -> Void

    /// Maximum number of waiting items in one session's queue. The publisher of a refused item retransmits it.
    static let depth = 256

    private enum Place { case first, waiting, none }

    /// Waiting items of each session that has a running item.
    private let queues = Mutex<[Session: [Work]]>([:])
    private let onIdle: @Sendable () -> Void

    /// Creates queues without work.
    /// - Parameter onIdle: Called whenever no session has work any more.
    init(onIdle: @escaping @Sendable () -> Void = {}) { self.onIdle = onIdle }

    /// Number of sessions that have work.
    var count: Int { queues.withLock { $0.count } }

    /// Adds work to a session's queue.
    /// - Returns: False when the queue is full and the work was not taken.
    func add(
        to session: Session, in group: inout ThrowingDiscardingTaskGroup<any Error>, _ work: @escaping Work
    ) -> Bool {
        let place: Place = queues.withLock { queues in
            guard let waiting = queues[session]?.count else {
                queues[session] = []
                return .first
            }
            guard waiting < Self.depth else { return .none }
            queues[session]?.append(work)
            return .waiting
        }
        if place == .first {
            // Not on the bus's thread, on which the intent may have arrived: apps may take their time.
            group.addTask(executorPreference: globalConcurrentExecutor) {
                var next: Work? = work
                while let work = next {
                    do { try await work() } catch {
                        self.queues.withLock { $0[session] = nil }
                        throw error
                    }
                    next = self.next(of: session)
                }
            }
        }
        return place != .none
    }

    private func next(of session: Session) -> Work? {
        let (work, isIdle) = queues.withLock { queues -> (Work?, Bool) in
            guard queues[session]?.isEmpty == false else {
                queues[session] = nil
                return (nil, queues.isEmpty)
            }
            return (queues[session]?.removeFirst(), false)
        }
        if isIdle { onIdle() }
        return work
    }
}
