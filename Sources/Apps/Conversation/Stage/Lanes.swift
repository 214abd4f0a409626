import SaybusMessages
import Synchronization

/// Work in order within a conversation, side by side between conversations. A conversation with nothing to do costs nothing.
final class Lanes: Sendable {
    typealias Work = @Sendable () async throws -> Void

    /// How much waits in one lane; more is not taken, and its publisher sends it again.
    static let depth = 256

    private enum Place { case first, waiting, none }

    /// What waits behind the work in hand, of the conversations that have any in hand.
    private let lanes = Mutex<[Session: [Work]]>([:])

    /// How many conversations have work.
    var count: Int { lanes.withLock { $0.count } }

    /// Adds work to a conversation's lane.
    /// - Returns: False when the lane is full and the work was not taken.
    func add(
        to session: Session, in group: inout ThrowingDiscardingTaskGroup<any Error>, _ work: @escaping Work
    ) -> Bool {
        let place: Place = lanes.withLock { lanes in
            guard let waiting = lanes[session]?.count else {
                lanes[session] = []
                return .first
            }
            guard waiting < Self.depth else { return .none }
            lanes[session]?.append(work)
            return .waiting
        }
        if place == .first {
            group.addTask {
                var next: Work? = work
                while let work = next {
                    try await work()
                    next = self.next(of: session)
                }
            }
        }
        return place != .none
    }

    private func next(of session: Session) -> Work? {
        lanes.withLock { lanes in
            guard lanes[session]?.isEmpty == false else {
                lanes[session] = nil
                return nil
            }
            return lanes[session]?.removeFirst()
        }
    }
}
