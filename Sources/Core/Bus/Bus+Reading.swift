import SaybusMessages

extension Bus {
    /// The number of waiting messages from which ``forEach(of:_:)`` leaves the bus's thread.
    private static let maximumBacklog = 8

    /// Calls a closure for each message of a subscription, one after the other, until the subscription ends.
    ///
    /// While the reader keeps up, the closure runs on the bus's own thread: a message then wakes no other thread, which
    /// takes a fifth of its way from publisher to reader. No message is received meanwhile. When several messages wait,
    /// the calls go on in the global executor until none waits, so that a flood is read as fast as it arrives.
    /// - Parameters:
    ///   - messages: The subscription.
    ///   - body: A closure that must not block. Whatever it awaits does not hold up the thread.
    public func forEach(of messages: RawSubscription, _ body: (RawMessage) async throws -> Void) async rethrows {
        var iterator = messages.makeAsyncIterator()
        while true {
            let isBehind = try await withTaskExecutorPreference(executor) {
                while let received = await iterator.next() {
                    if case .message(let message) = received { try await body(message) }
                    if messages.backlog.count >= Self.maximumBacklog { return true }
                }
                return false
            }
            guard isBehind else { return }
            while messages.backlog.count > 0, let received = await iterator.next() {
                if case .message(let message) = received { try await body(message) }
            }
        }
    }
}
