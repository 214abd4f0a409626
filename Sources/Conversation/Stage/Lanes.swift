import Messages

/// Work in order within a conversation, side by side between conversations.
struct Lanes {
    /// How much waits in one lane; more is not taken, and its publisher sends it again.
    static let depth = 256

    private var lanes: [Session: AsyncStream<@Sendable () async throws -> Void>.Continuation] = [:]

    /// Adds work to a conversation's lane.
    /// - Returns: False when the lane is full and the work was not taken.
    mutating func add(
        to session: Session, in group: inout ThrowingDiscardingTaskGroup<any Error>,
        _ work: @escaping @Sendable () async throws -> Void
    ) -> Bool {
        if let lane = lanes[session] {
            if case .dropped = lane.yield(work) { return false }
            return true
        }
        let (stream, continuation) = AsyncStream.makeStream(
            of: (@Sendable () async throws -> Void).self, bufferingPolicy: .bufferingOldest(Self.depth))
        lanes[session] = continuation
        continuation.yield(work)
        group.addTask { for await work in stream { try await work() } }
        return true
    }

    /// Takes no more; what is there is done.
    mutating func finish() {
        for lane in lanes.values { lane.finish() }
        lanes = [:]
    }
}
