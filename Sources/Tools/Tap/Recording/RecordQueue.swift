import SaybusBus
import SaybusMessages
import Synchronization

/// What has come and is not written yet. Bounded in number and in bytes: the bus's thread never waits for the disk, and what finds no room is
/// counted.
final class RecordQueue: Sendable {
    /// Something that came over the bus.
    struct Item: Sendable {
        /// Unix time in microseconds.
        let received: Int64
        let observation: Observation
        /// Whether it came before the subscription was known to stand: of retained state, the older half.
        let isEarly: Bool

        var size: Int {
            switch observation {
            case .message(let message, _):
                message.body.count + (message.header.content?.utf8.count ?? 0) + message.header.causes.count * 48 + 512
            case .malformed: 512
            }
        }
    }

    static let capacity = 50_000
    static let maximumBytes = 64 << 20
    /// How much is written in one transaction.
    static let batchCount = 2000
    static let batchBytes = 1 << 20

    private struct State {
        var items: [Item] = []
        var bytes = 0
        var leftOut = 0
        var isLive = false
        var isClosed = false
    }

    private let state = Mutex(State())
    /// One element when there is something to write; ends when nothing more comes.
    let wakeUps: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    init() { (wakeUps, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1)) }

    /// Takes what came; never blocks for long.
    /// - Returns: False when there is no room.
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

    /// From now on, what comes is new.
    func goLive() { state.withLock { $0.isLive = true } }

    /// Nothing more is taken; what has been is still to be written.
    func close() {
        state.withLock { $0.isClosed = true }
        continuation.finish()
    }

    /// Everything that is to be written, and how many were left out so far.
    func take() -> (items: [Item], leftOut: Int) {
        state.withLock { state in
            defer { (state.items, state.bytes) = ([], 0) }
            return (state.items, state.leftOut)
        }
    }

    /// Cuts off the front what fits into one transaction: one item at least.
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
