import SaybusBus
import SaybusMessages
import Synchronization

/// The received items that are not written yet. Bounded in number and in bytes: the bus's thread never waits
/// for the disk, and items beyond the bounds are counted and dropped.
final class RecordQueue: Sendable {
    /// An observation of the bus.
    struct Item: Sendable {
        /// Unix time in microseconds.
        let received: Int64
        let observation: Observation
        /// Whether it was received before the subscription was known to be active. A retained message
        /// received then was published before the recording.
        let isEarly: Bool

        var size: Int {
            switch observation {
            case .message(let message, _):
                message.body.count + (message.header.content?.utf8.count ?? 0) + message.header.causes.count * 48 + 512
            case .malformed: 512
            }
        }
    }

    /// The maximum number of items in the queue.
    static let capacity = 50_000
    /// The maximum size of all items in the queue.
    static let maximumBytes = 64 << 20
    /// The maximum number of messages in one transaction.
    static let batchCount = 2000
    /// The maximum size of the messages in one transaction.
    static let batchBytes = 1 << 20

    private struct State {
        var items: [Item] = []
        var bytes = 0
        var leftOut = 0
        var isLive = false
        var isClosed = false
    }

    private let state = Mutex(State())
    /// Yields an element when there are items to write, and ends after ``close()``.
    let wakeUps: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    init() { (wakeUps, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1)) }

    /// Adds an observation. Never waits for the disk. After ``close()`` the observation is ignored.
    /// - Returns: False if the queue is full and the observation was dropped.
    func put(_ observation: Observation) -> Bool {
        let received = WallClock.microseconds()
        let isTaken = state.withLock { state in
            guard !state.isClosed else { return true }
            let item = Item(received: received, observation: observation, isEarly: !state.isLive)
            guard state.items.count < Self.capacity, state.bytes + item.size <= Self.maximumBytes else {
                state.leftOut += 1
                return false
            }
            state.items.append(item)
            state.bytes += item.size
            return true
        }
        continuation.yield()
        return isTaken
    }

    /// Marks the items from now on as received after the subscription was active.
    func goLive() { state.withLock { $0.isLive = true } }

    /// Stops accepting items. Those in the queue can still be taken.
    func close() {
        state.withLock { $0.isClosed = true }
        continuation.finish()
    }

    /// Removes and returns all items, with the number of items dropped so far.
    func take() -> (items: [Item], leftOut: Int) {
        state.withLock { state in
            defer { (state.items, state.bytes) = ([], 0) }
            return (state.items, state.leftOut)
        }
    }

    /// Removes and returns the items for one transaction: at least one.
    static func batch(_ items: inout ArraySlice<Item>) -> ArraySlice<Item> {
        var bytes = 0
        var count = 0
        for item in items.prefix(batchCount) {
            guard count == 0 || bytes + item.size <= batchBytes else { break }
            count += 1
            bytes += item.size
        }
        defer { items = items.dropFirst(count) }
        return items.prefix(count)
    }
}
